import { createRng, type Rng } from '../../core/rng.ts';
import { isUnseenStyle, type Traits } from '../site.ts';
import { type Style, type Synonyms, styleOf, wordingOf } from '../style.tsx';
import { brandName, COLOURS, codeWord, distinct, MATERIALS } from '../words.ts';

export interface Product {
  /** Address part: `troulfex-mug`. */
  id: string;
  /** `Troulfex mug`. */
  name: string;
  category: string;
  /** `$19`; different within a category. */
  price: string;
  cost: number;
  colour: string;
  material: string;
  stock: string;
}

export interface ShopWorld {
  seed: number;
  style: Style;
  words: Record<keyof typeof WORDS, string>;
  /** How lists are sorted and filtered: links, selects that act at once, or (held out) selects with an apply button. */
  controls: 'links' | 'instant' | 'apply';
  /** The search form is on every page, or (held out) on the home page only. */
  searchOn: 'every' | 'home';
  brand: string;
  /** Plural nouns: `mugs`. */
  categories: string[];
  products: Product[];
  /** Shown on the home page. */
  featured: Product[];
  colours: string[];
  sizes: string[];
  shipping: { name: string; price: string }[];
  voucher: string;
  pageSize: number;
}

/** Category (plural) and the noun in product names. */
const KINDS: Record<string, string> = {
  mugs: 'mug',
  lamps: 'lamp',
  bags: 'bag',
  clocks: 'clock',
  chairs: 'chair',
  bowls: 'bowl',
  jackets: 'jacket',
  rugs: 'rug',
  kettles: 'kettle',
  desks: 'desk',
};
const SIZES = ['mini', 'small', 'medium', 'large', 'giant'];
const SHIPPING = ['standard', 'express', 'economy', 'courier', 'overnight', 'pickup'];
export const QUANTITIES = ['1', '2', '3'];

export const WORDS = {
  home: { seen: ['Home', 'Start'], unseen: ['Main page'] },
  search: { seen: ['Search', 'Find'], unseen: ['Look up'] },
  query: { seen: ['Search products', 'Find products', 'Product search'], unseen: ['What do you need'] },
  results: { seen: ['Results', 'Search results'], unseen: ['Matches'] },
  nothing: { seen: ['Nothing found', 'No products found'], unseen: ['No matches here'] },
  cart: { seen: ['Cart', 'Basket', 'Bag'], unseen: ['Trolley'] },
  add: { seen: ['Add to', 'Put in'], unseen: ['Place in'] },
  added: { seen: ['Added', 'Product added'], unseen: ['Placed'] },
  remove: { seen: ['Remove', 'Delete', 'Take out'], unseen: ['Drop'] },
  empty: { seen: ['Empty', 'Clear'], unseen: ['Discard'] },
  isEmpty: { seen: ['Nothing in here yet', 'Empty so far'], unseen: ['No products chosen'] },
  checkout: { seen: ['Checkout', 'Go to checkout', 'Order now'], unseen: ['Proceed to payment'] },
  place: { seen: ['Place order', 'Confirm order', 'Buy now'], unseen: ['Complete purchase'] },
  orders: { seen: ['Orders', 'Purchases'], unseen: ['Bought'] },
  noOrder: { seen: ['No order yet', 'Nothing ordered yet'], unseen: ['Not bought anything'] },
  thanks: { seen: ['Thank you', 'Order received'], unseen: ['Purchase complete'] },
  cancel: { seen: ['Cancel order', 'Undo order'], unseen: ['Revoke purchase'] },
  offers: { seen: ['Offers', 'Deals'], unseen: ['Bargains'] },
  offerText: {
    seen: ['A voucher for every order', 'Use this voucher when you order'],
    unseen: ['Our present for you'],
  },
  costs: { seen: ['Shipping costs', 'Delivery costs'], unseen: ['Transport prices'] },
  product: { seen: ['Product', 'Item'], unseen: ['Article'] },
  price: { seen: ['Price', 'Cost'], unseen: ['Amount'] },
  colour: { seen: ['Colour', 'Color'], unseen: ['Shade'] },
  material: { seen: ['Material', 'Made of'], unseen: ['Substance'] },
  stock: { seen: ['Stock', 'In stock'], unseen: ['Left over'] },
  size: { seen: ['Size'], unseen: ['Format'] },
  quantity: { seen: ['Quantity', 'How many'], unseen: ['Pieces'] },
  sort: { seen: ['Sort by', 'Order by'], unseen: ['Arrange by'] },
  any: { seen: ['any', 'all'], unseen: ['every'] },
  apply: { seen: ['Apply'], unseen: ['Update list', 'Show'] },
  next: { seen: ['Next page', 'More'], unseen: ['Further'] },
  previous: { seen: ['Previous page', 'Back'], unseen: ['Earlier'] },
  name: { seen: ['Name', 'Full name', 'Your name'], unseen: ['Recipient'] },
  city: { seen: ['City', 'Town'], unseen: ['Destination'] },
  shipping: { seen: ['Shipping', 'Delivery'], unseen: ['Transport'] },
  gift: { seen: ['Gift', 'Gift wrap', 'Wrap as gift'], unseen: ['Present'] },
  voucher: { seen: ['Voucher', 'Voucher code', 'Promo code'], unseen: ['Coupon'] },
  missing: { seen: ['Please fill in', 'This is needed'], unseen: ['Cannot be blank'] },
  badVoucher: { seen: ['Unknown code', 'Not a valid code'], unseen: ['Code refused'] },
  featured: { seen: ['Welcome', 'Featured today'], unseen: ['Hello and good day'] },
  all: { seen: ['All products', 'Categories', 'Departments'], unseen: ['Assortment'] },
  notFound: { seen: ['Page not found', 'Not found'], unseen: ['Nothing lives here'] },
} as const satisfies Record<string, Synonyms>;

