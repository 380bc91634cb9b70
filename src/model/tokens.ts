import type { NodeStates } from '../core/types.ts';

/** Roles the networks know by name; any other prints as `other`. */
export const ROLES = [
  'RootWebArea',
  'heading',
  'link',
  'button',
  'textbox',
  'searchbox',
  'combobox',
  'option',
  'StaticText',
  'checkbox',
  'radio',
  'Date',
  'clickable',
  'image',
  'alert',
  'status',
  'list',
  'listitem',
  'table',
  'row',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
  'form',
  'group',
  'radiogroup',
  'navigation',
  'main',
  'region',
  'article',
  'term',
  'definition',
  'search',
  'spinbutton',
  'other',
] as const;

/**
 * Roles that have no token and are spelled as an output word, which a network has when two sites of its recordings brought
 * it: what networks compute that never met these roles does not depend on them.
 */
export const SPELLED_ROLES: readonly string[] = ['InputTime', 'DateTime'];

/** A field for a day or a time, set as a whole and without Enter. Networks read all of them as `Date`. */
export const isPicker = (role: string): boolean => role === 'Date' || SPELLED_ROLES.includes(role);

const STATE_KEYS = [
  'checked',
  'selected',
  'expanded',
  'disabled',
  'required',
  'invalid',
  'pressed',
  'current',
] as const;

/** Why the page changed: the rationale r that precedes Δ (DynaWeb §3.2). */
export const CAUSES = ['nothing', 'navigation', 'field', 'page'] as const;
export type Cause = (typeof CAUSES)[number];

export const MAX_DEPTH = 9;

/** Words of a name that PART can point to. */
export const MAX_PART = 8;

const CONTROL = [
  'BOS',
  'END',
  'ENTER',
  'click',
  'type',
  'select',
  'go_back',
  'note',
  'stop',
  'KEEP',
  'RECALL',
  'MISSING',
  'SETV',
  'SETN',
  'STATE',
  'ADD',
  'DEL',
  'EMPTY',
  'HEAD',
  'VAL',
  'PART',
  'VALUE',
  'YES',
  'NO',
];

const NAMES: string[] = [
  ...CONTROL,
  ...CAUSES.map((cause) => `cause:${cause}`),
  ...STATE_KEYS.flatMap((key) => [`+${key}`, `-${key}`]),
  ...Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => `depth:${depth}`),
  ...ROLES.map((role) => `role:${role}`),
  ...Array.from({ length: MAX_PART }, (_, k) => `word:${k}`),
];

const INDEX = new Map(NAMES.map((name, i) => [name, i]));

/** Number of control tokens; output words of the vocabulary follow. */
export const CONTROL_TOKENS = NAMES.length;

/** Static output tokens: control tokens, then up to `VOCABULARY_LIMITS.output` words, rounded up to a multiple of 16. */
export const STATICS = Math.ceil((CONTROL_TOKENS + 120) / 16) * 16;

/** Id of a control token. */
export function token(name: string): number {
  const id = INDEX.get(name);
  if (id === undefined) throw new Error(`internal: no token ${name}`);
  return id;
}

export const tokenName = (id: number): string => NAMES[id] ?? `#${id}`;

const roleIds = new Map<string, number>(ROLES.map((role, i) => [role, i]));
export const roleIndex = (role: string): number => roleIds.get(isPicker(role) ? 'Date' : role) ?? ROLES.length - 1;

export const STATE_TOKENS: number[] = STATE_KEYS.flatMap((key) => [token(`+${key}`), token(`-${key}`)]);

/** The state tokens that turn `before` into `after` (`mixed` counts as true). `focused` is left out on purpose: where the
 * caret is follows from the last action and would cost an edit on every page. */
export function stateTokens(before: NodeStates | undefined, after: NodeStates | undefined): number[] {
  const out: number[] = [];
  for (const key of STATE_KEYS) {
    const was = Boolean(before?.[key]);
    const is = Boolean(after?.[key]);
    if (was !== is) out.push(token(`${is ? '+' : '-'}${key}`));
  }
  return out;
}

/** Applies state tokens; a key that was present stays present (false prints, absent does not). */
export function applyStateTokens(before: NodeStates | undefined, tokens: readonly number[]): NodeStates | undefined {
  const out: NodeStates = { ...before };
  for (const id of tokens) {
    const name = tokenName(id);
    const key = name.slice(1) as (typeof STATE_KEYS)[number];
    if (name[0] === '+') out[key] = true;
    else if (before && key in before && (key === 'checked' || key === 'expanded' || key === 'pressed'))
      out[key] = false;
    else delete out[key];
  }
  return Object.keys(out).length > 0 ? out : undefined;
}

export const hasState = (states: NodeStates | undefined): boolean => STATE_KEYS.some((key) => Boolean(states?.[key]));
