import type { Rng } from '../../core/rng.ts';
import type { Task, Tier } from '../../core/types.ts';
import { phrase, sameAnswer } from '../goal.ts';
import type { TaskTemplate } from '../site.ts';
import type { Synonyms } from '../style.tsx';
import { cityName, personName } from '../words.ts';
import type { Line, Order, ShopState } from './update.ts';
import { cheapest, type Product, QUANTITIES, type ShopWorld } from './world.ts';

type Slots = Record<string, string>;

/** What a fulfilled task looks like. What the goal does not mention stays as a fresh visit offers it. */
export interface Wanted {
  /** The product in question; absent when the goal is not about one. */
  product?: Product;
  cart: Line[];
  orders: Order[];
  /** For questions. */
  answer?: string;
}

const FACTS = ['colour', 'material', 'stock'] as const;
const GIFTS = ['as a gift', 'not as a gift'];

const productOf = (world: ShopWorld, slots: Slots): Product | undefined =>
  slots.category
    ? cheapest(
        world.products.filter(
          (product) => product.category === slots.category && (!slots.colour || product.colour === slots.colour),
        ),
      )
    : world.products.find((product) => product.name === slots.product);

export function wantedOf(world: ShopWorld, { template, slots }: Pick<Task, 'template' | 'slots'>): Wanted {
  const product = productOf(world, slots);
  const nothing = { product, cart: [], orders: [] };
  if (template === 'shipping-cost')
    return { ...nothing, answer: world.shipping.find((way) => way.name === slots.shipping)?.price };
  if (template === 'price') return { ...nothing, answer: product?.price };
  if (template === 'fact') return { ...nothing, answer: product?.[slots.fact as (typeof FACTS)[number]] };
  const line: Line = {
    product: product?.id ?? '',
    size: slots.size ?? world.sizes[0],
    quantity: Number(slots.quantity ?? QUANTITIES[0]),
  };
  if (!slots.name) return { ...nothing, cart: [line] };
  const order: Order = {
    lines: [line],
    name: slots.name,
    city: slots.city,
    shipping: slots.shipping ?? world.shipping[0].name,
    gift: slots.gift === GIFTS[0],
    voucher: template.startsWith('offer-') ? world.voucher : '',
  };
  return { ...nothing, orders: [order] };
}

const sameLine = (a: Line, b: Line): boolean =>
  a.product === b.product && a.size === b.size && a.quantity === b.quantity;
export const sameLines = (a: readonly Line[], b: readonly Line[]): boolean =>
  a.length === b.length && a.every((line, i) => sameLine(line, b[i]));
const sameOrder = (a: Order, b: Order): boolean =>
  sameLines(a.lines, b.lines) &&
  (['name', 'city', 'shipping', 'gift', 'voucher'] as const).every((field) => a[field] === b[field]);
export const sameOrders = (a: readonly Order[], b: readonly Order[]): boolean =>
  a.length === b.length && a.every((order, i) => sameOrder(order, b[i]));

export function checkShop(world: ShopWorld, task: Task, state: ShopState): (answer: string) => boolean {
  const wanted = wantedOf(world, task);
  const same = sameLines(state.cart, wanted.cart) && sameOrders(state.orders, wanted.orders);
  return (answer) => same && (wanted.answer === undefined || sameAnswer(answer, wanted.answer));
}

/** Values a slot may take on this site. Names and cities are anybody's. */
function valuesOf(world: ShopWorld, slot: string, rng: Rng): readonly string[] {
  switch (slot) {
    case 'product':
      return world.products.map((product) => product.name);
    case 'category':
      return world.categories;
    case 'colour':
      return world.colours;
    case 'size':
      return world.sizes;
    case 'quantity':
      return QUANTITIES;
    case 'shipping':
      return world.shipping.map((way) => way.name);
    case 'gift':
      return GIFTS;
    case 'fact':
      return FACTS;
    case 'name':
      return [personName(rng), personName(rng)];
    default:
      return [cityName(rng), cityName(rng)];
  }
}

function template(name: string, tier: Tier, slotNames: readonly string[], patterns: Synonyms): TaskTemplate<ShopWorld> {
  return {
    name,
    tier,
    make(world, rng) {
      const slots: Slots = {};
      for (const slot of slotNames) slots[slot] = rng.pick(valuesOf(world, slot, rng));
      return { slots, goal: phrase(rng, world.seed, patterns, slots) };
    },
    counterfactual(world, slots, rng) {
      const before = wantedOf(world, { template: name, slots });
      for (const slot of rng.shuffle(slotNames))
        for (const value of rng.shuffle(valuesOf(world, slot, rng))) {
          const other = { ...slots, [slot]: value };
          const after = wantedOf(world, { template: name, slots: other });
          const same =
            sameLines(before.cart, after.cart) &&
            sameOrders(before.orders, after.orders) &&
            before.answer === after.answer;
          if (value !== slots[slot] && !same) return { slots: other, goal: phrase(rng, world.seed, patterns, other) };
        }
      return null;
    },
  };
}

