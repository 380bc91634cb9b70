import type { SiteFamily } from '../site.ts';
import { expert } from './expert.ts';
import { check } from './target.ts';
import { templates } from './tasks.ts';
import { type BookingState, initialState, update } from './update.ts';
import { view } from './view.tsx';
import { type BookingWorld, createWorld, traits } from './world.ts';

/** Appointments: a wizard over several pages, bookings to change and cancel, a newsletter and a contact form. */
export const booking: SiteFamily<BookingWorld, BookingState> = {
  name: 'booking',
  world: createWorld,
  traits,
  initial: initialState,
  view,
  update,
  templates,
  check,
  expert,
};
