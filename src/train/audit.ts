import { createRng } from '../core/rng.ts';
import type { Action, AXNode, AXTree } from '../core/types.ts';
import type { Environment } from '../env/environment.ts';
import type { Config } from './config.ts';
import type { DreamedTrajectory } from './dreaming.ts';

/**
 * Finds on the live page what an action meant on the page it was decided on: the node of the same role and name that
 * stands nearest to the old place. Null when there is none.
 */
export function reground(action: Action, seen: AXTree, live: AXTree): Action | null {
  if (!('target' in action)) return action;
  const at = seen.nodes.findIndex(({ id }) => id === action.target);
  const node: AXNode | undefined = seen.nodes[at];
  if (!node) return null;
  let best = -1;
  live.nodes.forEach(({ role, name }, i) => {
    if (role === node.role && name === node.name && (best < 0 || Math.abs(i - at) < Math.abs(best - at))) best = i;
  });
  return best < 0 ? null : { ...action, target: live.nodes[best].id };
}

export interface Audit {
  /** What the judge said in the dream, and the checker after doing the same for real. */
  dreamed: number;
  real: number;
  /** The judge's belief in the dream. */
  belief: number;
  /** Some action had no counterpart on the real page. */
  diverged: boolean;
  /** Real steps this replay cost. */
  steps: number;
}

/** What was done, and the page it was decided on: first the real steps up to where the dream began, then its own. */
export function scriptOf({ start: { from }, trees, actions }: DreamedTrajectory): { tree: AXTree; action: Action }[] {
  const before = from ? from.trajectory.steps.slice(0, from.step) : [];
  return [
    ...before.map(({ observation, action }) => ({ tree: observation.tree, action })),
    ...actions.map((action, t) => ({ tree: trees[t], action })),
  ];
}

/** Repeats a finished dream on real pages and asks the checker. Null when the environment failed. */
export async function auditDream(env: Environment, dream: DreamedTrajectory, seed: number): Promise<Audit | null> {
  const { belief, start } = dream;
  const { task } = start;
  const script = scriptOf(dream);
  let observation = await env.reset({ ...task, horizon: Math.max(task.horizon, script.length + 1) }, seed);
  let diverged = false;
  let steps = 0;
  for (const { tree, action } of script) {
    const live = reground(action, tree, observation.tree);
    if (!live) {
      diverged = true;
      continue;
    }
    const transition = await env.step(live);
    steps++;
    if (transition.failure?.kind === 'environment') return null;
    observation = transition.observation;
    if (transition.terminated) return { dreamed: dream.reward, real: transition.reward, belief, diverged, steps };
    if (transition.truncated) break;
  }
  return { dreamed: dream.reward, real: 0, belief, diverged, steps };
}

/**
 * Repeats the settings' share of an update's finished dreams, all of them where the checker rewards: only this shows a judge
 * that is being fooled.
 */
export async function auditShare(
  env: Environment,
  dreams: readonly DreamedTrajectory[],
  { seed, dream: { audit, reward } }: Config,
  update: number,
): Promise<Map<DreamedTrajectory, Audit>> {
  const rng = createRng(seed).fork(`audit:${update}`);
  const share = reward === 'checker' ? 1 : audit;
  const audits = new Map<DreamedTrajectory, Audit>();
  for (const dream of dreams) {
    if (!dream.terminated || !rng.chance(share)) continue;
    const result = await auditDream(env, dream, rng.int(2 ** 31));
    if (result) audits.set(dream, result);
  }
  return audits;
}

/** The groups with what the checker gives instead of what the judge said; a dream that was not repeated earns nothing. */
export const rewardedByChecker = (
  groups: readonly DreamedTrajectory[][],
  audits: ReadonlyMap<DreamedTrajectory, Audit>,
): DreamedTrajectory[][] =>
  groups.map((group) => group.map((dream) => ({ ...dream, reward: audits.get(dream)?.real ?? 0 })));

/** What decides how far the judge is to be believed. */
export type Verdict = Pick<Audit, 'belief' | 'real'>;

export const praisedWrongly = (verdicts: readonly Verdict[], belief: number): number =>
  verdicts.filter((one) => one.belief >= belief && one.real !== 1).length;

/** The lowest of these beliefs from which on at most `share` of the audited dreams are praised wrongly; else the last. */
export const beliefFor = (verdicts: readonly Verdict[], share: number, beliefs: readonly number[]): number =>
  beliefs.find((belief) => praisedWrongly(verdicts, belief) <= share * verdicts.length) ?? beliefs[beliefs.length - 1];

/** How often judge and checker agree on dreams that were repeated for real. */
export interface AuditCounts {
  audited: number;
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
}

export const noAudits = (): AuditCounts => ({ audited: 0, truePositives: 0, falsePositives: 0, falseNegatives: 0 });

export function addAudits(sum: AuditCounts, more: AuditCounts): void {
  for (const key of Object.keys(sum) as (keyof AuditCounts)[]) sum[key] += more[key];
}

export function countAudit(counts: AuditCounts, { dreamed, real }: Audit): void {
  counts.audited++;
  if (dreamed === 1 && real === 1) counts.truePositives++;
  if (dreamed === 1 && real !== 1) counts.falsePositives++;
  if (dreamed !== 1 && real === 1) counts.falseNegatives++;
}
