import type { ComponentChild } from 'preact';
import { addressOf } from '../pick.ts';
import type { Messages, Page } from '../site.ts';
import { choice, type Entry, facts, field, input, listing, minor, shell } from '../style.tsx';
import { type Line, listQuery, type ShopState } from './update.ts';
import { type Product, QUANTITIES, type ShopWorld } from './world.ts';

/** What every page function gets. */
interface Visit {
  world: ShopWorld;
  state: ShopState;
  messages: Messages;
}

interface Content {
  heading: string;
  main: ComponentChild;
  aside?: ComponentChild;
}

export function viewShop(world: ShopWorld, state: ShopState, url: string, messages: Messages): Page {
  const { path, query } = addressOf(url);
  const visit = { world, state, messages };
  const { words, style } = world;
  const content = route(visit, path, query) ?? {
    heading: words.notFound,
    main: <p>{url}</p>,
    aside: departments(world),
  };
  const links = [
    { label: words.offers, href: 'offers' },
    { label: words.costs, href: 'costs' },
    { label: `${words.cart} ${state.cart.length}`, href: 'cart' },
    { label: `${words.orders} ${state.orders.length}`, href: 'order' },
  ];
  if (style.brand !== 'link') links.unshift({ label: words.home, href: './' });
  const searchHere = world.searchOn === 'every' || path.length === 0;
  return {
    title: `${content.heading} | ${world.brand}`,
    body: shell(style, {
      brand: world.brand,
      links,
      tools: searchHere ? searchForm(world, path[0] === 'search' ? (query.get('q') ?? '') : '') : null,
      alert: messages[''],
      ...content,
    }),
  };
}

function route(visit: Visit, path: readonly string[], query: URLSearchParams): Content | null {
  const { world } = visit;
  const [page = '', id = ''] = path;
  if (path.length > 2) return null;
  switch (page) {
    case '':
      return homePage(world);
    case 'list':
      return world.categories.includes(id) ? listPage(world, id, query) : null;
    case 'search':
      return searchPage(world, query);
    case 'product': {
      const product = world.products.find((candidate) => candidate.id === id);
      return product ? productPage(world, product) : null;
    }
    case 'cart':
      return cartPage(visit);
    case 'checkout':
      return checkoutPage(visit);
    case 'order':
      return orderPage(visit);
    case 'offers':
      return {
        heading: world.words.offers,
        main: [<p key="text">{world.words.offerText}</p>, facts(world.style, [[world.words.voucher, world.voucher]])],
        aside: departments(world),
      };
    case 'costs':
      return {
        heading: world.words.costs,
        main: facts(
          world.style,
          world.shipping.map((way) => [way.name, way.price]),
        ),
        aside: departments(world),
      };
    default:
      return null;
  }
}

const searchForm = ({ style, words }: ShopWorld, query: string) => (
  <form action="search" method="get">
    {field(style, 'q', words.query, input('q', 'search', query))}
    <button type="submit">{words.search}</button>
  </form>
);

/** Links to the lists: on the home page, and on pages that would otherwise be dead ends. */
const departments = ({ words, categories }: ShopWorld) => (
  <section>
    <h3>{words.all}</h3>
    <ul class="rows">
      {categories.map((category) => (
        <li key={category} class="row">
          <a href={`list/${category}`}>{category}</a>
        </li>
      ))}
    </ul>
  </section>
);

function homePage(world: ShopWorld): Content {
  const { words, style, featured } = world;
  return {
    heading: words.featured,
    main: listing(style, [words.product, words.price, words.colour], featured.map(productEntry)),
    aside: departments(world),
  };
}

const productEntry = (product: Product): Entry => ({
  key: product.id,
  title: <a href={`product/${product.id}`}>{product.name}</a>,
  facts: [product.price, product.colour],
});

/** One page of `products`, with links to its neighbours; `link` gives the address of page n (1-based). */
function paged(world: ShopWorld, products: readonly Product[], page: number, link: (page: number) => string) {
  const { words, style, pageSize } = world;
  const shown = products.slice((page - 1) * pageSize, page * pageSize);
  return [
    shown.length > 0 ? (
      listing(style, [words.product, words.price, words.colour], shown.map(productEntry))
    ) : (
      <p key="nothing">{words.nothing}</p>
    ),
    <p key="pages">
      {page > 1 ? <a href={link(page - 1)}>{words.previous}</a> : null}
      {page * pageSize < products.length ? <a href={link(page + 1)}>{words.next}</a> : null}
    </p>,
  ];
}

const pageOf = (query: URLSearchParams): number => Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);

function searchPage(world: ShopWorld, query: URLSearchParams): Content {
  const wanted = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = world.products.filter((product) => {
    const words = `${product.name} ${product.category} ${product.colour}`.toLowerCase().split(' ');
    return wanted.length > 0 && wanted.every((word) => words.includes(word));
  });
  const link = (page: number): string => `search?${new URLSearchParams({ q: query.get('q') ?? '', page: `${page}` })}`;
  return { heading: world.words.results, main: paged(world, found, pageOf(query), link), aside: departments(world) };
}