const dollars = (n: number): string => `$${n}`;

export function shopWorld(seed: number): ShopWorld {
  const rng = createRng(seed).fork('shop');
  const style = styleOf(seed);
  const unseen = isUnseenStyle(seed);
  const categories = rng.fork('categories').sample(Object.keys(KINDS), 3);
  const colours = rng.fork('colours').sample(COLOURS, 3);
  const products = productsOf(rng.fork('products'), categories, colours);
  const shippingRng = rng.fork('shipping');
  const shippingCosts = distinct(3, () => 2 + shippingRng.int(14));
  return {
    seed,
    style,
    words: wordingOf(seed, 'shop', WORDS),
    controls: unseen && rng.fork('apply').chance(0.6) ? 'apply' : rng.fork('controls').pick(['links', 'instant']),
    searchOn: unseen && rng.fork('search').chance(0.4) ? 'home' : 'every',
    brand: `${brandName(rng.fork('brand'))} ${rng.fork('kind').pick(['Shop', 'Store', 'Market', 'Outlet'])}`,
    categories,
    products,
    featured: rng.fork('featured').sample(products, 3),
    colours,
    sizes: rng.fork('sizes').sample(SIZES, 3),
    shipping: shippingRng.sample(SHIPPING, 3).map((name, i) => ({ name, price: dollars(shippingCosts[i]) })),
    voucher: codeWord(rng.fork('voucher')),
    pageSize: style.list === 'table' ? 5 : 6,
  };
}

function productsOf(rng: Rng, categories: readonly string[], colours: readonly string[]): Product[] {
  const brands = distinct(12, () => brandName(rng));
  return categories.flatMap((category) => {
    const count = 6 + rng.int(3);
    const costs = distinct(count, () => 5 + rng.int(90));
    return rng.sample(brands, count).map((brand, i) => ({
      id: `${brand}-${KINDS[category]}`.toLowerCase(),
      name: `${brand} ${KINDS[category]}`,
      category,
      price: dollars(costs[i]),
      cost: costs[i],
      // Every colour of the shop occurs at least twice in each category, so that filters always leave a choice.
      colour: colours[i % colours.length],
      material: rng.pick(MATERIALS),
      stock: `${2 + rng.int(40)}`,
    }));
  });
}

export const traits = ({ categories, controls, searchOn }: ShopWorld): Traits => ({
  category: categories.toSorted().join(', '),
  capabilities: { controls, search: searchOn },
});

export const cheapest = (products: readonly Product[]): Product =>
  products.reduce((best, product) => (product.cost < best.cost ? product : best));
