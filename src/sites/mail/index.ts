import type { SiteFamily } from '../site.ts';
import { expert } from './expert.ts';
import { check } from './target.ts';
import { templates } from './tasks.ts';
import { initialState, type MailState, update } from './update.ts';
import { view } from './view.tsx';
import { createWorld, type MailWorld, traits } from './world.ts';

/** A mail client: folders, mails to read, answer, pass on and file, contacts, and a calendar of one month. */
export const mail: SiteFamily<MailWorld, MailState> = {
  name: 'mail',
  world: createWorld,
  traits,
  initial: initialState,
  view,
  update,
  templates,
  check,
  expert,
};
