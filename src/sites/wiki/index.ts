import type { SiteFamily } from '../site.ts';
import { expert } from './expert.ts';
import { check, templates } from './tasks.ts';
import { initial, update, type WikiState } from './update.ts';
import { view } from './view.tsx';
import { traits, type WikiWorld, world } from './world.ts';

/** A wiki: articles with infobox, sections, history and discussion, categories, watchlist, and all one's own edits in one list. */
export const wiki: SiteFamily<WikiWorld, WikiState> = {
  name: 'wiki',
  world,
  traits,
  initial,
  view,
  update,
  templates,
  check,
  expert,
};
