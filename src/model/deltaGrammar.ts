import type { AXNode } from '../core/types.ts';
import type { Change } from '../page/delta.ts';
import { POSITIONS, type WordRows } from './features.ts';
import {
  applyStateTokens,
  CONTROL_TOKENS,
  MAX_DEPTH,
  MAX_PART,
  ROLES,
  roleIndex,
  SPELLED_ROLES,
  STATE_TOKENS,
  STATICS,
  stateTokens,
  token,
} from './tokens.ts';
import { wordsOf } from './words.ts';

/**
 * The state-change description Δ as tokens. Every edit names a node of the base page by pointer; its text is *copied*
 * wherever possible, because the names of a site cannot be known in advance:
 *
 *   SETV n text · SETN n text · STATE n (+flag | −flag)… · ADD n role depth (±flag)… text [VALUE text] · DEL n · END
 *   text = EMPTY | ( p            the name of item p, or the words of the action
 *                  | VAL p        the value of node p
 *                  | PART p k     word k of the name of item p
 *                  | HEAD         all but the last word of n's own name ("Cart 2" → "Cart")
 *                  | word )…      an output word of the vocabulary
 *   role = a token, or the output word that spells it
 */
export interface DeltaItems {
  /** Nodes of the page that Δ edits; item i is node i. */
  base: readonly AXNode[];
  /** What a pointer to item i copies, null for nothing. */
  texts: readonly (readonly string[] | null)[];
  /** What VAL i copies. */
  values: readonly (readonly string[] | null)[];
  items: number;
}

const T = Object.fromEntries(
  ['END', 'SETV', 'SETN', 'STATE', 'ADD', 'DEL', 'EMPTY', 'HEAD', 'VAL', 'PART', 'VALUE'].map((name) => [
    name,
    token(name),
  ]),
) as Record<'END' | 'SETV' | 'SETN' | 'STATE' | 'ADD' | 'DEL' | 'EMPTY' | 'HEAD' | 'VAL' | 'PART' | 'VALUE', number>;

const OPS = [T.SETV, T.SETN, T.STATE, T.ADD, T.DEL];
const ROLE_0 = token(`role:${ROLES[0]}`);
const DEPTH_0 = token('depth:0');
const WORD_0 = token('word:0');

/** Longest Δ in tokens; cause and base choice come on top. Longer changes are "not encodable" and counted. */
export const MAX_DELTA = POSITIONS - 8;
const MAX_TEXT = 12;
/** Words of a decoded text, far more than pages have: texts made of texts would grow twelvefold with every dreamed step. */
const MAX_WORDS = 200;

const startsWith = (words: readonly string[], from: number, part: readonly string[]): boolean =>
  part.length > 0 && part.length <= words.length - from && part.every((word, k) => word === words[from + k]);

/** Tokens that spell `text`; null when some word can neither be copied nor emitted. */
function encodeText(
  text: string,
  own: readonly string[],
  { texts, values }: DeltaItems,
  rows: WordRows,
): number[] | null {
  const words = wordsOf(text);
  if (words.length === 0) return [T.EMPTY];
  if (words.length > MAX_WORDS) return null;
  const out: number[] = [];
  let at = 0;
  if (own.length > 1 && startsWith(words, 0, own.slice(0, -1)) && words.length === own.length) {
    out.push(T.HEAD);
    at = own.length - 1;
  }
  while (at < words.length) {
    let best = -1;
    let length = 0;
    // Latest first: the action's own text is the last item and wins ties.
    for (let i = texts.length - 1; i >= 0; i--) {
      const part = texts[i];
      if (part && part.length > length && startsWith(words, at, part)) {
        best = i;
        length = part.length;
      }
    }
    let value = -1;
    for (let i = 0; i < values.length; i++) {
      const part = values[i];
      if (part && part.length > length && startsWith(words, at, part)) {
        value = i;
        length = part.length;
      }
    }
    const word = rows.output(words[at]);
    if (value >= 0) out.push(T.VAL, STATICS + value);
    else if (best >= 0 && (length > 1 || word === undefined || best === texts.length - 1)) out.push(STATICS + best);
    else if (word !== undefined) {
      out.push(word);
      length = 1;
    } else {
      // A word inside a name: the latest item that has it, so that what was just typed or clicked comes first.
      let item = texts.length - 1;
      let part = -1;
      for (; item >= 0; item--) {
        part = texts[item]?.indexOf(words[at]) ?? -1;
        if (part >= 0 && part < MAX_PART && (texts[item]?.length ?? 0) > 1) break;
      }
      if (item < 0) return null;
      out.push(T.PART, STATICS + item, WORD_0 + part);
      length = 1;
    }
    at += length;
  }
  return out.length <= MAX_TEXT ? out : null;
}

