import type { Action, AXTree } from '../core/types.ts';
import type { Prompt, Sequence } from '../engine/network.ts';
import type { Change } from '../page/delta.ts';
import { ItemWriter, type Lexicon, row } from './features.ts';
import { type ActionFacts, overlap, verbIndex, writePast, writeWorldNodes } from './items.ts';
import { type Candidate, candidates, pageWords, type Visit } from './memory.ts';
import { sequenceOf } from './policy.ts';
import { CAUSES, type Cause, ROLES, roleIndex, SPELLED_ROLES, STATICS, token } from './tokens.ts';
import { type PageView, targetIndex, textOf, urlWords, viewOf } from './view.ts';
import { stem, wordsOf } from './words.ts';
import { allowBody, type BodyItems, decodeBody } from './worldBody.ts';
import { WORLD_FORM, type WorldForm, writesPages } from './worldForm.ts';

/**
 * The world model: (page, action) → a state-change description (r, Δ), never the goal (DynaWeb §3.2). Two phases:
 *
 *   1. cause, then KEEP Δ (the page stays, edited) | RECALL k (a remembered page comes)
 *      | MISSING k (a page nobody recorded, much like this one) | MISSING END (nor any like it)
 *   2. after k: Δ on that page, with sight of the page just left
 *
 * That is the usual form; without a rationale the cause is left out, and instead of or after Δ there may be the whole page
 * (`worldBody.ts`).
 */
export interface WorldPrompt extends Prompt, BodyItems {
  action: ActionFacts;
  candidates: Candidate[];
  /** Item index of the first candidate. */
  firstCandidate: number;
}

const KEEP = token('KEEP');
const RECALL = token('RECALL');
const MISSING = token('MISSING');
const END = token('END');
const CAUSE_TOKENS = CAUSES.map((cause) => token(`cause:${cause}`));

export const causeToken = (cause: Cause): number => CAUSE_TOKENS[CAUSES.indexOf(cause)];

export function actionFacts(tree: AXTree, action: Action): ActionFacts {
  const target = targetIndex(tree, action);
  const text = textOf(action);
  let option = -1;
  if (action.verb === 'select' && target >= 0) {
    option = tree.nodes.findIndex((node, i) => i > target && node.role === 'option' && node.name === action.option);
  }
  return {
    verb: action.verb === 'type' && action.enter ? 'enter' : action.verb,
    target,
    option,
    targetName: wordsOf(tree.nodes[target]?.name ?? ''),
    text: wordsOf(text),
  };
}

function writeAction(out: ItemWriter, page: PageView, action: ActionFacts, known: boolean, lex: Lexicon): void {
  const target = page.nodes[action.target];
  out.add(row('actKind'), row('pastVerb', action.verb === 'enter' ? 7 : verbIndex(action.verb)));
  out.add(row('pastRole', target ? roleIndex(target.role) : ROLES.length));
  out.words(lex, action.targetName, 0);
  out.words(lex, urlWords(page.url), 2, 6);
  out.end();
  out.add(row('actText'));
  if (known) out.add(row('memoryWhole'));
  out.words(lex, action.text, 1);
  out.end();
}

const JOURNEY = 14;

/** The last entries and choices of the visit; returns what a pointer to each copies. */
function writeJourney(out: ItemWriter, { past }: Visit, lex: Lexicon): string[][] {
  const shown = past.slice(-JOURNEY);
  writePast(out, shown, lex, JOURNEY);
  return shown.map(({ name, text }) => (text.length > 0 ? text : name));
}

function writeCandidate(out: ItemWriter, candidate: Candidate, visit: Visit, lex: Lexicon): void {
  out.add(
    row('memory'),
    row('memoryTarget', candidate.withTarget),
    row('memoryPath', candidate.path),
    row('memoryCurrent', candidate.withPage),
  );
  if (candidate.previous) out.add(row('memoryPrevious'));
  if (candidate.visited) out.add(row('memoryVisited'));
  if (candidate.sameHeading) out.add(row('memoryHeading'));
  if (visit.forward[visit.forward.length - 1] === candidate.url) out.add(row('memoryForward'));
  if (candidate.whole) out.add(row('memoryWhole'));
  if (candidate.samePath) out.add(row('memorySamePath'));
  out.words(lex, candidate.words, 0);
  out.words(lex, candidate.fresh, 1);
  out.end();
}

