import type { SiteFamily } from '../site.ts';
import { expert } from './expert.ts';
import { check, templates } from './tasks.ts';
import { type ForumState, initial, update } from './update.ts';
import { view } from './view.tsx';
import { type ForumWorld, traits, world } from './world.ts';

/** A forum: boards, threads with posts and polls, members, a profile, and everything one wrote in one list. */
export const forum: SiteFamily<ForumWorld, ForumState> = {
  name: 'forum',
  world,
  traits,
  initial,
  view,
  update,
  templates,
  check,
  expert,
};
