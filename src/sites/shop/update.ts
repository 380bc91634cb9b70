import type { SiteEvent, Update } from '../site.ts';
import { QUANTITIES, type ShopWorld } from './world.ts';

/** `product` is a product id. */
export interface Line {
  product: string;
  size: string;
  quantity: number;
}

export interface Order {
  lines: Line[];
  name: string;
  city: string;
  shipping: string;
  gift: boolean;
  /** '' without one. */
  voucher: string;
}

export interface ShopState {
  cart: Line[];
  orders: Order[];
}

export const initialShop = (): ShopState => ({ cart: [], orders: [] });

/** Query of a list with `sort`, `colour` and `page`; defaults are left out, so that one list has one address. */
export function listQuery(values: Record<string, string>): string {
  const query = new URLSearchParams();
  for (const name of ['sort', 'colour', 'page']) if (values[name]) query.set(name, values[name]);
  const text = query.toString();
  return text ? `?${text}` : '';
}

export function updateShop(world: ShopWorld, state: ShopState, event: SiteEvent): Update<ShopState> {
  switch (event.type) {
    case 'filter': {
      const { sort, colour } = event.fields;
      const chosen = { sort: sort === 'name' ? '' : sort, colour: colour === world.words.any ? '' : colour };
      return { state, navigate: `/list/${event.arg}${listQuery(chosen)}` };
    }
    case 'add':
      return add(world, state, event);
    case 'remove':
      return { state: { ...state, cart: state.cart.filter((_, i) => i !== Number(event.arg)) } };
    case 'empty':
      return { state: { ...state, cart: [] } };
    case 'order':
      return order(world, state, event);
    case 'cancel':
      return { state: { ...state, orders: state.orders.slice(0, -1) } };
    default:
      return { state };
  }
}

function add(world: ShopWorld, state: ShopState, { arg, fields }: SiteEvent): Update<ShopState> {
  const known = world.products.some((product) => product.id === arg);
  if (!known || !world.sizes.includes(fields.size) || !QUANTITIES.includes(fields.quantity)) return { state };
  const line: Line = { product: arg, size: fields.size, quantity: Number(fields.quantity) };
  const same = state.cart.findIndex((other) => other.product === arg && other.size === line.size);
  const cart =
    same < 0
      ? [...state.cart, line]
      : state.cart.map((other, i) => (i === same ? { ...other, quantity: other.quantity + line.quantity } : other));
  return { state: { ...state, cart }, messages: { '': world.words.added } };
}

function order(world: ShopWorld, state: ShopState, { fields }: SiteEvent): Update<ShopState> {
  const [name, city, voucher] = [fields.name, fields.city, fields.voucher].map((text) => (text ?? '').trim());
  const messages: Record<string, string> = {};
  if (!name) messages.name = world.words.missing;
  if (!city) messages.city = world.words.missing;
  if (voucher && voucher !== world.voucher) messages.voucher = world.words.badVoucher;
  if (state.cart.length === 0) messages[''] = world.words.isEmpty;
  if (!world.shipping.some((way) => way.name === fields.shipping)) messages.shipping = world.words.missing;
  if (Object.keys(messages).length > 0) return { state, messages };
  const placed: Order = {
    lines: state.cart,
    name,
    city,
    shipping: fields.shipping,
    gift: fields.gift === 'on',
    voucher,
  };
  return { state: { cart: [], orders: [...state.orders, placed] }, navigate: '/order' };
}
