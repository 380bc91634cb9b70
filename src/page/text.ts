import { ReverieError } from '../core/errors.ts';
import type { AXNode, AXTree, NodeStates } from '../core/types.ts';
import { CLICKABLE } from './roles.ts';

/**
 * The text form of a page, in WebArena's dialect:
 *
 *   Tab 0 (current): Mugs
 *   URL: /list/mugs
 *
 *   [1] RootWebArea 'Mugs'
 *   	[2] searchbox 'Search' value: '' focused: True
 *   	[3] link 'Blue mug'
 *   … 12 nodes left out
 *
 * A visit with several tabs has a line for each, the one that is shown marked as `(current)`.
 * One tab per depth, names quoted as Python's `repr` does, states as Python's `True` / `False`.
 */

const STATES = [
  'focused',
  'disabled',
  'required',
  'checked',
  'selected',
  'expanded',
  'pressed',
  'invalid',
  'current',
] as const satisfies (keyof NodeStates)[];

const NOT_PRINTABLE = /[\\\p{C}\p{Z}]/gu;

const SHORT: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', ' ': ' ' };

function escaped(character: string): string {
  if (character in SHORT) return SHORT[character];
  const code = character.codePointAt(0)!.toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
}

/** A string as Python's `repr` prints it. */
export function quote(text: string): string {
  const body = text.replace(NOT_PRINTABLE, escaped);
  if (text.includes("'") && !text.includes('"')) return `"${body}"`;
  return `'${body.replaceAll("'", "\\'")}'`;
}

/** Reads one line left to right; every failure is a `format` error that names the line. */
export class LineScanner {
  private at = 0;
  constructor(
    private readonly who: string,
    private readonly line: string,
    private readonly number: number,
  ) {}

  fail(expected: string): never {
    throw new ReverieError('format', {
      who: this.who,
      rule: `line ${this.number}, column ${this.at + 1}`,
      got: this.line.slice(this.at, this.at + 40) || 'the end of the line',
      expected,
    });
  }
  get done(): boolean {
    return this.at >= this.line.length;
  }
  /** The match of a sticky pattern, or undefined. */
  maybe(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.line);
    if (match === null) return undefined;
    this.at += match[0].length;
    return match[1] ?? match[0];
  }
  take(pattern: RegExp, expected: string): string {
    return this.maybe(pattern) ?? this.fail(expected);
  }
  quoted(): string {
    const body = this.maybe(/'((?:[^'\\]|\\.)*)'/y) ?? this.maybe(/"((?:[^"\\]|\\.)*)"/y) ?? this.fail('a quoted text');
    return body.replace(/\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|.)/gs, (_, code: string) => {
      if (code.length > 1) {
        const point = Number.parseInt(code.slice(1), 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : this.fail('a code point up to 10ffff');
      }
      const known = { n: '\n', r: '\r', t: '\t' }[code];
      return known ?? ('\'"\\'.includes(code) ? code : this.fail('a known escape'));
    });
  }
  end(): void {
    if (!this.done) this.fail('the end of the line');
  }
}

const statePython = (value: boolean | 'mixed'): string => (value === 'mixed' ? 'mixed' : value ? 'True' : 'False');

/** `focused: True checked: False`, in a fixed order; '' without states. */
export const printStates = (states: NodeStates | undefined): string =>
  STATES.filter((name) => states?.[name] !== undefined)
    .map((name) => `${name}: ${statePython(states![name]!)}`)
    .join(' ');

export function scanStates(scanner: LineScanner): NodeStates | undefined {
  let states: NodeStates | undefined;
  for (;;) {
    const name = scanner.maybe(/ ?(focused|disabled|required|checked|selected|expanded|pressed|invalid|current): /y);
    if (name === undefined) return states;
    const value = scanner.take(/True|False|mixed/y, "'True' or 'False'");
    states ??= {};
    if (name === 'checked') states.checked = value === 'mixed' ? value : value === 'True';
    else if (value === 'mixed') scanner.fail("'True' or 'False'");
    else states[name as Exclude<keyof NodeStates, 'checked'>] = value === 'True';
  }
}

export type NodeText = Pick<AXNode, 'role' | 'name' | 'value' | 'states' | 'synthetic'>;