/** Δ as tokens, END included; null when the grammar cannot say it in `limit` tokens. */
export function encodeChanges(
  changes: readonly Change[],
  items: DeltaItems,
  rows: WordRows,
  limit = MAX_DELTA,
): number[] | null {
  const out: number[] = [];
  for (const change of changes) {
    const at = change.op === 'add' ? change.after : change.at;
    if (at < 0) return null;
    const own = wordsOf(items.base[at].name);
    if (change.op === 'delete') out.push(T.DEL, STATICS + at);
    else if (change.op === 'states') {
      const flags = stateTokens(items.base[at].states, change.states);
      if (flags.length > 0) out.push(T.STATE, STATICS + at, ...flags);
    } else if (change.op === 'add') {
      const { role, name, depth, value, states } = change.node;
      const text = encodeText(name, own, items, rows);
      const content = value === undefined ? [] : encodeText(value, [], items, rows);
      const kind = SPELLED_ROLES.includes(role) ? rows.output(role) : ROLE_0 + roleIndex(role);
      if (!text || !content || kind === undefined) return null;
      const flags = stateTokens(undefined, states);
      out.push(T.ADD, STATICS + at, kind, DEPTH_0 + Math.min(depth, MAX_DEPTH), ...flags, ...text);
      if (value !== undefined) out.push(T.VALUE, ...content);
    } else {
      const text = encodeText(change.op === 'value' ? change.value : change.name, own, items, rows);
      if (!text) return null;
      out.push(change.op === 'value' ? T.SETV : T.SETN, STATICS + at, ...text);
    }
    if (out.length >= limit) return null;
  }
  return [...out, T.END];
}

/** The changes that complete Δ tokens spell; edits that make no sense are skipped (the grammar mask excludes them). */
export function decodeChanges(tokens: readonly number[], items: DeltaItems, rows: WordRows): Change[] {
  const out: Change[] = [];
  let k = 0;
  const text = (own: readonly string[]): string => {
    const words: string[] = [];
    for (; k < tokens.length; k++) {
      const id = tokens[k];
      if (id === T.EMPTY) continue;
      if (id === T.HEAD) words.push(...own.slice(0, -1));
      else if (id === T.VAL) words.push(...(items.values[tokens[++k] - STATICS] ?? []));
      else if (id === T.PART) {
        const word = items.texts[tokens[k + 1] - STATICS]?.[tokens[k + 2] - WORD_0];
        if (word !== undefined) words.push(word);
        k += 2;
      } else if (id >= STATICS) words.push(...(items.texts[id - STATICS] ?? []));
      else if (id >= CONTROL_TOKENS) words.push(rows.vocabulary.output[id - CONTROL_TOKENS] ?? '');
      else break;
    }
    return words.slice(0, MAX_WORDS).join(' ');
  };
  const flags = (): number[] => {
    const ids: number[] = [];
    while (k < tokens.length && STATE_TOKENS.includes(tokens[k])) ids.push(tokens[k++]);
    return ids;
  };
  while (k < tokens.length && tokens[k] !== T.END) {
    const op = tokens[k];
    const at = tokens[k + 1] - STATICS;
    const node = items.base[at];
    k += 2;
    if (!node) break;
    const own = wordsOf(node.name);
    if (op === T.DEL) out.push({ op: 'delete', at });
    else if (op === T.STATE) out.push({ op: 'states', at, states: applyStateTokens(node.states, flags()) ?? {} });
    else if (op === T.SETV) out.push({ op: 'value', at, value: text(own) });
    else if (op === T.SETN) out.push({ op: 'name', at, name: text(own) });
    else if (op === T.ADD) {
      const kind = tokens[k++];
      const role = ROLES[kind - ROLE_0] ?? rows.vocabulary.output[kind - CONTROL_TOKENS] ?? 'other';
      const depth = tokens[k++] - DEPTH_0;
      const states = applyStateTokens(undefined, flags());
      const name = text(own);
      let value: string | undefined;
      if (tokens[k] === T.VALUE) {
        k++;
        value = text([]);
      }
      out.push({
        op: 'add',
        after: at,
        node: {
          role,
          name,
          depth,
          ...(value === undefined ? {} : { value }),
          ...(states ? { states } : {}),
          ...(role === 'clickable' ? { synthetic: true } : {}),
        },
      });
    } else break;
  }
  return out;
}

