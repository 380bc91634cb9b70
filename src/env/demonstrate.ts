import { feedbackLine } from '../action/feedback.ts';
import { printAction } from '../action/parse.ts';
import { READINESS } from '../action/readiness.ts';
import { ACTIONS, checkAction, describe, legalTargets, noteText } from '../action/table.ts';
import type { Action, Observation, Task, Trajectory, Verb } from '../core/types.ts';
import { checkTask } from '../sites/tasks.ts';
import { PageFault } from './driver.ts';
import { FrameDriver } from './frame.ts';
import { siteRoot } from './site.ts';
import { startTrajectory } from './wrappers.ts';

/** What was recorded so far, for the person who demonstrates. */
export interface DemonstrationProgress {
  /** Every action as written, with what it hit. */
  actions: { text: string; target: string }[];
  /** The next click will note a text instead of clicking. */
  noting: boolean;
  notes: readonly string[];
  /** Why the last thing done was not recorded; empty when it was. */
  problem: string;
}

export interface DemonstrationParts {
  container: HTMLElement;
  /** Origin that serves the sites, and a slot that nobody else uses. */
  base: string;
  slot: number;
  task: Task;
  seed: number;
  onChange(progress: DemonstrationProgress): void;
}

export interface Demonstration {
  /** Makes the next click a `note` of what is clicked. */
  note(on: boolean): void;
  travel(by: -1 | 1): Promise<void>;
  /** Ends the task with an answer (empty when it asks for none) and lets the checker decide. */
  finish(answer: string): Promise<Trajectory>;
  close(): Promise<void>;
}

const TYPED =
  'textarea, input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=reset], [type=image])';
type Field = HTMLInputElement | HTMLTextAreaElement;

/** Stops an event before the page hears of it. */
function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * A person solves a task in a frame of this tab; what they click, type and choose is recorded as an agent's actions.
 *
 * An agent types a text in one action and never moves the focus for its own sake. So a person's keys become one `type`
 * when they leave the field or press Enter, and the page counts as seen when they *begin* the next action, not later.
 */
