import { feedbackLine } from '../../action/feedback.ts';
import { ACTIONS, checkAction } from '../../action/table.ts';
import { LIMITS } from '../../core/trajectorySchema.ts';
import type { Action, AXTree, Observation, Task, Trajectory } from '../../core/types.ts';
import { sameTree } from '../../page/compare.ts';
import { quote } from '../../page/text.ts';
import { type Deed, deedsOf, isTyped, type MouseDeed, type TypingDeed } from './deeds.ts';
import { everyNode, type RecordedNode, type Recording } from './recorded.ts';
import { createTreeReader, labelledBy, type TreeReader } from './tree.ts';

/** Why a recording is not converted. */
export type Reason =
  | 'nothing was recorded'
  | 'nothing was done'
  | 'a choice in a list, which is not recorded'
  | 'a drag'
  | 'what was clicked is not in the recording'
  | 'a key without a name'
  | 'an action that the page read does not allow'
  | 'too many steps';

/** A recording that our actions cannot tell, and where that begins. */
export interface Refusal {
  reason: Reason;
  /** Number of the state, from 1; 0: of none. */
  state: number;
  what: string;
}

/** A refusal on its way out. */
class Refused extends Error {
  constructor(
    readonly reason: Reason,
    readonly state: number,
    readonly what: string,
  ) {
    super(reason);
  }
}

const describe = (node: RecordedNode | undefined): string =>
  node === undefined
    ? 'nothing'
    : quote([node.tag, node.id && `#${node.id}`, ...node.classes.map((name) => `.${name}`)].join('').slice(0, 100));

/** Keys that choose nothing in a list. */
const SILENT = new Set([null, 'Tab', 'Enter', 'Escape']);

/** The page's frame: what is hit there is hit by accident. */
const isFrame = ({ tag, id }: RecordedNode): boolean => tag === 'body' || /^(wrap|area|mturk_form)$/.test(id);

const PASSING = /^ui-(state|datepicker-\w+-hover)/;

/** Equal for elements of one kind; a plain element is a kind of its own. */
function kindOf({ tag, id, classes, key }: RecordedNode): string {
  const lasting = classes.filter((name) => !PASSING.test(name));
  if (lasting.length > 0) return `${tag}.${lasting.sort().join('.')}`;
  return id === '' ? key : `${tag}#${id.replace(/\d+/g, '')}`;
}

interface Done {
  action: Action;
  /** Index of the state before it. */
  from: number;
}

/** One reading of a recording: `clicked` are the kinds of elements that clicks have shown to answer. */
class Telling {
  private readonly reader: TreeReader;
  private readonly trees = new Map<number, AXTree>();
  private readonly deeds: Deed[];
  /** Kinds that this reading finds to answer clicks without being known to. */
  readonly found = new Set<string>();

  constructor(
    task: string,
    private readonly recording: Recording,
    clicked: ReadonlySet<string>,
  ) {
    this.reader = createTreeReader(task, (node) => clicked.size > 0 && clicked.has(kindOf(node)));
    this.deeds = deedsOf(recording);
  }

  treeAt(state: number): AXTree {
    let tree = this.trees.get(state);
    if (tree === undefined) this.trees.set(state, (tree = this.reader.read(this.recording.states[state].dom)));
    return tree;
  }

  private get last(): number {
    return this.recording.states.length - 1;
  }

  /** Index of the state that the next deed begins at. */
  private after(i: number): number {
    return this.deeds[i + 1]?.from ?? this.last;
  }

  /** Did anything that is read change? Where the caret stands does not count. */
  private isVisible(from: number, to: number): boolean {
    const rest = ({ nodes }: AXTree) =>
      nodes.map((node) => (node.states?.focused ? { ...node, states: { ...node.states, focused: undefined } } : node));
    return from !== to && !sameTree(rest(this.treeAt(from)), rest(this.treeAt(to)));
  }

  /** The deed that brought success: whatever it was, it counts. */
  private isDecisive(i: number): boolean {
    return i === this.deeds.length - 1 && this.recording.raw === 1;
  }

  private node(key: string, state: number): RecordedNode | undefined {
    for (const node of everyNode(this.recording.states[state].dom)) if (node.key === key) return node;
    return undefined;
  }

