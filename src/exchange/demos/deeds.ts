import { isModifier, keyOf } from './keyCodes.ts';
import { everyNode, type RecordedNode, type RecordedState, type Recording } from './recorded.ts';

interface Span {
  /** Index of the state that the person saw before. */
  from: number;
}
/** A press of the mouse button, until the next one or the next key. */
export interface MouseDeed extends Span {
  kind: 'mouse';
  hit: RecordedNode | undefined;
  /** Pixels between press and release when they hit different elements and no click came of it, else 0. */
  drag: number;
  /** Something scrolled while the button was down: a scroll bar, then. */
  scrolled: boolean;
}
/** Keys that went into one field. */
export interface TypingDeed extends Span {
  kind: 'typing';
  field: RecordedNode;
  /** State just before Enter was pressed in a field of one line. */
  enterAt?: number;
}
/** One key outside of fields, or one in a field that writes nothing. */
export interface KeyDeed extends Span {
  kind: 'key';
  /** As our actions name it; null: there is no such name. */
  key: string | null;
  hit: RecordedNode | undefined;
}
/** The wheel: told once it has happened. */
export interface ScrollDeed extends Span {
  kind: 'scroll';
  hit: RecordedNode | undefined;
}
export type Deed = MouseDeed | TypingDeed | KeyDeed | ScrollDeed;

const BUTTONS = /^(checkbox|radio|button|submit|reset|image|file)$/;

/** Something to type into. */
export const isTyped = ({ tag, type }: RecordedNode): boolean =>
  tag === 'textarea' || (tag === 'input' && !BUTTONS.test(type));

/** Its parts are set by keys of all kinds. */
const isPicker = ({ type }: RecordedNode): boolean => /^(date|time|month|week|datetime-local|number|range)$/.test(type);

/** The innermost, last drawn element at a point. */
function elementAt(dom: RecordedNode, x: number, y: number): RecordedNode | undefined {
  let found: RecordedNode | undefined;
  for (const node of everyNode(dom)) {
    const { box } = node;
    const inside = x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
    if (inside && node.tag !== '') found = node;
  }
  return found;
}

const TAB = 9;
const ENTER = 13;
/** Backspace, Delete, and what an input method takes. */
const WRITING = new Set([8, 46, 229]);

interface Seen {
  at: number;
  state: RecordedState;
  type: string;
}

const isKey = ({ type }: Seen): boolean => type.startsWith('key');

function mouseDeed(events: readonly Seen[], start: number): { deed: MouseDeed; next: number } {
  const [down] = events.slice(start, start + 1);
  const hitOf = ({ state }: Seen): RecordedNode | undefined =>
    state.hit ?? elementAt(state.dom, state.event!.x, state.event!.y);
  let next = start + 1;
  let up: Seen | undefined;
  let click: Seen | undefined = down.type === 'click' ? down : undefined;
  let scrolled = false;
  for (; next < events.length && events[next].type !== 'mousedown' && !isKey(events[next]); next++) {
    if (events[next].type === 'scroll' && (up ?? click) !== undefined) break;
    scrolled ||= events[next].type === 'scroll';
    if (events[next].type === 'mouseup') up ??= events[next];
    if (events[next].type === 'click') click ??= events[next];
  }
  const pressed = hitOf(down);
  const { x, y } = down.state.event!;
  const moved = up === undefined ? 0 : Math.hypot(up.state.event!.x - x, up.state.event!.y - y);
  const elsewhere = up !== undefined && hitOf(up)?.key !== pressed?.key && moved > NEAR;
  const hit = elsewhere && click !== undefined ? hitOf(click) : pressed;
  // The state of a click that no button made (Enter, a label) has the box ticked already.
  const from = down.type === 'click' ? Math.max(0, down.at - 1) : down.at;
  return { deed: { kind: 'mouse', from, hit, drag: elsewhere && click === undefined ? moved : 0, scrolled }, next };
}

/** A hand that clicks moves no farther, in pixels. */
const NEAR = 10;

const isWriting = ({ state, type }: Seen): boolean => type === 'keypress' || WRITING.has(state.event!.keyCode);

function typingDeeds(events: readonly Seen[], start: number): { deeds: Deed[]; next: number } {
  const field = events[start].state.hit!;
  const from = events[start].at;
  let enterAt: number | undefined;
  let next = start;
  let ended = false;
  let pasted = false;
  const strokes: Seen[] = [];
  for (; next < events.length; next++) {
    const one = events[next];
    const { keyCode } = one.state.event!;
    if (one.type === 'mousedown' || one.type === 'mouseup') break;
    // A form that is sent by Enter clicks its button.
    if (one.type === 'click' && enterAt === undefined) break;
    if (one.type !== 'keydown') {
      if (one.type === 'keypress' && keyCode !== ENTER) strokes.push(one);
      continue;
    }
    if (ended || one.state.hit?.key !== field.key) break;
    strokes.push(one);
    if (keyCode === TAB) ended = true;
    if (keyCode === ENTER && field.tag !== 'textarea') {
      enterAt = one.at;
      ended = true;
    }
    pasted ||= keyCode === PASTE || keyCode === CUT;
  }
  const writes = isPicker(field) || enterAt !== undefined || pasted || strokes.some(isWriting);
  if (writes) return { deeds: [{ kind: 'typing', from, field, ...(enterAt !== undefined && { enterAt }) }], next };
  const keys = strokes.filter(({ type, state }) => type === 'keydown' && !isModifier(state.event!.keyCode));
  return {
    deeds: keys.map(({ at, state }) => ({ kind: 'key', from: at, key: keyOf(state.event!.keyCode), hit: field })),
    next,
  };
}

const PASTE = 86;
const CUT = 88;

/** What somebody did, in order. */
export function deedsOf({ states }: Recording): Deed[] {
  const events = states.flatMap((state, at): Seen[] =>
    state.event === null ? [] : [{ at, state, type: state.event.type }],
  );
  const deeds: Deed[] = [];
  for (let i = 0; i < events.length; ) {
    const { type, state, at } = events[i];
    if (type === 'mousedown' || type === 'click') {
      const { deed, next } = mouseDeed(events, i);
      deeds.push(deed);
      i = next;
    } else if (type === 'keydown' && state.hit !== undefined && isTyped(state.hit)) {
      const typed = typingDeeds(events, i);
      deeds.push(...typed.deeds);
      i = typed.next;
    } else {
      if (type === 'keydown' && !isModifier(state.event!.keyCode))
        deeds.push({ kind: 'key', from: at, key: keyOf(state.event!.keyCode), hit: state.hit });
      if (type === 'scroll') deeds.push({ kind: 'scroll', from: at, hit: state.hit });
      i++;
    }
  }
  return deeds;
}
