import type { VNode } from 'preact';
import type { Rng } from '../core/rng.ts';
import type { Action, Observation, SplitName, Task, Tier } from '../core/types.ts';

/**
 * A site family: a *pure description* of seeded web sites. `runtime.tsx` turns it into ordinary pages (real documents,
 * real navigation, native inputs); the same functions give tasks, checkers and scripted experts to node and workers.
 *
 * `World` is what the seed decides once (catalogue, people, wording, layout); `State` is what visitors change (cart,
 * tickets, bookings) and is plain JSON.
 */
export interface SiteFamily<World = unknown, State = unknown> {
  name: string;
  /** For test only: its sites make up the split `test-unseen-family` and are in no other. */
  heldOut?: true;
  /** Deterministic in `seed`. Style comes from `styleOf(seed)`: unseen-style seeds draw wordings/layouts train never has. */
  world(seed: number): World;
  /** What the seed decided about the kind of site; `styleOf(seed)` decides the rest. */
  traits(world: World): Traits;
  /** The state of a fresh visit. */
  initial(world: World): State;
  /**
   * The page at `url` (site-relative path + query, e.g. `/list/mugs?sort=price`) with the messages of the last event.
   * Pure; unknown paths give a "not found" page. Views use plain relative links (`href="list/mugs"`, the base is the
   * site's root), native GET forms (`<form action="search">`) and uncontrolled inputs (`defaultValue`, `defaultChecked`).
   */
  view(world: World, state: State, url: string, messages: Messages): Page;
  /** Handles an event raised by a control of the page (see `on` in runtime). Pure: returns the new state and where to go. */
  update(world: World, state: State, event: SiteEvent): Update<State>;
  templates: TaskTemplate<World>[];
  /** Which texts given to `stop` make a visit that ends in `state` a success: all of them, none, or the right answer. */
  check(world: World, task: Task, state: State): (answer: string) => boolean;
  /**
   * The scripted expert: the next action towards the goal from *any* reachable situation (it recovers from wrong pages
   * and wrong field values), `stop` when done. May read `state`; picks nodes from `observation` by role and name.
   */
  expert(world: World, task: Task, state: State, observation: Observation): Action;
}

/** What a site is about, and which of the ways to build each of its features it has. */
export interface Traits {
  /** Everyday words; a site about several things joins them with commas. */
  category: string;
  capabilities: Readonly<Record<string, string>>;
}

export interface Page {
  title: string;
  body: VNode;
}

/**
 * What an event left to say, by field name ('' = page-level alert). They are shown by the page that the event leads to
 * (after `navigate`, the new document) and gone at the next event or document.
 */
export type Messages = Readonly<Record<string, string>>;

/**
 * Raised by `<button data-on="add" data-arg="17">`, a role-less `<div data-on>`, a changed select or checkbox with
 * `data-on`, or the submission of a form: the submit button's own `data-on` wins over the form's. A form without either
 * is submitted natively. `fields` holds the enclosing form's values by `name`.
 */
export interface SiteEvent {
  type: string;
  arg: string;
  /** Values of the named controls of the enclosing form (checkbox: 'on' or ''). */
  fields: Record<string, string>;
  /** Where the visitor is. */
  url: string;
}

export interface Update<State> {
  state: State;
  /** Site-relative URL: a real document navigation. Absent: the same page is re-rendered in place. */
  navigate?: string;
  messages?: Messages;
}

export interface TaskTemplate<World = unknown> {
  name: string;
  tier: Tier;
  /** One instance: slots and a goal sentence in varied wording. The goal must contain every slot value verbatim (as separate words). */
  make(world: World, rng: Rng): { goal: string; slots: Record<string, string> };
  /** The same goal with exactly one slot changed to another plausible value of this world (for judge counterfactuals); null when impossible. */
  counterfactual(
    world: World,
    slots: Record<string, string>,
    rng: Rng,
  ): { goal: string; slots: Record<string, string> } | null;
}

export const HORIZON: Record<Tier, number> = { 1: 10, 2: 20, 3: 30 };

/**
 * Disjoint seed ranges: site content never overlaps between splits. `test-unseen-style` has wordings and layouts that no
 * other has; `test-unseen-family` has those of training on the sites of families that no other split has.
 */
export const SPLIT_SEEDS: Record<SplitName, readonly [number, number]> = {
  train: [0, 10_000],
  'test-seen': [10_000, 20_000],
  'test-unseen-style': [20_000, 30_000],
  'test-unseen-family': [30_000, 40_000],
};

/** True when `seed` belongs to the split with held-out wordings and layouts. */
export function isUnseenStyle(seed: number): boolean {
  const [first, end] = SPLIT_SEEDS['test-unseen-style'];
  return seed >= first && seed < end;
}

/** Site base path. `slot` separates parallel visits in one tab (same-origin frames share storage). */
export const siteBase = (slot: number, family: string, seed: number): string => `/site/${slot}/${family}/${seed}`;
