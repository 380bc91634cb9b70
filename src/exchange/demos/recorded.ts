import { FileError } from '../../core/fileError.ts';
import { quote } from '../../page/text.ts';
import { readJson } from '../json.ts';

/*
 * The files of MiniWoB++'s demonstration recorder (`core/record.js` there): a goal, and the visible DOM at every event.
 * Every event is told twice, before the page handles it (`timing` 1) and after (3); the element it hit is marked.
 */

const WHO = 'miniwob-demos';

/** Far above the largest recording (11 million characters, 1,400 states, 1,100 nodes a page, 12 levels). */
export const DEMO_LIMITS = { characters: 64_000_000, states: 20_000, nodes: 20_000, nesting: 60, text: 100_000 };

/** A visible element or text of the page. */
export interface RecordedNode {
  /** The same for the same element over a whole recording, different for another. */
  key: string;
  /** The recorder's number for it. */
  ref: number;
  /** As CSS writes it, lower case; '' for a text. */
  tag: string;
  /** `type` of an `input`, else ''. */
  type: string;
  id: string;
  classes: string[];
  /** Of a text: the text; of an element: ''. */
  text: string;
  /** Current text of a field. */
  value?: string;
  /** Of a checkbox or radio button. */
  checked?: boolean;
  focused: boolean;
  background: string;
  box: { x: number; y: number; width: number; height: number };
  children: RecordedNode[];
  parent: RecordedNode | undefined;
}

export interface RecordedEvent {
  type: string;
  /** Of mouse events, CSS pixels on the page; else 0. */
  x: number;
  y: number;
  /** Of key events; else 0. */
  keyCode: number;
}

/** The page when an event came, before it handled it; or at the end. */
export interface RecordedState {
  /** Number of the state in the file, from 1. */
  number: number;
  /** Milliseconds since the start of the visit. */
  time: number;
  event: RecordedEvent | null;
  dom: RecordedNode;
  /** The element that the event hit, when it is visible. */
  hit: RecordedNode | undefined;
}

export interface Recording {
  /** Name of the task; '' when the file does not say. */
  task: string;
  goal: string;
  /** What the goal asks for, by name, where the task says so. */
  fields: Record<string, string>;
  /** Reward without its decay with time. */
  raw: number;
  states: RecordedState[];
}

const wrong = (where: string, rule: string): never => {
  throw new FileError(WHO, 'malformed', `${where}: ${rule}`);
};

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown, where: string): string {
  if (typeof value !== 'string') return wrong(where, 'this is not a text');
  return value.length <= DEMO_LIMITS.text ? value : wrong(where, `longer than ${DEMO_LIMITS.text} characters`);
}

const numberOf = (value: unknown, where: string): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : wrong(where, 'this is not a number');

/** Shapes of an SVG have an object where others have a text: the recorder did not look into it. */
const words = (value: unknown, where: string): string[] =>
  isObject(value) || value === undefined ? [] : textOf(value, where).split(/\s+/).filter(Boolean);

interface Reading {
  where: string;
  nodes: number;
  hit: RecordedNode | undefined;
}

/** One node with what is inside it. Lone texts are folded into their element by the recorder; here they are nodes again. */
function nodeOf(source: unknown, parent: RecordedNode | undefined, depth: number, reading: Reading): RecordedNode {
  const { where } = reading;
  if (!isObject(source)) return wrong(where, 'a node is no object');
  if (++reading.nodes > DEMO_LIMITS.nodes) wrong(where, `more than ${DEMO_LIMITS.nodes} nodes`);
  if (depth > DEMO_LIMITS.nesting) wrong(where, `nodes are nested deeper than ${DEMO_LIMITS.nesting} levels`);
  const [name, type = ''] = textOf(source['tag'], `${where}, tag`).split(/_(.*)/s);
  const isText = name === 't';
  const ref = numberOf(source['ref'], `${where}, ref`);
  const box = (side: string): number => numberOf(source[side], `${where}, ${side}`);
  const node: RecordedNode = {
    key: '',
    ref,
    tag: isText ? '' : name.toLowerCase(),
    type: type.toLowerCase(),
    id: typeof source['id'] === 'string' ? textOf(source['id'], `${where}, id`) : '',
    classes: words(source['classes'], `${where}, classes`),
    text: isText ? textOf(source['text'], `${where}, text`) : '',
    focused: source['focused'] === true,
    background: typeof source['bgColor'] === 'string' ? source['bgColor'] : '',
    box: { x: box('left'), y: box('top'), width: box('width'), height: box('height') },
    children: [],
    parent,
  };
  const { value } = source;
  if (typeof value === 'boolean') node.checked = value;
  else if (value !== undefined) node.value = textOf(value, `${where}, value`);
  if (source['recordingTarget'] === true) reading.hit ??= node;
  const children = source['children'] ?? [];
  if (!Array.isArray(children)) return wrong(where, 'children are no list');
  if (!isText && children.length === 0 && source['text'] !== undefined && source['text'] !== '') {
    const text = textOf(source['text'], `${where}, text`);
    node.children = [{ ...node, ref: 0, tag: '', type: '', id: '', classes: [], text, children: [], parent: node }];
    delete node.children[0].value;
    return node;
  }
  for (const child of children) node.children.push(nodeOf(child, node, depth + 1, reading));
  return node;
}