export async function startDemonstration({
  container,
  base,
  slot,
  task,
  seed,
  onChange,
}: DemonstrationParts): Promise<Demonstration> {
  /** Nothing is heard before the first page was read and after the task has ended. */
  let over = true;
  const driver = new FrameDriver(container, READINESS.cap, listen);
  await driver.open(`${siteRoot({ base, slot }, task)}/?fresh`);
  driver.takeAsides();
  const start = driver.readNow();
  let { state } = start;
  let seen: Observation = { goal: task.goal, tree: start.tree, feedback: '', notes: [], step: 0 };
  const recorder = startTrajectory(task, seed, seen, { world: 'frame', policy: 'human' }, state);
  const actions: DemonstrationProgress['actions'] = [];
  let doing: { action: Action; ms: number } | null = null;
  let typing: { field: Field; id: number; before: string } | null = null;
  /** The field whose Enter the browser may turn into a click on the form's button. */
  let submitting: EventTarget | null = null;
  let noting = false;
  let problem = '';
  let began = performance.now();
  over = false;

  const tell = (): void => onChange({ actions: [...actions], noting, notes: seen.notes, problem });

  /** Waits in the background, so that new documents are watched from their beginning. */
  function follow(): void {
    driver.settled().catch((error: unknown) => {
      if (over) return;
      problem = error instanceof PageFault ? error.failure.message : String(error);
      tell();
    });
  }
  const onLoad = (): void => {
    if (!over) follow();
  };
  container.addEventListener('load', onLoad, true);

  /** Books the action under way with what the page shows now; false when the page cannot be read yet. */
  function catchUp(): boolean {
    if (!driver.ready) return false;
    if (!doing) return true;
    const { action, ms } = doing;
    doing = null;
    const reading = driver.readNow();
    const noted = action.verb === 'note' ? seen.tree.nodes.find(({ id }) => id === action.target) : undefined;
    const after: Observation = {
      goal: task.goal,
      tree: reading.tree,
      feedback: feedbackLine(action, seen.tree, reading.tree, driver.takeAsides()),
      notes: noted ? [...seen.notes, noteText(noted)] : seen.notes,
      step: seen.step + 1,
    };
    state = reading.state;
    recorder.add(action, { observation: after, reward: 0, terminated: false, truncated: false, state }, ms);
    seen = after;
    return true;
  }

  function record(action: Action): void {
    const failure = checkAction(action, seen.tree);
    problem = failure?.message ?? '';
    if (!failure) {
      const now = performance.now();
      doing = { action, ms: now - began };
      began = now;
      const target = 'target' in action ? seen.tree.nodes.find(({ id }) => id === action.target) : undefined;
      actions.push({ text: printAction(action), target: target ? describe(target) : '' });
      follow();
    }
    tell();
  }

  /** The node that `verb` can act on at or around an element. */
  function nodeAt(element: Element | null, verb: Verb): number | undefined {
    // A click in a field only moves the caret, which an agent does not do for its own sake.
    const fields = new Set(verb === 'click' ? legalTargets('type', seen.tree) : []);
    const targets = legalTargets(verb, seen.tree).filter((i) => !fields.has(i));
    const legal = new Set(targets.map((i) => seen.tree.nodes[i].id));
    for (let at = element; at; at = at.parentElement) {
      const id = driver.ids.idOf(at);
      if (legal.has(id)) return id;
    }
    return undefined;
  }

  /** The node whose text stands at or around an element. */
  function textAt(element: Element | null): number | undefined {
    const worth = new Set(seen.tree.nodes.filter(ACTIONS.note.targets).map(({ id }) => id));
    for (let at = element; at; at = at.parentElement) {
      const id = [at, ...at.childNodes].map((node) => driver.ids.idOf(node)).find((one) => worth.has(one));
      if (id !== undefined) return id;
    }
    return undefined;
  }

  function beginTyping(field: Field): void {
    if (typing?.field === field) return;
    endTyping(false);
    if (!catchUp()) return;
    const id = nodeAt(field, 'type');
    if (id !== undefined) typing = { field, id, before: seen.tree.nodes.find((node) => node.id === id)?.value ?? '' };
  }

  function endTyping(enter: boolean): void {
    if (!typing) return;
    const { field, id, before } = typing;
    typing = null;
    if (enter || field.value !== before) record({ verb: 'type', target: id, text: field.value, enter });
  }

  function onPress(event: Event): void {
    if (over) return;
    submitting = null;
    if (typing && event.target !== typing.field) endTyping(false);
    if (noting || !catchUp()) swallow(event);
  }

  function onClick(event: MouseEvent): void {
    if (over) return;
    const target = event.target as Element | null;
    if (noting) {
      swallow(event);
      const id = catchUp() ? textAt(target) : undefined;
      noting = false;
      if (id !== undefined) record({ verb: 'note', target: id });
      else problem = 'There is no text to note at this place.';
      catchUp();
      tell();
      return;
    }
    // Enter in a field makes the browser click the form's button: that is part of the typing.
    if (event.detail === 0 && submitting && target !== submitting) return;
    if (!catchUp()) {
      swallow(event);
      return;
    }
    const id = nodeAt(target, 'click');
    if (id !== undefined) record({ verb: 'click', target: id });
  }

  function onKey(event: KeyboardEvent): void {
    if (over) return;
    submitting = null;
    const target = event.target as Element;
    if (event.key === 'Enter' && target.matches(TYPED) && target.localName === 'input') {
      beginTyping(target as Field);
      endTyping(true);
      submitting = target;
    } else if (!typing) catchUp();
  }

  function onChoice(event: Event): void {
    const select = event.target as HTMLSelectElement;
    if (over || select.localName !== 'select' || !catchUp()) return;
    const id = nodeAt(select, 'select');
    const option = (select.selectedOptions[0]?.label ?? '').replace(/\s+/g, ' ').trim();
    if (id !== undefined) record({ verb: 'select', target: id, option });
  }

  /** Hears of everything before the page does. */
  function listen(page: Document): void {
    const view = page.defaultView as Window & typeof globalThis;
    const on = <K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void): void =>
      view.addEventListener(type, hear, true);
    const onEdit = (event: Event): void => {
      if (!over && (event.target as Element).matches?.(TYPED)) beginTyping(event.target as Field);
    };
    on('pointerdown', onPress);
    on('mousedown', (event) => {
      if (noting) swallow(event);
    });
    on('click', onClick);
    on('keydown', onKey);
    on('beforeinput', onEdit);
    // Fields with a picker announce nothing before they change.
    on('input', onEdit);
    on('change', onChoice);
    on('focusout', (event) => {
      if (!over && event.target === typing?.field) endTyping(false);
    });
  }

  async function rest(): Promise<void> {
    endTyping(false);
    await driver.settled();
    catchUp();
  }

  const close = async (): Promise<void> => {
    over = true;
    container.removeEventListener('load', onLoad, true);
    await driver.close();
  };

  tell();
  return {
    note(on) {
      noting = on;
      tell();
    },
    async travel(by) {
      await rest();
      if (await driver.travel(by)) record({ verb: by < 0 ? 'go_back' : 'go_forward' });
      else {
        problem = by < 0 ? 'There is no earlier page.' : 'There is no later page.';
        tell();
      }
    },
    async finish(answer) {
      await rest();
      const action: Action = { verb: 'stop', answer };
      const reward = checkTask(task, state, answer) ? 1 : 0;
      const observation = { ...seen, feedback: feedbackLine(action, seen.tree, seen.tree), step: seen.step + 1 };
      recorder.add(
        action,
        { observation, reward, terminated: true, truncated: false, state },
        performance.now() - began,
      );
      await close();
      return recorder.finish();
    },
    close,
  };
}