/** `role 'name' value: '…' states`: what a node says, without id and place. */
export function printNode({ role, name, value, states }: NodeText): string {
  const parts = [role, quote(name)];
  if (value !== undefined) parts.push(`value: ${quote(value)}`);
  const flags = printStates(states);
  if (flags !== '') parts.push(flags);
  return parts.join(' ');
}

export function scanNode(scanner: LineScanner): NodeText {
  const role = scanner.take(/([^\s'"[\]]+) /y, 'a role');
  const node: NodeText = { role, name: scanner.quoted() };
  if (scanner.maybe(/ value: /y) !== undefined) node.value = scanner.quoted();
  const states = scanStates(scanner);
  if (states !== undefined) node.states = states;
  if (role === CLICKABLE) node.synthetic = true;
  return node;
}

const leftOut = (count: number): string => `… ${count} ${count === 1 ? 'node' : 'nodes'} left out`;

/** Line breaks cannot stand in a header line. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

export function printTree(tree: AXTree): string {
  const { titles, current } = tree.tabs ?? { titles: [tree.title], current: 0 };
  const lines = titles.map((title, i) => `Tab ${i}${i === current ? ' (current)' : ''}: ${oneLine(title)}`);
  lines.push(`URL: ${oneLine(tree.url)}`, '');
  for (const node of tree.nodes) lines.push(`${'\t'.repeat(node.depth)}[${node.id}] ${printNode(node)}`);
  if (tree.omitted > 0) lines.push(leftOut(tree.omitted));
  return lines.join('\n');
}

/** The lines of the tabs, up to the address. */
function parseTabs(who: string, lines: readonly string[]): NonNullable<AXTree['tabs']> {
  const titles: string[] = [];
  let current = -1;
  for (let i = 0; i === 0 || !lines[i]?.startsWith('URL: '); i++) {
    const line = lines[i] ?? '';
    const [shown, other] = [`Tab ${i} (current): `, `Tab ${i}: `];
    const prefix = current < 0 && !line.startsWith(other) ? shown : other;
    if (!line.startsWith(prefix)) new LineScanner(who, line, i + 1).fail(i === 0 ? `'${shown}…'` : "'URL: …'");
    if (prefix === shown) current = i;
    titles.push(line.slice(prefix.length));
  }
  if (current < 0) new LineScanner(who, lines[titles.length], titles.length + 1).fail('a current tab before it');
  return { titles, current };
}

/** The inverse of `printTree`. A malformed text is a `format` error with the line number. */
export function parseTree(text: string): AXTree {
  const who = 'parseTree';
  const lines = text.split('\n');
  const tabs = parseTabs(who, lines);
  const top = tabs.titles.length;
  const url = lines[top].slice('URL: '.length);
  const tree: AXTree = { url, title: tabs.titles[tabs.current], nodes: [], omitted: 0 };
  if (top > 1) tree.tabs = tabs;
  if (lines[top + 1] !== '') new LineScanner(who, lines[top + 1] ?? '', top + 2).fail('an empty line');
  const ids = new Set<number>();
  for (let i = top + 2; i < lines.length; i++) {
    const scanner = new LineScanner(who, lines[i], i + 1);
    if (i === lines.length - 1 && lines[i].startsWith('…')) {
      tree.omitted = Number(scanner.take(/… (\d+) nodes? left out/y, "'… N nodes left out'"));
      scanner.end();
      break;
    }
    const depth = scanner.take(/\t*/y, 'tabs').length;
    const deepest = tree.nodes.length === 0 ? 0 : tree.nodes[tree.nodes.length - 1].depth + 1;
    if (depth > deepest || (tree.nodes.length > 0 && depth === 0)) scanner.fail(`between 1 and ${deepest} tabs`);
    const id = Number(scanner.take(/\[(\d+)\] /y, "'[id] '"));
    if (ids.has(id)) scanner.fail('an id that occurs once');
    ids.add(id);
    const node = scanNode(scanner);
    scanner.end();
    tree.nodes.push({ id, ...node, depth });
  }
  if (tree.nodes.length === 0) new LineScanner(who, '', lines.length).fail('at least one node');
  return tree;
}