export const shopTemplates: TaskTemplate<ShopWorld>[] = [
  template('price', 1, ['product'], {
    seen: [
      'What does the {product} cost?',
      'Find the price of the {product} and answer with it.',
      'How much is the {product}?',
    ],
    unseen: ['I would like to know what I would pay for the {product}.', 'State the price tag of the {product}.'],
  }),
  template('fact', 1, ['product', 'fact'], {
    seen: [
      'What is the {fact} of the {product}?',
      'Answer with the {fact} of the {product}.',
      'Look up the {fact} that is given for the {product}.',
    ],
    unseen: ['Regarding the {product}, report its {fact}.', 'For the {product}, which {fact} does the shop state?'],
  }),
  template('shipping-cost', 1, ['shipping'], {
    seen: [
      'What does {shipping} shipping cost?',
      'How much is {shipping} delivery?',
      'Find the price of {shipping} shipping.',
    ],
    unseen: ['Tell me what the shop charges for {shipping} transport.'],
  }),
  template('add', 1, ['product'], {
    seen: [
      'Add the {product} to the cart.',
      'Put the {product} in the basket.',
      'Find the {product} and add it to the cart.',
    ],
    unseen: ['Get the {product} into my trolley.', 'I want the {product}, place it in the cart.'],
  }),
  template('cheapest', 1, ['category'], {
    seen: [
      'Add the cheapest of all {category} to the cart.',
      'Look at the {category} and put the cheapest one in the basket.',
      'Of the {category} add the one with the lowest price to the cart.',
    ],
    unseen: ['Among the {category}, the least expensive one goes into the cart.'],
  }),
  template('cheapest-variant', 2, ['category', 'colour', 'size', 'quantity'], {
    seen: [
      'Of the {colour} {category} add the cheapest to the cart, size {size}, quantity {quantity}.',
      'Put the cheapest {colour} one of the {category} in the basket: {quantity} of it in size {size}.',
      'Add {quantity} of the cheapest {colour} {category} in size {size} to the cart.',
    ],
    unseen: [
      'Size {size}, {quantity} pieces: the least expensive {colour} item among the {category} goes into the cart.',
    ],
  }),
  template('order', 2, ['product', 'name', 'city', 'shipping'], {
    seen: [
      'Order the {product} for {name} in {city} with {shipping} shipping.',
      'Buy the {product}. Name: {name}, city: {city}, delivery: {shipping}.',
      '{name} from {city} wants the {product} by {shipping} delivery. Place the order.',
    ],
    unseen: ['Have the {product} sent to {name} of {city} by {shipping} transport.'],
  }),
  template('offer-order', 2, ['product', 'name', 'city'], {
    seen: [
      'Order the {product} for {name} in {city} and use the voucher from the offers page.',
      'Find the voucher code of the shop, then buy the {product} with it for {name} in {city}.',
      '{name} from {city} wants the {product}. Place the order with the voucher that the shop offers.',
    ],
    unseen: ['Have the {product} sent to {name} of {city}, and do not forget the coupon that the shop gives away.'],
  }),
  template('full-order', 3, ['product', 'size', 'quantity', 'name', 'city', 'shipping', 'gift'], {
    seen: [
      'Order {quantity} of the {product} in size {size} for {name} in {city} with {shipping} shipping, {gift}.',
      'Buy the {product} (size {size}, quantity {quantity}) {gift} for {name}, city {city}, delivery {shipping}.',
      '{name} from {city} wants the {product}, size {size}, quantity {quantity}, by {shipping} delivery, {gift}.',
    ],
    unseen: [
      'Have {quantity} pieces of the {product}, format {size}, sent {gift} to {name} of {city} by {shipping} transport.',
    ],
  }),
  template('offer-cheapest-order', 3, ['category', 'colour', 'size', 'name', 'city', 'shipping'], {
    seen: [
      'Order the cheapest {colour} one of the {category} in size {size} for {name} in {city} with {shipping} shipping and the voucher from the offers page.',
      '{name} from {city} wants the cheapest of the {colour} {category}, size {size}, by {shipping} delivery. Use the voucher that the shop offers.',
    ],
    unseen: [
      'Have the least expensive {colour} item among the {category}, format {size}, sent to {name} of {city} by {shipping} transport, with the coupon that the shop gives away.',
    ],
  }),
];
