import type { Rng } from '../core/rng.ts';
import type { AXTree, Trajectory } from '../core/types.ts';
import type { Sequence } from '../engine/network.ts';
import type { Lexicon } from '../model/features.ts';
import { startVisit, travel, type Visit } from '../model/memory.ts';
import type { Cause } from '../model/tokens.ts';
import { historyOf, pathOf, samePage } from '../model/view.ts';
import { encodeBody, encodeLikeness } from '../model/worldBody.ts';
import { WORLD_FORM } from '../model/worldForm.ts';
import {
  keepTokens,
  missingTokens,
  recallPrompt,
  recallSequence,
  recallTokens,
  type WorldPrompt,
  worldPrompt,
  worldSequence,
} from '../model/worldModel.ts';
import { diffTrees } from '../page/diff.ts';
import type { Corpus } from './corpus.ts';

/** Verbs whose effect the world model learns; `note`, `stop` and the rest are answered by rule. */
const LEARNT = new Set(['click', 'type', 'select', 'go_back', 'go_forward']);

export interface TransitionRef {
  trajectory: Trajectory;
  t: number;
}

export const afterOf = ({ trajectory: { steps, final }, t }: TransitionRef) =>
  t + 1 < steps.length ? steps[t + 1].observation.tree : final.tree;

/** All transitions that the world model learns from. */
export const transitionsOf = (trajectories: readonly Trajectory[]): TransitionRef[] =>
  trajectories.flatMap((trajectory) =>
    trajectory.steps.flatMap(({ action, failure }, t) =>
      LEARNT.has(action.verb) && !failure ? [{ trajectory, t }] : [],
    ),
  );

export function causeOf(ref: TransitionRef): Cause {
  const { observation, action } = ref.trajectory.steps[ref.t];
  const after = afterOf(ref);
  if (after.url !== observation.tree.url) return 'navigation';
  if (samePage(observation.tree, after)) return 'nothing';
  return action.verb === 'type' || action.verb === 'select' ? 'field' : 'page';
}

/** Kind of a transition, for class balance and for counting what the Δ grammar cannot say. */
export function kindOf(ref: TransitionRef): string {
  const { observation, action } = ref.trajectory.steps[ref.t];
  const [from] = pathOf(observation.tree.url);
  const [to] = pathOf(afterOf(ref).url);
  return `${ref.trajectory.task.family} ${action.verb} ${causeOf(ref)} ${from ?? '/'}→${to ?? '/'}`;
}

/** The visit as it was before step `t`: what other visits saw of the site, with the pages this visit left overlaid. */
export function visitAt({ trajectory, t }: TransitionRef, corpus: Corpus): Visit {
  const { steps } = trajectory;
  const visit = startVisit(corpus.memoryWithout(trajectory));
  visit.past = historyOf(trajectory).slice(0, t);
  for (let k = 0; k < t; k++)
    travel(visit, steps[k].observation.tree, steps[k + 1].observation.tree.url, steps[k].action.verb);
  return visit;
}

export interface Coverage {
  exact: number;
  similar: number;
  missing: number;
  /** Transitions that the grammar cannot say, by kind. */
  unsayable: Map<string, number>;
}

export const emptyCoverage = (): Coverage => ({ exact: 0, similar: 0, missing: 0, unsayable: new Map() });

/** A page within this many edits of the true one serves as a stand-in for a page nobody recorded; so many facts may be made up. */
const MAX_EDITS = 16;
const MAX_MADE_UP = 8;

/** Training sequences (phase 1, and phase 2 after a recall) of one transition. */
export function transitionSequences(
  ref: TransitionRef,
  corpus: Corpus,
  lex: Lexicon,
  dropout: number,
  rng: Rng,
  coverage: Coverage,
  form = WORLD_FORM,
): Sequence[] {
  const { observation, action } = ref.trajectory.steps[ref.t];
  const before = observation.tree;
  const after = afterOf(ref);
  const visit = visitAt(ref, corpus);
  if (after.url !== before.url && rng.chance(dropout)) visit.memory.delete(after.url);
  const prompt = worldPrompt(before, action, visit, lex, form);
  const unsayable = (): void => {
    coverage.unsayable.set(kindOf(ref), (coverage.unsayable.get(kindOf(ref)) ?? 0) + 1);
  };
  const out: Sequence[] = [];
  const push = (sequence: Sequence | null): void => {
    if (sequence) out.push(sequence);
    else unsayable();
  };
  if (after.url === before.url) {
    const body = encodeBody(after.nodes, prompt, lex.rows);
    if (body) push(worldSequence(prompt, keepTokens(prompt, causeOf(ref), body), lex.rows));
    else unsayable();
    return out;
  }
  const base = baseOf(after, prompt, (candidate) => recallPrompt(before, action, candidate, visit, lex, form), lex);
  if (base) coverage[base.exact ? 'exact' : 'similar']++;
  else coverage.missing++;
  if (!base) {
    push(worldSequence(prompt, missingTokens(prompt), lex.rows));
    return out;
  }
  push(worldSequence(prompt, recallTokens(prompt, base.k, base.exact), lex.rows));
  if (base.tokens) push(recallSequence(base.prompt, base.tokens, lex.rows));
  else unsayable();
  return out;
}

interface Base {
  k: number;
  exact: boolean;
  prompt: WorldPrompt;
  tokens: number[] | null;
}

/**
 * The remembered page to start from: the very one, or else the most alike of its kind, which is edited as far as what is in sight
 * tells; nothing when none is much alike.
 */
function baseOf(
  after: AXTree,
  { candidates }: WorldPrompt,
  promptOf: (candidate: AXTree) => WorldPrompt,
  { rows }: Lexicon,
): Base | null {
  const k = candidates.findIndex(({ url }) => url === after.url);
  if (k >= 0) {
    const prompt = promptOf(candidates[k].tree);
    return { k, exact: true, prompt, tokens: encodeBody(after.nodes, prompt, rows) };
  }
  const [kind] = pathOf(after.url);
  const alike = candidates
    .map(({ url, tree }, k) => ({
      k,
      tree,
      edits: pathOf(url)[0] === kind ? diffTrees(tree.nodes, after.nodes).length : Number.POSITIVE_INFINITY,
    }))
    .filter(({ edits }) => edits <= MAX_EDITS)
    .sort((a, b) => a.edits - b.edits);
  for (const { k, tree } of alike) {
    const prompt = promptOf(tree);
    const likeness = encodeLikeness(after.nodes, prompt, rows);
    if (likeness && likeness.madeUp <= MAX_MADE_UP) return { k, exact: false, prompt, tokens: likeness.tokens };
  }
  return null;
}
