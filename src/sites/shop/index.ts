import type { SiteFamily } from '../site.ts';
import { shopExpert } from './expert.ts';
import { checkShop, shopTemplates } from './tasks.ts';
import { initialShop, type ShopState, updateShop } from './update.ts';
import { viewShop } from './view.tsx';
import { type ShopWorld, shopWorld, traits } from './world.ts';

/** A shop: search, lists with sorting and filters, products, cart, checkout, orders, a voucher on another page. */
export const shop: SiteFamily<ShopWorld, ShopState> = {
  name: 'shop',
  world: shopWorld,
  traits,
  initial: initialShop,
  view: viewShop,
  update: updateShop,
  templates: shopTemplates,
  check: checkShop,
  expert: shopExpert,
};