/** Phase 1. */
export function worldPrompt(
  tree: AXTree,
  action: Action,
  visit: Visit,
  lex: Lexicon,
  form: WorldForm = WORLD_FORM,
): WorldPrompt {
  const page = viewOf(tree);
  const facts = actionFacts(tree, action);
  const out = new ItemWriter();
  writeWorldNodes(out, page, facts, lex);
  writeAction(out, page, facts, knownOf(facts, visit, [tree]).length > 0, lex);
  const journey = writeJourney(out, visit, lex);
  const firstCandidate = out.count;
  const remembered = candidates(tree, facts.targetName, facts.text, visit);
  for (const candidate of remembered) writeCandidate(out, candidate, visit, lex);
  // The current page is a memory item too: a link to itself must not look like a missing page.
  const own = pageWords(tree);
  out.add(row('memory'), row('memorySelf'), row('memoryTarget', overlap(own, new Set(facts.targetName.map(stem)))));
  out.words(lex, own, 0);
  out.end();
  out.add(row('mode', 0));
  out.end();
  return {
    ...out.prompt(),
    form,
    base: tree.nodes,
    texts: [...page.nodes.map(({ name }) => name), null, facts.text, ...journey],
    values: page.nodes.map(({ value }) => value),
    items: out.count,
    action: facts,
    candidates: remembered,
    firstCandidate,
  };
}

const OLD_SHOWN = 20;
const CARRIERS = new Set([
  'heading',
  'alert',
  'status',
  'textbox',
  'searchbox',
  'combobox',
  'Date',
  ...SPELLED_ROLES,
  'checkbox',
  'radio',
]);

const kindOf = (role: string, name: readonly string[]): string => `${role} ${name[0] ?? ''}`;
const namesByKind = (page: PageView): Map<string, string> =>
  new Map(page.nodes.map(({ role, name }) => [kindOf(role, name), name.join(' ')]));

/** The nodes of the page just left that can matter for the next one: all of a small page, else what carries facts. */
function oldNodes(page: PageView, base: Map<string, string>, target: number): number[] {
  const all = [...page.nodes.keys()].slice(1);
  if (all.length <= OLD_SHOWN) return all;
  const near = all.filter((i) => {
    const { role, name } = page.nodes[i];
    const other = base.get(kindOf(role, name));
    return (
      (target >= 0 && Math.abs(i - target) <= 2) ||
      CARRIERS.has(role) ||
      (other !== undefined && other !== name.join(' '))
    );
  });
  return near.slice(0, OLD_SHOWN);
}

/** Pages and nodes from which is told what is known of a name. */
const KNOWN_PAGES = 2;
const KNOWN_NODES = 3;

/** What remembered pages say of what was clicked or typed: a list shows the price of a product whose page nobody recorded. */
function knownOf({ targetName, text }: ActionFacts, visit: Visit, besides: readonly AXTree[]): [PageView, number][] {
  const name = (text.length > 0 ? text : targetName).join(' ');
  const out: [PageView, number][] = [];
  if (name === '') return out;
  let pages = 0;
  for (const tree of visit.memory.values()) {
    if (besides.some(({ url }) => url === tree.url)) continue;
    const at = tree.nodes.findIndex((node, i) => i > 0 && node.name === name);
    if (at < 0) continue;
    const page = viewOf(tree);
    for (let i = at; i < Math.min(at + KNOWN_NODES, page.nodes.length); i++) out.push([page, i]);
    if (++pages === KNOWN_PAGES) break;
  }
  return out;
}

/** Phase 2: edits on the recalled page `base`. */
export function recallPrompt(
  tree: AXTree,
  action: Action,
  base: AXTree,
  visit: Visit,
  lex: Lexicon,
  form: WorldForm = WORLD_FORM,
): WorldPrompt {
  const from = viewOf(tree);
  const to = viewOf(base);
  const facts = actionFacts(tree, action);
  const out = new ItemWriter();
  const fromKinds = namesByKind(from);
  const toKinds = namesByKind(to);
  const targetStems = new Set(facts.targetName.map(stem));
  const related = (page: PageView, kinds: Map<string, string>, i: number): void => {
    const { role, name } = page.nodes[i];
    const other = kinds.get(kindOf(role, name));
    if (other !== undefined && other !== name.join(' ')) out.add(row('conflict'));
    out.add(row('contextOverlap', overlap(name, from.topics)), row('targetOverlap', overlap(name, targetStems)));
  };
  to.nodes.forEach((item, i) => {
    writeRecalled(out, item.node, lex, to, i);
    related(to, fromKinds, i);
    out.end();
  });
  const shown = oldNodes(from, toKinds, facts.target);
  for (const i of shown) {
    writeRecalled(out, from.nodes[i].node, lex, from, i);
    related(from, toKinds, i);
    out.add(row('old'));
    if (i === facts.target) out.add(row('target'));
    out.end();
  }
  const known = knownOf(facts, visit, [tree, base]);
  for (const [page, i] of known) {
    writeRecalled(out, page.nodes[i].node, lex, page, i);
    related(page, toKinds, i);
    out.add(row('old'), row('memory'));
    out.end();
  }
  writeAction(out, from, facts, known.length > 0, lex);
  const journey = writeJourney(out, visit, lex);
  out.add(row('mode', 1));
  out.words(lex, urlWords(base.url), 2, 6);
  out.end();
  return {
    ...out.prompt(),
    form,
    base: base.nodes,
    texts: [
      ...to.nodes.map(({ name }) => name),
      ...shown.map((i) => from.nodes[i].name),
      ...known.map(([page, i]) => page.nodes[i].name),
      null,
      facts.text,
      ...journey,
    ],
    // Edits never need the values of the page that they edit; who writes the page copies them.
    values: [
      ...to.nodes.map(({ value }) => (writesPages(form) ? value : null)),
      ...shown.map((i) => from.nodes[i].value),
      ...known.map(([page, i]) => page.nodes[i].value),
    ],
    items: out.count,
    action: facts,
    candidates: [],
    firstCandidate: 0,
  };
}

