import type { PageAction } from '../action/problems.ts';
import { ReverieError } from '../core/errors.ts';
import type { Action, AXTree, Failure } from '../core/types.ts';

/** The page broke, not the agent: ends the episode. `code` is what reports count. */
export class PageFault extends ReverieError {
  readonly failure: Failure;
  constructor(code: 'navigation' | 'timeout' | 'crashed' | 'left-site', message: string, who = 'page') {
    super('environment', { who, rule: message });
    this.failure = { kind: 'environment', code, message };
  }
}

/** What a page shows right now. */
export interface PageReading {
  tree: AXTree;
  /** The visit's state, as the page's own script gives it; undefined when that script did not run. */
  state: unknown;
}

/** How the pages of a suite are asked: expressions of our own, evaluated in the page. */
export interface PageScript {
  /** Gives a `PageLook` without `navigating`. */
  look: string;
  /** Gives the visit's state. */
  state: string;
  /** Runs first in every new document. */
  preload?: string;
  /** The pages were not written for accessibility: see `ReadOptions`. */
  bare?: boolean;
}

export type TabAction = Extract<Action, { verb: 'new_tab' | 'tab_focus' | 'close_tab' }>;

/**
 * One page, driven. Every method that moves it resolves when it can be read again, and throws `PageFault` when the page
 * cannot be brought there; after a fault the next `open` starts afresh.
 */
export interface PageDriver {
  /** Starts a visit: opens `url` with an empty history. */
  open(url: string): Promise<void>;
  /** Follows an address as a new entry of the history. */
  follow(url: string): Promise<void>;
  /** Moves in the history; false when there is no such page. */
  travel(by: -1 | 1): Promise<boolean>;
  /** Performs an action of the page; a failure when the page refused it. */
  perform(action: PageAction, tree: AXTree): Promise<Failure | null>;
  /** Opens, shows or closes a tab. Absent: the visit has one tab, and links that ask for another open in it. */
  tabs?(action: TabAction): Promise<Failure | null>;
  read(): Promise<PageReading>;
  /** Takes what happened beside the page since the last call (dialogs, downloads), one phrase each. */
  takeAsides(): string[];
  close(): Promise<void>;
}

/** A driver that can also ask its page something. */
export interface AskingDriver extends PageDriver {
  /** Evaluates an expression of our own; resolves to its value when the page can be read again. */
  ask(expression: string): Promise<unknown>;
}

/** Layout, and with it what counts as visible, must not depend on the window: both worlds show pages at this size. */
export const VIEWPORT = { width: 1024, height: 768 } as const;