const KINDS = new Set('click dblclick mousedown mouseup keydown keypress keyup scroll'.split(' '));

function eventOf(source: unknown, where: string): RecordedEvent | null {
  if (source === null) return null;
  if (!isObject(source)) return wrong(where, 'the action is no object');
  const type = textOf(source['type'], `${where}, action.type`);
  if (!KINDS.has(type)) wrong(where, `there is no event ${quote(type.slice(0, 40))}`);
  const given = (field: string): number =>
    source[field] === undefined ? 0 : numberOf(source[field], `${where}, action.${field}`);
  return { type, x: given('x'), y: given('y'), keyCode: given('keyCode') };
}

/** A node and all that is inside it, in reading order. */
export function* everyNode(node: RecordedNode): Generator<RecordedNode> {
  yield node;
  for (const child of node.children) yield* everyNode(child);
}

const sameElement = (a: RecordedNode, b: RecordedNode): boolean => a.tag === b.tag && a.id === b.id;

/**
 * Keys for the nodes of one page after another. The recorder numbers elements, and numbers them anew at the end of a visit
 * (and now and then within one): then a number stands for another element, and place tells who is who.
 */
function createKeys(): (page: RecordedNode, before: RecordedNode | undefined) => void {
  let keyByRef = new Map<number, string>();
  let last = 0;
  const isNumberedAnew = (page: RecordedNode, before: RecordedNode): boolean => {
    if (page.ref !== before.ref) return true;
    const known = new Map([...everyNode(before)].map((node) => [node.ref, node]));
    for (const node of everyNode(page)) {
      const earlier = node.tag === '' ? undefined : known.get(node.ref);
      if (earlier !== undefined && !sameElement(earlier, node)) return true;
    }
    return false;
  };
  const give = (node: RecordedNode, key: string | undefined, inside: readonly RecordedNode[]): void => {
    node.key = key ?? keyByRef.get(node.ref) ?? String(++last);
    keyByRef.set(node.ref, node.key);
    let texts = 0;
    node.children.forEach((child, i) => {
      const twin = inside[i];
      // The recorder numbers texts anew every time.
      if (child.tag === '') child.key = `${node.key}/${texts++}`;
      else if (twin !== undefined && sameElement(twin, child)) give(child, twin.key, twin.children);
      else give(child, undefined, []);
    });
  };
  return (page, before) => {
    const anew = before !== undefined && isNumberedAnew(page, before);
    if (anew) keyByRef = new Map();
    give(page, anew ? before.key : undefined, anew ? before.children : []);
  };
}

/** `timing` of what is told after the page handled it. */
const HANDLED = 3;

/** `value` of a file as a recording. Throws `FileError` naming state and field. */
function recordingOf(value: unknown): Recording {
  if (!isObject(value) || !Array.isArray(value['states']) || !('rawReward' in value))
    throw new FileError(WHO, 'foreign', 'this is not a demonstration of MiniWoB++');
  const { states: sources } = value;
  if (sources.length > DEMO_LIMITS.states) wrong('states', `more than ${DEMO_LIMITS.states}`);
  const states: RecordedState[] = [];
  const giveKeys = createKeys();
  for (const [i, source] of sources.entries()) {
    const where = `state ${i + 1}`;
    if (!isObject(source)) return wrong(where, 'this is no object');
    const event = eventOf(source['action'], where);
    const isHandled = isObject(source['action']) && source['action']['timing'] === HANDLED;
    // What came of an event is seen at the next one.
    if (isHandled && i < sources.length - 1) continue;
    const reading: Reading = { where, nodes: 0, hit: undefined };
    const dom = nodeOf(source['dom'], undefined, 0, reading);
    giveKeys(dom, states.at(-1)?.dom);
    const time = numberOf(source['time'], `${where}, time`);
    states.push({ number: i + 1, time, event: isHandled ? null : event, dom, hit: reading.hit });
  }
  const asked = isObject(value['fields']) ? Object.entries(value['fields']) : [];
  const fields = asked.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : []));
  return {
    task: typeof value['taskName'] === 'string' ? value['taskName'] : '',
    goal: textOf(value['utterance'], 'utterance'),
    fields: Object.fromEntries(fields.slice(0, 100)),
    raw: numberOf(value['rawReward'], 'rawReward'),
    states,
  };
}

/** Reads a demonstration. Whatever is wrong is one `FileError`, with line and column or with state and field. */
export function readRecording(text: string): Recording {
  let value: unknown;
  try {
    if (text.length > DEMO_LIMITS.characters) throw new SyntaxError('too large');
    value = JSON.parse(text);
  } catch {
    // Slower, and says where the fault is.
    value = readJson(WHO, text, { characters: DEMO_LIMITS.characters, nesting: 4 * DEMO_LIMITS.nesting });
  }
  return recordingOf(value);
}

/** Name of the task; files that do not say are called by it (`click-tab_…`). Throws `FileError` when that is no name. */
export function taskNameOf({ task }: Recording, stem: string): string {
  const name = task === '' ? stem.split('_')[0] : task;
  if (/^[\w.-]{1,60}$/.test(name)) return name;
  throw new FileError(WHO, 'malformed', `${quote(name.slice(0, 60))} is no name of a task`);
}