/** Marks the tokens that may follow `delta` (the Δ part only); false when Δ is complete. */
export function allowDelta(
  mask: Uint8Array,
  delta: readonly number[],
  items: DeltaItems,
  rows: WordRows,
  limit = MAX_DELTA,
): boolean {
  const open = targets(delta, items.base);
  const allowOps = (): void => {
    mask[T.END] = 1;
    for (const op of OPS) if (items.base.some((_, i) => open(op, i))) mask[op] = 1;
  };
  const last = delta[delta.length - 1];
  if (last === T.END) return false;
  if (delta.length === 0) {
    allowOps();
    return true;
  }
  let start = delta.length - 1;
  while (!OPS.includes(delta[start])) start--;
  const op = delta[start];
  const part = delta.slice(start + 1);
  // A run-away Δ is cut at an edit boundary: the caller counts it as malformed.
  const full = delta.length >= limit;
  if (part.length === 0) {
    for (let i = 0; i < items.base.length; i++) if (open(op, i)) mask[STATICS + i] = 1;
    return true;
  }
  if (op === T.DEL) {
    if (full) mask[T.END] = 1;
    else allowOps();
    return true;
  }
  if (op === T.STATE) {
    for (const id of STATE_TOKENS) if (!part.includes(id)) mask[id] = 1;
    if (part.length > 1) {
      if (full) for (const id of STATE_TOKENS) mask[id] = 0;
      if (full) mask[T.END] = 1;
      else allowOps();
    }
    return true;
  }
  if (op === T.ADD && part.length === 1) {
    for (let i = 0; i < ROLES.length; i++) mask[ROLE_0 + i] = 1;
    for (const role of SPELLED_ROLES) {
      const word = rows.output(role);
      if (word !== undefined) mask[word] = 1;
    }
    return true;
  }
  if (op === T.ADD && part.length === 2) {
    for (let depth = 0; depth <= MAX_DEPTH; depth++) mask[DEPTH_0 + depth] = 1;
    return true;
  }
  allowText(mask, part, op, full, items, rows, allowOps);
  return true;
}

/** Which nodes an edit after `delta` may name: only a field gets a value, the root stays, and no part of a node changes twice. */
function targets(delta: readonly number[], base: readonly AXNode[]): (op: number, i: number) => boolean {
  const said = new Map<number, number[]>();
  for (let k = 0; k + 1 < delta.length; k++) {
    if (!OPS.includes(delta[k]) || delta[k] === T.ADD) continue;
    const i = delta[k + 1] - STATICS;
    said.set(i, [...(said.get(i) ?? []), delta[k]]);
  }
  return (op, i) => {
    if (op === T.ADD) return true;
    if (op === T.DEL) return i > 0 && !said.has(i);
    if (op === T.SETV && base[i].value === undefined) return false;
    return !said.get(i)?.some((other) => other === op || other === T.DEL);
  };
}

function allowText(
  mask: Uint8Array,
  part: readonly number[],
  op: number,
  full: boolean,
  { texts, values }: DeltaItems,
  rows: WordRows,
  allowOps: () => void,
): void {
  const last = part[part.length - 1];
  const previous = part[part.length - 2];
  if (last === T.PART) {
    for (let i = 0; i < texts.length; i++) if ((texts[i]?.length ?? 0) > 1) mask[STATICS + i] = 1;
    return;
  }
  if (previous === T.PART) {
    const { length } = texts[last - STATICS] ?? [];
    for (let w = 0; w < Math.min(length, MAX_PART); w++) mask[WORD_0 + w] = 1;
    return;
  }
  if (last === T.VAL) {
    for (let i = 0; i < values.length; i++) if (values[i]?.length) mask[STATICS + i] = 1;
    return;
  }
  const head = op === T.ADD ? 3 : 1;
  const value = part.lastIndexOf(T.VALUE);
  const flagged = op === T.ADD && value < 0 ? part.slice(head).filter((id) => STATE_TOKENS.includes(id)).length : 0;
  const first = value >= 0 ? value + 1 : head + flagged;
  const length = part.length - first;
  if (length > 0) {
    if (full) mask[T.END] = 1;
    else allowOps();
    if (op === T.ADD && value < 0) mask[T.VALUE] = 1;
  } else {
    mask[T.EMPTY] = 1;
    if (value < 0) mask[T.HEAD] = 1;
    if (op === T.ADD && value < 0) for (const id of STATE_TOKENS) if (!part.includes(id)) mask[id] = 1;
  }
  if (last === T.EMPTY || length >= MAX_TEXT || (full && length > 0)) return;
  for (let i = 0; i < rows.vocabulary.output.length && i < STATICS - CONTROL_TOKENS; i++) mask[CONTROL_TOKENS + i] = 1;
  for (let i = 0; i < texts.length; i++) if (texts[i]?.length) mask[STATICS + i] = 1;
  if (values.some((words) => words?.length)) mask[T.VAL] = 1;
  if (texts.some((words) => (words?.length ?? 0) > 1)) mask[T.PART] = 1;
}
