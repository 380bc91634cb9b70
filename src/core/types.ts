/**
 * The plain data that flows through Reverie. Everything here is structured-cloneable and JSON-safe: no classes, no
 * functions, no tensors, no DOM.
 */

/** State flags of an accessibility node; absent means "does not apply" (and prints nothing). */
export interface NodeStates {
  focused?: boolean;
  disabled?: boolean;
  required?: boolean;
  checked?: boolean | 'mixed';
  selected?: boolean;
  expanded?: boolean;
  pressed?: boolean;
  invalid?: boolean;
  /** `aria-current` on links and tabs. */
  current?: boolean;
}

/** One node of the accessibility tree. */
export interface AXNode {
  /** Stable within an episode, never reused. Not comparable across episodes. */
  id: number;
  /** ARIA / Chrome role as printed, e.g. `link`, `button`, `textbox`, `combobox`, `StaticText`, `RootWebArea`. */
  role: string;
  /** Accessible name, white space collapsed. */
  name: string;
  /** Depth in the printed tree; the root is 0 and a child is at most one deeper than the node before it. */
  depth: number;
  /** Current value of a field (textbox, combobox, date, …), absent for roles without one. */
  value?: string;
  states?: NodeStates;
  /** True for a clickable element that has no role of its own; printed with role `clickable`. */
  synthetic?: true;
}

/** A page as the agent sees it: the preorder list of nodes *is* the tree (see `depth`). `nodes[0]` is the root. */
export interface AXTree {
  /** Path + query relative to the site's base, e.g. `/list/mugs?sort=price`; a full URL on foreign pages. */
  url: string;
  title: string;
  nodes: AXNode[];
  /** All tabs of the visit, by title; absent when this page is in the only one. */
  tabs?: { titles: string[]; current: number };
  /** Nodes dropped to keep the node budget; the text form says so. */
  omitted: number;
}

/** Everything the agent may know at one step. */
export interface Observation {
  goal: string;
  tree: AXTree;
  /** One line about the effect of the last action; empty at the start. */
  feedback: string;
  /** Texts the agent noted so far with `note [id]`, oldest first. */
  notes: string[];
  /** Number of actions taken so far. */
  step: number;
}

export type Action =
  | { verb: 'click'; target: number }
  | { verb: 'type'; target: number; text: string; enter: boolean }
  | { verb: 'select'; target: number; option: string }
  | { verb: 'hover'; target: number }
  | { verb: 'drag'; target: number; to: number }
  | { verb: 'click_at'; target: number; x: number; y: number }
  | { verb: 'press'; key: string }
  | { verb: 'scroll'; direction: 'up' | 'down' }
  | { verb: 'goto'; url: string }
  | { verb: 'go_back' }
  | { verb: 'go_forward' }
  | { verb: 'new_tab' }
  | { verb: 'tab_focus'; index: number }
  | { verb: 'close_tab' }
  | { verb: 'note'; target: number }
  | { verb: 'stop'; answer: string };

export type Verb = Action['verb'];

/**
 * Why something went wrong, never mixed in reports.
 * - `environment`: navigation, timeout, crash. The episode is dropped and counted, never scored 0.
 * - `format`: the action does not parse, or names an id or option that is not there.
 * - `policy`: a legal action that could not have an effect (disabled button, not editable, …).
 */
export interface Failure {
  kind: 'environment' | 'format' | 'policy';
  /** Short stable code for counting, e.g. `unknown-id`, `not-editable`, `timeout`, `crashed`. */
  code: string;
  /** One plain sentence; becomes the feedback line. */
  message: string;
}

/** Result of one action. `state` is privileged (checker, relabelling): no agent or world model ever sees it. */
export interface Transition {
  observation: Observation;
  reward: number;
  terminated: boolean;
  truncated: boolean;
  failure?: Failure;
  /** Why nobody can score this end; `reward` is then 0 and means nothing. */
  notScored?: string[];
  state?: unknown;
}

export type SplitName = 'train' | 'test-seen' | 'test-unseen-style' | 'test-unseen-family';
export type Tier = 1 | 2 | 3;

/** One concrete job on one concrete site. */
export interface Task {
  /** `family/template/siteSeed/instance`, unique. */
  id: string;
  suite: 'sites' | 'counter' | 'miniwob' | 'webarena';
  family: string;
  template: string;
  siteSeed: number;
  instance: number;
  /** What the agent is told. */
  goal: string;
  /** By number of required facts: 1 – 3, 4 – 6, 7 or more. */
  tier: Tier;
  /** Step limit: 10, 20, 30 by tier. */
  horizon: number;
  /** The facts in the goal, for checker, expert and one-slot counterfactuals. */
  slots: Record<string, string>;
}

/** One recorded step: what was seen, what was done. */
export interface Step {
  observation: Observation;
  action: Action;
  reward: number;
  failure?: Failure;
  /** Privileged site state *before* the action. */
  state?: unknown;
  /** Wall time of the action in milliseconds. */
  ms: number;
}

export type WorldName = 'counter' | 'frame' | 'browser' | 'functions' | 'dream';

export interface Trajectory {
  id: string;
  task: Task;
  seed: number;
  world: WorldName;
  /** Who acted: `expert`, `random`, `human`, or a policy version such as `bc@1200+noise0.3`. */
  policy: string;
  steps: Step[];
  /** What was seen after the last action. */
  final: Observation;
  finalState?: unknown;
  reward: number;
  /** As in `Transition`. */
  notScored?: string[];
  terminated: boolean;
  truncated: boolean;
  failure?: Failure;
}
