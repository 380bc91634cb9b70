import { invariant } from '../core/errors.ts';
import type { Rng } from '../core/rng.ts';

/**
 * Real expert trajectories among the dreams. DynaWeb (arXiv 2601.22149) has two rules for it, and they are not the same
 * algorithm: the paper replaces dreams at random (§3.3; share 0.5 in §4.1, "0 ends below the supervised start" in §5.2),
 * the authors' code overwrites one attempt of every group of 8. Either way an expert counts with reward 1 and its old
 * log-probs are those of the current policy, so its ratio starts at 1 although the policy never produced it.
 *
 * By these two an expert only ever joins the group of its own start: the group's mean would be no baseline for another
 * task. Starts without an expert keep their dreams. The third rule, `beside`, is for those: experts of any task, outside the
 * groups, with a fixed advantage.
 */
export type MixRule = 'beside' | 'replace' | 'one-per-group';

export interface ExpertMixInput<T> {
  /** groups[g][i] = dreamed attempt i at start g. */
  groups: readonly (readonly T[])[];
  /** experts[g] = real expert trajectories for start g; empty when none was recorded. */
  experts: readonly (readonly T[])[];
  rng: Rng;
}

export interface Mixed<T> {
  groups: T[][];
  /** True where an expert replaced the dream; same shape as `groups`. */
  real: boolean[][];
}

type Slot = readonly [group: number, attempt: number];

function replace<T>({ groups, experts, rng }: ExpertMixInput<T>, slots: readonly Slot[]): Mixed<T> {
  const mixed: Mixed<T> = {
    groups: groups.map((group) => [...group]),
    real: groups.map((group) => group.map(() => false)),
  };
  for (const [g, i] of slots) {
    mixed.groups[g][i] = rng.pick(experts[g]);
    mixed.real[g][i] = true;
  }
  return mixed;
}

function eligible<T>({ groups, experts }: ExpertMixInput<T>): number[] {
  invariant(groups.length === experts.length, 'expertMix', 'one list of experts per group', experts.length);
  return groups.flatMap((group, g) => (experts[g].length > 0 && group.length > 0 ? [g] : []));
}

/**
 * The paper's rule: exactly round(p · E) of the E attempts in groups that have an expert are replaced, drawn uniformly
 * without repetition. At p = 1 such a group is all expert, hence all reward 1, hence without signal.
 *
 * @throws ReverieError('internal') unless 0 ≤ share ≤ 1.
 */
export function replaceAtRandom<T>(input: ExpertMixInput<T> & { share: number }): Mixed<T> {
  const { groups, share, rng } = input;
  invariant(share >= 0 && share <= 1, 'replaceAtRandom', 'the share is between 0 and 1', share);
  const slots = eligible(input).flatMap((g) => groups[g].map((_, i): Slot => [g, i]));
  return replace(input, rng.sample(slots, Math.round(share * slots.length)));
}

/**
 * The rule of the authors' code: one random attempt of every group that has an expert is replaced. Such a group always
 * holds a success, so only the all-success ones are left without signal.
 */
export function oneExpertPerGroup<T>(input: ExpertMixInput<T>): Mixed<T> {
  const { groups, rng } = input;
  return replace(
    input,
    eligible(input).map((g): Slot => [g, rng.int(groups[g].length)]),
  );
}

/** How many experts stand beside `dreams` so that they are `share` of both; with a share of 1 they take the dreams' places. */
export const besideCount = (dreams: number, share: number): number =>
  share >= 1 ? dreams : Math.round((dreams * share) / (1 - share));
