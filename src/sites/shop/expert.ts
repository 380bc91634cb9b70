import { ReverieError } from '../../core/errors.ts';
import type { Action, Observation, Task } from '../../core/types.ts';
import {
  addressOf,
  choose,
  click,
  fill,
  follow,
  nodeOf,
  nodesOf,
  note,
  PRESSABLE,
  press,
  stop,
  tick,
} from '../pick.ts';
import { sameLines, sameOrders, type Wanted, wantedOf } from './tasks.ts';
import type { Order, ShopState } from './update.ts';
import type { Product, ShopWorld } from './world.ts';

/** One look at the page, with everything the expert decides by. */
interface Look {
  world: ShopWorld;
  state: ShopState;
  task: Task;
  wanted: Wanted;
  seen: Observation;
  /** First part of the address: `''` is the home page. */
  page: string;
  id: string;
  query: URLSearchParams;
}

export function shopExpert(world: ShopWorld, task: Task, state: ShopState, seen: Observation): Action {
  const { path, query } = addressOf(seen.tree.url);
  const [page = '', id = ''] = path;
  const look: Look = { world, state, task, wanted: wantedOf(world, task), seen, page, id, query };
  return decide(look) ?? home(look) ?? { verb: 'goto', url: '/' };
}

function decide(look: Look): Action | undefined {
  const { state, wanted } = look;
  const [order] = wanted.orders;
  if (state.orders.length > 0 && !sameOrders(state.orders, wanted.orders)) return cancelLast(look);
  const ordered = order !== undefined && state.orders.length > 0;
  // What should be in the cart now: the lines of the order to come, too.
  const lines = order && !ordered ? order.lines : wanted.cart;
  if (!sameLines(state.cart, lines)) {
    const wrong = state.cart.findIndex((line) => !sameLines([line], lines));
    if (wrong >= 0) return takeOut(look, wrong);
    return fetchCode(look, order) ?? putIn(look);
  }
  if (wanted.answer !== undefined) return answer(look, wanted.answer);
  if (!order || ordered) return stop();
  return checkOut(look, order);
}

const home = ({ seen, world }: Look): Action | undefined => follow(seen, world.words.home) ?? follow(seen, world.brand);
const toCart = ({ seen, world, state }: Look): Action | undefined =>
  follow(seen, `${world.words.cart} ${state.cart.length}`);

function cancelLast(look: Look): Action | undefined {
  const { seen, world, state, page } = look;
  return page === 'order'
    ? press(seen, world.words.cancel)
    : follow(seen, `${world.words.orders} ${state.orders.length}`);
}

function takeOut(look: Look, line: number): Action | undefined {
  const { seen, world, state, page } = look;
  if (page !== 'cart') return toCart(look);
  if (state.cart.length > 1 && !state.cart.some((other) => other.product === look.wanted.product?.id))
    return press(seen, `${world.words.empty} ${world.words.cart.toLowerCase()}`);
  return click(nodesOf(seen, PRESSABLE, world.words.remove)[line]);
}

/** Notes the voucher code before anything that needs it; on every second site only once the checkout asks for it. */
function fetchCode(look: Look, order: Order | undefined): Action | undefined {
  const { seen, world, page } = look;
  if (!order?.voucher || seen.notes.includes(order.voucher)) return undefined;
  if (asksLate(look) && page !== 'checkout' && page !== 'offers') return undefined;
  return page === 'offers' ? note(seen, order.voucher) : follow(seen, world.words.offers);
}
const asksLate = ({ world }: Look): boolean => world.seed % 2 === 1;

function putIn(look: Look): Action | undefined {
  const { seen, world, wanted, page, id } = look;
  const [line] = wanted.orders[0]?.lines ?? wanted.cart;
  if (page !== 'product' || id !== line.product) return open(look);
  return (
    choose(seen, world.words.size, line.size) ??
    choose(seen, world.words.quantity, `${line.quantity}`) ??
    press(seen, `${world.words.add} ${world.words.cart.toLowerCase()}`)
  );
}

/** Towards the page of the wanted product: by search when the goal names it, by its list when it must be found. */
function open(look: Look): Action | undefined {
  const { task, seen, wanted, page } = look;
  if (!wanted.product)
    throw new ReverieError('internal', { who: 'shop expert', rule: 'no such product', got: task.slots });
  // A wrong product was opened: back to where it was chosen (every other step, should there be nothing to go back to).
  if (page === 'product' && seen.step % 2 === 1) return { verb: 'go_back' };
  return task.slots.category ? openFromList(look, wanted.product) : openBySearch(look, wanted.product);
}

const openBySearch = ({ seen, world }: Look, product: Product): Action | undefined =>
  follow(seen, product.name) ?? fill(seen, world.words.query, product.name, true);

function openFromList(look: Look, product: Product): Action | undefined {
  const { seen, world, task, page, id, query } = look;
  if (page !== 'list' || id !== task.slots.category) return follow(seen, task.slots.category);
  const colour = task.slots.colour ?? world.words.any;
  const sorted = query.get('sort') === 'price';
  const filtered = (query.get('colour') ?? world.words.any) === colour;
  if (sorted && filtered) return follow(seen, product.name) ?? follow(seen, world.words.previous);
  if (world.controls === 'links') return follow(seen, sorted ? colour : 'price');
  return (
    choose(seen, world.words.sort, 'price') ??
    choose(seen, world.words.colour, colour) ??
    press(seen, world.words.apply)
  );
}

function answer(look: Look, text: string): Action | undefined {
  const { seen, world, task, wanted, page, id } = look;
  if (!wanted.product) {
    if (page === 'costs') return stop(text);
    return follow(seen, world.words.costs);
  }
  const shown = page === 'product' && id === wanted.product.id;
  const listed = ['search', 'list', ''].includes(page) && nodeOf(seen, 'link', wanted.product.name) !== undefined;
  const inLists = task.template === 'price' || task.slots.fact === 'colour';
  return shown || (listed && inLists) ? stop(text) : open(look);
}

function checkOut(look: Look, order: Order): Action | undefined {
  const { seen, world, page } = look;
  const { words } = world;
  const typed = nodeOf(seen, 'textbox', words.voucher)?.value === order.voucher;
  const code = page === 'checkout' && typed ? undefined : fetchCode(look, order);
  if (code) return code;
  if (page === 'offers' && asksLate(look)) return { verb: 'go_back' };
  if (page === 'cart') return follow(seen, words.checkout);
  if (page !== 'checkout') return toCart(look);
  return (
    fill(seen, words.name, order.name) ??
    fill(seen, words.city, order.city) ??
    choose(seen, words.shipping, order.shipping) ??
    fill(seen, words.voucher, order.voucher) ??
    tick(seen, words.gift, order.gift) ??
    press(seen, words.place)
  );
}
