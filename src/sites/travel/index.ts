import type { SiteFamily } from '../site.ts';
import { expert } from './expert.ts';
import { check, templates } from './tasks.ts';
import { initial, type TravelState, update } from './update.ts';
import { view } from './view.tsx';
import { type TravelWorld, traits, world } from './world.ts';

/** A region to travel: places with reviews, connections with seats, ways between places, a trip and saved places. */
export const travel: SiteFamily<TravelWorld, TravelState> = {
  name: 'travel',
  heldOut: true,
  world,
  traits,
  initial,
  view,
  update,
  templates,
  check,
  expert,
};
