import { ReverieError } from '../core/errors.ts';
import type { Action, AXNode, AXTree } from '../core/types.ts';
import type { Change } from '../page/delta.ts';
import { applyChanges } from '../page/patch.ts';
import type { ActionFacts } from './items.ts';
import { judgeMask, judgePrompt, verdict } from './judge.ts';
import { travel, type Visit } from './memory.ts';
import type { Model } from './model.ts';
import { CAUSES, type Cause, tokenName } from './tokens.ts';
import { type AgentView, pathOf } from './view.ts';
import { decodeBody } from './worldBody.ts';
import { decodeOutcome, recallMask, recallPrompt, worldMask, worldPrompt } from './worldModel.ts';

/** One imagined step. */
export interface Imagined {
  tree: AXTree;
  /** The rationale; null for a world model that gives none. */
  cause: Cause | null;
  /** Edits relative to `base`. */
  changes: Change[];
  base: AXTree;
  /** The world model says that nobody recorded the page that comes next, nor one like it: the dream ends here. */
  missing: boolean;
  /** Nobody recorded the page that came: it is told by another of its kind, and facts on it may be that one's. */
  madeUp: boolean;
  /** The page ran on or makes no sense: the old page is kept (DynaWeb's rule), and counted. */
  malformed: boolean;
}

export interface ImagineInput {
  tree: AXTree;
  action: Action;
  visit: Visit;
}

const MAX_NODES = 160;

/** Imagines the next page for a batch and books the journey into each visit. */
export async function imagine(
  model: Model,
  batch: readonly ImagineInput[],
  temperature: number,
  uniform: () => number,
  nextId: () => number,
): Promise<Imagined[]> {
  const lex = model.lexicon();
  const { form } = model;
  const prompts = batch.map(({ tree, action, visit }) => worldPrompt(tree, action, visit, lex, form));
  const first = await model.generate(
    prompts,
    (b, prefix) => worldMask(prompts[b], prefix, lex.rows),
    temperature,
    uniform,
  );
  const outcomes = first.map(({ tokens }, b) => decodeOutcome(prompts[b], tokens, lex.rows));
  const recalled: number[] = [];
  outcomes.forEach((outcome, b) => {
    if (outcome.kind === 'recall') recalled.push(b);
  });
  const recallPrompts = recalled.map((b) => {
    const outcome = outcomes[b];
    if (outcome.kind !== 'recall') throw new Error('internal: not a recall');
    return recallPrompt(batch[b].tree, batch[b].action, outcome.candidate.tree, batch[b].visit, lex, form);
  });
  const second = await model.generate(
    recallPrompts,
    (k, prefix) => recallMask(recallPrompts[k], prefix, lex.rows),
    temperature,
    uniform,
  );
  return outcomes.map((outcome, b): Imagined => {
    const { tree, action, visit } = batch[b];
    const cause = form.rationale ? causeOf(first[b].tokens[0]) : null;
    const stay = { tree, cause, changes: [], base: tree, missing: false, madeUp: false, malformed: false };
    if (outcome.kind === 'missing') return { ...stay, missing: true };
    const k = recalled.indexOf(b);
    const base = outcome.kind === 'keep' ? tree : outcome.candidate.tree;
    const changes =
      outcome.kind === 'keep' ? outcome.changes : decodeBody(second[k].tokens, recallPrompts[k], lex.rows);
    const nodes = changes && patched(base, changes, nextId);
    if (!nodes) return { ...stay, malformed: true };
    const next: AXTree = { ...base, nodes, title: nodes[0].name };
    if (outcome.kind === 'recall') {
      next.url = outcome.recorded ? addressOf(base, changes) : newAddress(base, prompts[b].action);
      travel(visit, tree, next.url, action.verb);
    }
    const madeUp = outcome.kind === 'recall' && !outcome.recorded;
    return { tree: next, cause, changes, base, missing: false, madeUp, malformed: false };
  });
}

/** The edited page, or null when the edits make no sense together or leave no page. */
function patched({ nodes }: AXTree, changes: readonly Change[], nextId: () => number): AXNode[] | null {
  try {
    const after = applyChanges(nodes, changes, nextId);
    return after.length > 0 && after.length <= MAX_NODES && after[0].role === 'RootWebArea' ? after : null;
  } catch (error) {
    if (error instanceof ReverieError && error.code === 'format') return null;
    throw error;
  }
}

const causeOf = (id: number): Cause => {
  const name = tokenName(id).slice('cause:'.length);
  return CAUSES.find((cause) => cause === name) ?? 'nothing';
};

/** A recalled page with another heading is another page: it gets an address of its own kind, so memory keeps both. */
function addressOf(base: AXTree, changes: readonly Change[]): string {
  for (const change of changes) {
    if (change.op === 'name' && base.nodes[change.at].role === 'heading') {
      return `/${pathOf(base.url)[0] ?? ''}/~${change.name.replaceAll(' ', '-')}`;
    }
  }
  return base.url;
}

/** An address of the page's kind for a page nobody recorded, by what was typed or clicked. */
function newAddress(base: AXTree, { text, targetName }: ActionFacts): string {
  const [kind, , part] = pathOf(base.url);
  const words = (text.length > 0 ? text : targetName).join('-');
  return `/${[kind, `~${words}`, part].filter((step) => step !== undefined).join('/')}`;
}

/** Readings of one episode by the judge: four times its cost, at `stop` only. */
const READINGS = 4;

/**
 * P(success) of finished episodes by the model's judge: the mean over `READINGS` hashes of the rare words, because two
 * names that meet in one bucket look the same in one reading, but not in all.
 */
export async function judge(model: Model, batch: readonly { view: AgentView; answer: string }[]): Promise<number[]> {
  const beliefs = batch.map(() => 0);
  for (let salt = 0; salt < READINGS; salt++) {
    const lex = model.lexicon(salt);
    const prompts = batch.map(({ view, answer }) => judgePrompt(view, answer, lex));
    const decoded = await model.generate(
      prompts,
      (b, prefix) => judgeMask(prompts[b], prefix),
      0,
      () => 0,
    );
    decoded.forEach(({ tokens, logProbs }, b) => {
      beliefs[b] += verdict(tokens, logProbs) / READINGS;
    });
  }
  return beliefs;
}