  /** What a field held last, in the states from one to another. */
  private valueOf(field: RecordedNode, from: number, to: number): string {
    for (let state = to; state >= from; state--) {
      const found = this.node(field.key, state);
      if (found?.value !== undefined) return found.value;
    }
    return field.value ?? '';
  }

  /** The element that answers for what was hit: itself, the control of its label, or one around it. */
  private answering(hit: RecordedNode, state: number): { node: RecordedNode; id: number } | undefined {
    const { nodes } = this.treeAt(state);
    for (let at: RecordedNode | undefined = hit; at !== undefined; at = at.parent) {
      const control = at.tag === 'label' ? labelledBy(at) : undefined;
      for (const node of control === undefined ? [at] : [control, at]) {
        const id = this.reader.idOf(node);
        const found = nodes.find((one) => one.id === id);
        if (found === undefined) continue;
        if (ACTIONS.click.targets(found) || isTyped(node) || node.tag === 'select') return { node, id };
      }
    }
    return undefined;
  }

  /** The steps in order. Throws `Refused`. */
  tell(): Done[] {
    const done: Done[] = [];
    /** Where the clicks into the field that is typed into next began. */
    let focus: { key: string; from: number } | undefined;
    this.deeds.forEach((deed, i) => {
      const into = deed.kind === 'mouse' ? this.focusing(deed, i) : undefined;
      if (into !== undefined) {
        focus = focus?.key === into ? focus : { key: into, from: deed.from };
        return;
      }
      const begun = deed.kind === 'typing' && focus?.key === deed.field.key ? focus.from : deed.from;
      focus = undefined;
      const action = this.actionOf(deed, i);
      if (action !== null) done.push({ action, from: begun });
    });
    return done;
  }

  /** Key of the field that a click goes into only to type there next. */
  private focusing({ hit, from }: MouseDeed, i: number): string | undefined {
    const field = hit && this.answering(hit, from)?.node;
    if (field === undefined || !isTyped(field)) return undefined;
    const next = this.deeds.slice(i + 1).find((deed) => deed.kind !== 'mouse' || deed.hit?.key !== field.key);
    return next?.kind === 'typing' && next.field.key === field.key ? field.key : undefined;
  }

  private actionOf(deed: Deed, i: number): Action | null {
    const to = this.after(i);
    if (deed.kind === 'typing') return this.typing(deed, to, i);
    if (deed.kind === 'mouse') return this.clicking(deed, to, i);
    if (deed.kind === 'key' && deed.hit?.tag === 'select' && !SILENT.has(deed.key))
      this.refuse('a choice in a list, which is not recorded', deed);
    // A page that shows something else begins at its top: nobody scrolled.
    if (deed.kind === 'scroll')
      return this.isVisible(deed.from - 1, deed.from) ? null : this.scrolling(deed.from - 1, to);
    if (!this.isVisible(deed.from, to)) return null;
    return deed.key === null ? this.refuse('a key without a name', deed) : { verb: 'press', key: deed.key };
  }

  private typing({ field, from, enterAt }: TypingDeed, to: number, i: number): Action | null {
    const before = this.node(field.key, from)?.value ?? '';
    const text = enterAt === undefined ? this.valueOf(field, from, to) : this.valueOf(field, from, enterAt);
    if (text === before && !this.isVisible(from, to) && !this.isDecisive(i)) return null;
    return { verb: 'type', target: this.reader.idOf(field), text, enter: enterAt !== undefined };
  }

  private clicking(deed: MouseDeed, to: number, i: number): Action | null {
    const { hit, from, drag } = deed;
    const changed = this.isVisible(from, to);
    const matters = changed || this.isDecisive(i);
    const scrolled = deed.scrolled && !changed ? this.scrolling(from, to) : null;
    if (scrolled !== null) return scrolled;
    if (drag > 0) return changed ? this.dragging(deed) : null;
    if (hit === undefined) return matters ? this.refuse('what was clicked is not in the recording', deed) : null;
    const answer = this.answering(hit, from);
    if (answer === undefined) {
      if (matters && !isFrame(hit)) this.found.add(kindOf(hit));
      return null;
    }
    const { node, id } = answer;
    if (node.tag === 'select') {
      if (hit.tag === 'option') return { verb: 'select', target: id, option: hit.children[0]?.text ?? '' };
      return node.children.length > 0 ? null : this.refuse('a choice in a list, which is not recorded', deed);
    }
    if (isTyped(node)) {
      const text = this.valueOf(node, from, to);
      return matters ? { verb: 'type', target: id, text, enter: false } : null;
    }
    const isExact = node === hit || hit.tag === 'label' || !this.isSynthetic(id, from);
    return matters || isExact ? { verb: 'click', target: id } : null;
  }