function listPage(world: ShopWorld, category: string, query: URLSearchParams): Content {
  const colour = world.colours.find((name) => name === query.get('colour')) ?? '';
  const sort = query.get('sort') === 'price' ? 'price' : '';
  const products = world.products
    .filter((product) => product.category === category && (colour === '' || product.colour === colour))
    .sort((a, b) => (sort === 'price' ? a.cost - b.cost : a.name < b.name ? -1 : 1));
  const link = (page: number): string =>
    `list/${category}${listQuery({ sort, colour, page: page > 1 ? `${page}` : '' })}`;
  return {
    heading: category,
    aside: listControls(world, category, sort, colour),
    main: paged(world, products, pageOf(query), link),
  };
}

function listControls(world: ShopWorld, category: string, sort: string, colour: string) {
  const { words, style, controls, colours } = world;
  if (controls === 'links') {
    const link = (label: string, values: Record<string, string>) => (
      <a key={label} href={`list/${category}${listQuery({ sort, colour, ...values })}`}>
        {label}
      </a>
    );
    return (
      <p class="choices">
        <b>{words.sort}</b>
        {['name', 'price'].map((label) => link(label, { sort: label === 'name' ? '' : label }))}
        <b>{words.colour}</b>
        {[words.any, ...colours].map((label) => link(label, { colour: label === words.any ? '' : label }))}
      </p>
    );
  }
  const act: Record<string, string> = controls === 'instant' ? { 'data-on': 'filter', 'data-arg': category } : {};
  return (
    <form data-on="filter" data-arg={category}>
      {field(style, 'sort', words.sort, choice('sort', ['name', 'price'], sort || 'name', act))}
      {field(style, 'colour', words.colour, choice('colour', [words.any, ...colours], colour || words.any, act))}
      {controls === 'apply' ? <button type="submit">{words.apply}</button> : null}
    </form>
  );
}

function productPage({ words, style, sizes }: ShopWorld, product: Product): Content {
  return {
    heading: product.name,
    aside: (
      <p>
        <a href={`list/${product.category}`}>{product.category}</a>
      </p>
    ),
    main: [
      facts(style, [
        [words.price, product.price],
        [words.colour, product.colour],
        [words.material, product.material],
        [words.stock, product.stock],
      ]),
      <form key="buy" data-on="add" data-arg={product.id}>
        {field(style, 'size', words.size, choice('size', sizes, sizes[0]))}
        {field(style, 'quantity', words.quantity, choice('quantity', QUANTITIES, QUANTITIES[0]))}
        <button type="submit">
          {words.add} {words.cart.toLowerCase()}
        </button>
      </form>,
    ],
  };
}

const nameOf = (world: ShopWorld, line: Line): string =>
  world.products.find((product) => product.id === line.product)?.name ?? line.product;

const emptyPage = (world: ShopWorld, heading: string, text: string): Content => ({
  heading,
  main: <p>{text}</p>,
  aside: departments(world),
});

function cartPage({ world, state }: Visit): Content {
  const { words, style } = world;
  if (state.cart.length === 0) return emptyPage(world, words.cart, words.isEmpty);
  const entries = state.cart.map((line, i) => ({
    key: `${line.product} ${line.size}`,
    title: <a href={`product/${line.product}`}>{nameOf(world, line)}</a>,
    facts: [line.size, `${line.quantity}`],
    controls: minor(style, words.remove, 'remove', `${i}`),
  }));
  return {
    heading: words.cart,
    main: [
      listing(style, [words.product, words.size, words.quantity], entries),
      <p key="go">
        <a href="checkout">{words.checkout}</a>
        <button type="button" data-on="empty">
          {words.empty} {words.cart.toLowerCase()}
        </button>
      </p>,
    ],
  };
}

function checkoutPage({ world, state, messages }: Visit): Content {
  const { words, style } = world;
  if (state.cart.length === 0) return emptyPage(world, words.checkout, words.isEmpty);
  const ways = world.shipping.map((way) => way.name);
  return {
    heading: words.checkout,
    main: (
      <form data-on="order" noValidate>
        {field(style, 'name', words.name, input('name', 'text', ''), messages.name)}
        {field(style, 'city', words.city, input('city', 'text', ''), messages.city)}
        {field(style, 'shipping', words.shipping, choice('shipping', ways, ways[0]), messages.shipping)}
        {field(style, 'voucher', words.voucher, input('voucher', 'text', ''), messages.voucher)}
        {field(style, 'gift', words.gift, <input id="gift" name="gift" type="checkbox" />)}
        <button type="submit">{words.place}</button>
      </form>
    ),
  };
}

function orderPage({ world, state }: Visit): Content {
  const { words, style } = world;
  const order = state.orders.at(-1);
  if (!order) return emptyPage(world, words.orders, words.noOrder);
  const pairs: [string, string][] = [
    [words.name, order.name],
    [words.city, order.city],
    [words.shipping, order.shipping],
    [words.gift, order.gift ? 'yes' : 'no'],
  ];
  if (order.voucher) pairs.push([words.voucher, order.voucher]);
  return {
    heading: words.thanks,
    main: [
      listing(
        style,
        [words.product, words.size, words.quantity],
        order.lines.map((line) => ({
          key: `${line.product} ${line.size}`,
          title: nameOf(world, line),
          facts: [line.size, `${line.quantity}`],
        })),
      ),
      facts(style, pairs),
      minor(style, words.cancel, 'cancel', ''),
    ],
  };
}
