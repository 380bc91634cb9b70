import { ReverieError } from '../core/errors.ts';
import type { AXNode, AXTree, NodeStates } from '../core/types.ts';
import { LineScanner, type NodeText, printNode, printStates, quote, scanNode, scanStates } from './text.ts';

/** A node to be added: everything but the id, which `applyChanges` gives. */
export type AddedNode = Omit<AXNode, 'id'>;

/**
 * One edit of a page. `at` and `after` are indices into the list of nodes *before* the change, whatever other edits
 * there are; `after` −1 is the place before the first node. Several additions after one node keep their order.
 * `states` replaces all states of the node.
 */
export type Change =
  | { op: 'value'; at: number; value: string }
  | { op: 'name'; at: number; name: string }
  | { op: 'states'; at: number; states: NodeStates }
  | { op: 'delete'; at: number }
  | { op: 'add'; after: number; node: AddedNode };

/** `[12] textbox 'Search'`: the id finds the node, role and name are for the reader. */
const reference = (node: AXNode): string => `[${node.id}] ${node.role} ${quote(node.name)}`;

function printChange(change: Change, before: readonly AXNode[]): string {
  const node = (index: number): string => {
    if (before[index] !== undefined) return reference(before[index]);
    throw new ReverieError('format', {
      who: 'printDelta',
      rule: `'${change.op}' must name a node of the page`,
      got: index,
      expected: `an index from 0 to ${before.length - 1}`,
    });
  };
  switch (change.op) {
    case 'value':
      return `set value of ${node(change.at)} to ${quote(change.value)}`;
    case 'name':
      return `rename ${node(change.at)} to ${quote(change.name)}`;
    case 'states':
      return `set states of ${node(change.at)} to ${printStates(change.states) || 'none'}`;
    case 'delete':
      return `delete ${node(change.at)}`;
    case 'add': {
      const place = change.after === -1 ? 'at the start' : `after ${node(change.after)}`;
      return `add ${printNode(change.node)} at depth ${change.node.depth} ${place}`;
    }
  }
}

/** Δ as numbered lines: `1. set value of [12] textbox 'Search' to 'mug'`. No change: no text. */
export const printDelta = (before: AXTree, changes: readonly Change[]): string =>
  changes.map((change, i) => `${i + 1}. ${printChange(change, before.nodes)}`).join('\n');

/** The inverse of `printDelta`. Malformed text, or a node the page does not have, is a `format` error with the line. */
export function parseDelta(text: string, before: AXTree): Change[] {
  const indexById = new Map(before.nodes.map((node, i) => [node.id, i]));
  const scanReference = (scanner: LineScanner): number => {
    const index = indexById.get(Number(scanner.take(/\[(\d+)\] /y, "'[id] '")));
    if (index === undefined) return scanner.fail('the id of a node of the page');
    const { role, name } = before.nodes[index];
    const said = scanner.take(/([^\s'"[\]]+) /y, 'a role');
    if (said !== role || scanner.quoted() !== name) scanner.fail(`${role} ${quote(name)}`);
    return index;
  };
  const scanChange = (scanner: LineScanner): Change => {
    const verb = scanner.take(/set value of |rename |set states of |delete |add /y, 'a change').trim();
    if (verb === 'add') {
      const node: NodeText = scanNode(scanner);
      const depth = Number(scanner.take(/ at depth (\d+) /y, "' at depth N '"));
      const after = scanner.maybe(/at the start/y) === undefined ? scanAfter(scanner) : -1;
      return { op: 'add', after, node: { ...node, depth } };
    }
    const at = scanReference(scanner);
    if (verb === 'delete') return { op: 'delete', at };
    scanner.take(/ to /y, "' to '");
    if (verb === 'set value of') return { op: 'value', at, value: scanner.quoted() };
    if (verb === 'rename') return { op: 'name', at, name: scanner.quoted() };
    return { op: 'states', at, states: scanner.maybe(/none/y) === undefined ? scanSome(scanner) : {} };
  };
  const scanAfter = (scanner: LineScanner): number => {
    scanner.take(/after /y, "'after [id] …' or 'at the start'");
    return scanReference(scanner);
  };
  const scanSome = (scanner: LineScanner): NodeStates => scanStates(scanner) ?? scanner.fail("states or 'none'");
  if (text === '') return [];
  return text.split('\n').map((line, i) => {
    const scanner = new LineScanner('parseDelta', line, i + 1);
    if (Number(scanner.take(/(\d+)\. /y, `'${i + 1}. '`)) !== i + 1) scanner.fail(`line number ${i + 1}`);
    const change = scanChange(scanner);
    scanner.end();
    return change;
  });
}
