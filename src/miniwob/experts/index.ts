import { ReverieError } from '../../core/errors.ts';
import type { Action, Observation } from '../../core/types.ts';
import { CLICKS } from './clicks.ts';
import { TYPING } from './fields.ts';
import type { Expert } from './hand.ts';
import { PAGES } from './pages.ts';
import { POINTER } from './pointer.ts';

/** Scripted experts by task. They read what an agent reads: the page and the goal. */
export const EXPERTS: Readonly<Record<string, Expert>> = { ...CLICKS, ...TYPING, ...PAGES, ...POINTER };

/** Tasks that can be done from what an agent sees, but not by a script, by what a script does not know. */
export const NO_EXPERT: Readonly<Record<string, readonly string[]>> = {
  'asks for words of the same meaning': ['click-checkboxes-soft'],
  'asks in sentences that many people wrote, each in other words': [
    'email-inbox-nl-turk',
    'email-inbox-forward-nl-turk',
  ],
};

/** The scripted expert's next action on a page of MiniWoB++. Throws a `usage` error for a task without one. */
export function miniwobExpert(name: string, seen: Observation): Action {
  const expert = Object.hasOwn(EXPERTS, name) ? EXPERTS[name] : undefined;
  if (!expert) throw new ReverieError('usage', { who: 'miniwob', rule: 'there is no scripted expert', got: name });
  return expert(seen);
}