  /** Downwards when the page moved up. */
  private scrolling(from: number, to: number): Action | null {
    const before = new Map([...everyNode(this.recording.states[from].dom)].map(({ key, box }) => [key, box.y]));
    let moved = 0;
    for (const { key, box } of everyNode(this.recording.states[to].dom)) moved += box.y - (before.get(key) ?? box.y);
    return moved === 0 ? null : { verb: 'scroll', direction: moved < 0 ? 'down' : 'up' };
  }

  private isSynthetic(id: number, state: number): boolean {
    return this.treeAt(state).nodes.find((node) => node.id === id)?.synthetic === true;
  }

  /**
   * Not told as `drag [from] [to]`, though there is such a verb: that goes to the middle of a node, and what counts for the handles,
   * pieces and texts that people dragged is where in it, or on nothing, they let go.
   */
  private dragging(deed: MouseDeed): never {
    return this.refuse('a drag', deed);
  }

  private refuse(reason: Reason, deed: Deed): never {
    throw new Refused(
      reason,
      this.recording.states[deed.from].number,
      describe(deed.kind === 'typing' ? deed.field : deed.hit),
    );
  }
}

/** Steps of a visit to MiniWoB++ that we count with; longer demonstrations have as many as they have. */
const HORIZON = 30;

const taskOf = (name: string, instance: number, { goal, fields }: Recording, steps: number): Task => ({
  id: `miniwob/${name}/demo/${instance}`,
  suite: 'miniwob',
  family: 'miniwob',
  template: name,
  // Not recorded: what the page was drawn from cannot be drawn again.
  siteSeed: 0,
  instance,
  goal,
  tier: 1,
  horizon: Math.max(HORIZON, steps),
  slots: fields,
});

/** What a demonstration is called: its task, its number among those of the task, and a name for itself. */
export interface DemoName {
  task: string;
  instance: number;
  id: string;
}

function trajectoryOf(
  recording: Recording,
  { task, instance, id }: DemoName,
  telling: Telling,
  done: Done[],
): Trajectory {
  const { states, goal, raw } = recording;
  const reward = raw === 1 ? 1 : 0;
  const observe = (state: number, step: number): Observation => {
    const tree = telling.treeAt(state);
    const earlier = done[step - 1];
    const feedback = earlier === undefined ? '' : feedbackLine(earlier.action, telling.treeAt(earlier.from), tree);
    return { goal, tree, feedback, notes: [], step };
  };
  const end = states.length - 1;
  const steps = done.map(({ action, from }, i) => {
    const observation = observe(from, i);
    const failure = checkAction(action, observation.tree);
    if (failure !== null)
      throw new Refused('an action that the page read does not allow', states[from].number, quote(failure.message));
    const next = done[i + 1]?.from ?? end;
    const ms = Math.max(0, states[next].time - states[from].time);
    return { observation, action, reward: i === done.length - 1 ? reward : 0, ms };
  });
  return {
    id,
    task: taskOf(task, instance, recording, steps.length),
    seed: 0,
    world: 'browser',
    policy: 'human',
    steps,
    final: observe(end, steps.length),
    reward,
    terminated: true,
    truncated: false,
  };
}

/** A demonstration as an episode of ours, or why it is none. */
export function convertRecording(recording: Recording, name: DemoName): Trajectory | Refusal {
  if (recording.states.length === 0) return { reason: 'nothing was recorded', state: 0, what: '' };
  try {
    let telling = new Telling(name.task, recording, new Set());
    let done = telling.tell();
    // What clicks had an effect on answers clicks, and so do its likes: read once more with that.
    if (telling.found.size > 0) {
      telling = new Telling(name.task, recording, telling.found);
      done = telling.tell();
    }
    if (done.length === 0) throw new Refused('nothing was done', 0, '');
    if (done.length > LIMITS.steps) throw new Refused('too many steps', 0, String(done.length));
    return trajectoryOf(recording, name, telling, done);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { reason, state, what } = error;
    return { reason, state, what };
  }
}
