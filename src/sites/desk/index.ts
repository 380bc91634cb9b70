import type { SiteFamily } from '../site.ts';
import { expertDesk } from './expert.ts';
import { check, templates } from './tasks.ts';
import { updateDesk } from './update.ts';
import { viewDesk } from './view.tsx';
import { type DeskState, type DeskWorld, initial, traits, world } from './world.ts';

/** A help desk: tickets with status, assignee, priority and comments, a directory of people, a list of codes. */
export const desk: SiteFamily<DeskWorld, DeskState> = {
  name: 'desk',
  world,
  traits,
  initial,
  view: viewDesk,
  update: updateDesk,
  templates,
  check,
  expert: expertDesk,
};