function writeRecalled(
  out: ItemWriter,
  { role, depth, states }: AXTree['nodes'][number],
  lex: Lexicon,
  page: PageView,
  i: number,
): void {
  out.add(row('role', roleIndex(role)), row('depth', depth), row('place', i >> 1));
  out.words(lex, page.nodes[i].name, 0);
  out.words(lex, page.nodes[i].value, 1);
  if (states?.selected || states?.current) out.add(row('state', 1));
  if (states?.checked) out.add(row('state', 0));
}

/** Tokens before the base choice. */
const lead = ({ form }: WorldPrompt): number => (form.rationale ? 1 : 0);

/** Legal next tokens in phase 1, or null when complete. */
export function worldMask(prompt: WorldPrompt, prefix: readonly number[], rows: Lexicon['rows']): Uint8Array | null {
  const mask = new Uint8Array(STATICS + prompt.items);
  const choice = lead(prompt);
  if (prefix.length < choice) {
    for (const id of CAUSE_TOKENS) mask[id] = 1;
    return mask;
  }
  const base = prefix[choice];
  if (prefix.length === choice) {
    mask[KEEP] = 1;
    mask[MISSING] = 1;
    if (prompt.candidates.length > 0) mask[RECALL] = 1;
    return mask;
  }
  if (base === RECALL || base === MISSING) {
    if (prefix.length > choice + 1) return null;
    if (base === MISSING) mask[END] = 1;
    for (let k = 0; k < prompt.candidates.length; k++) mask[STATICS + prompt.firstCandidate + k] = 1;
    return mask;
  }
  return allowBody(mask, prefix.slice(choice + 1), prompt, rows) ? mask : null;
}

/** Legal next tokens in phase 2, or null when complete. */
export function recallMask(prompt: WorldPrompt, prefix: readonly number[], rows: Lexicon['rows']): Uint8Array | null {
  const mask = new Uint8Array(STATICS + prompt.items);
  return allowBody(mask, prefix, prompt, rows) ? mask : null;
}

/** What phase 1 says; `changes` are null when a page ran on. */
export type Outcome =
  | { kind: 'keep'; changes: Change[] | null }
  | { kind: 'recall'; candidate: Candidate; recorded: boolean }
  | { kind: 'missing' };

export function decodeOutcome(prompt: WorldPrompt, tokens: readonly number[], rows: Lexicon['rows']): Outcome {
  const [base, ...rest] = tokens.slice(lead(prompt));
  if (base === MISSING && rest[0] === END) return { kind: 'missing' };
  if (base === RECALL || base === MISSING) {
    const candidate = prompt.candidates[rest[0] - STATICS - prompt.firstCandidate];
    return { kind: 'recall', candidate, recorded: base === RECALL };
  }
  return { kind: 'keep', changes: decodeBody(rest, prompt, rows) };
}

/** Target tokens of phase 1. */
const said = ({ form }: WorldPrompt, cause: Cause, ...tokens: number[]): number[] =>
  form.rationale ? [causeToken(cause), ...tokens] : tokens;
export const keepTokens = (prompt: WorldPrompt, cause: Cause, body: readonly number[]): number[] =>
  said(prompt, cause, KEEP, ...body);
export const recallTokens = (prompt: WorldPrompt, k: number, recorded: boolean): number[] =>
  said(prompt, 'navigation', recorded ? RECALL : MISSING, STATICS + prompt.firstCandidate + k);
export const missingTokens = (prompt: WorldPrompt): number[] => said(prompt, 'navigation', MISSING, END);

export const worldSequence = (prompt: WorldPrompt, tokens: readonly number[], rows: Lexicon['rows']): Sequence | null =>
  sequenceOf(prompt, STATICS + prompt.items, tokens, (prefix) => worldMask(prompt, prefix, rows));

export const recallSequence = (
  prompt: WorldPrompt,
  tokens: readonly number[],
  rows: Lexicon['rows'],
): Sequence | null => sequenceOf(prompt, STATICS + prompt.items, tokens, (prefix) => recallMask(prompt, prefix, rows));
