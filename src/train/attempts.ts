import type { Rng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import type { Sequence } from '../engine/network.ts';
import { WORD_DROPOUT } from '../model/agent.ts';
import type { Lexicon } from '../model/features.ts';
import type { Model } from '../model/model.ts';
import { zeroVariance } from '../rl/advantage.ts';
import { besideCount, oneExpertPerGroup, replaceAtRandom } from '../rl/expertMix.ts';
import { OBJECTIVES } from '../rl/objectives.ts';
import type { Config } from './config.ts';
import type { DreamedTrajectory, Start } from './dreaming.ts';
import { stepSequence } from './sft.ts';
import { drawSalt } from './trainer.ts';

/** One trajectory as an update sees it. */
export interface Attempt {
  sequences: Sequence[];
  /** log π at sampling time, all tokens of the trajectory; null for a real expert trajectory. */
  old: number[] | null;
  advantage: number;
}

/** Groups that were trained on; met equal rewards (dropped, unless the filter is off); were dropped for missing pages. */
export interface GroupCounts {
  kept: number;
  zeroVariance: number;
  mostlyMissing: number;
}

type Settings = Pick<
  Config['dream'],
  'objective' | 'zeroVarianceFilter' | 'expertMix' | 'expertShare' | 'expertWeight'
>;

/** What an expert did from `step` on. */
interface Tail {
  trajectory: Trajectory;
  step: number;
}

const isTail = (member: DreamedTrajectory | Tail): member is Tail => 'step' in member;

const tailSequences = ({ trajectory, step }: Tail, lex: Lexicon): Sequence[] =>
  trajectory.steps.slice(step).flatMap((_, t) => stepSequence(trajectory, step + t, lex) ?? []);

/** Experts that were where a dream began: on the same task, and for a start in the middle in that very recording. */
const tailsFrom = ({ task, from }: Start, experts: readonly Trajectory[], lex: Lexicon): Tail[] =>
  experts
    .filter(({ id, task: { id: taskId } }) => taskId === task.id && (!from || id === from.trajectory.id))
    .map((trajectory) => ({ trajectory, step: from?.step ?? 0 }))
    .filter((tail) => tailSequences(tail, lex).length > 0);

/** The trajectories of one update: dreams of groups with signal, mixed with real experts by the rule of the settings. */
export function attemptsOf(
  model: Model,
  groups: readonly DreamedTrajectory[][],
  experts: readonly Trajectory[],
  { objective, zeroVarianceFilter, expertMix, expertShare, expertWeight }: Settings,
  rng: Rng,
): { attempts: Attempt[]; counts: GroupCounts } {
  const counts: GroupCounts = { kept: 0, zeroVariance: 0, mostlyMissing: 0 };
  /** As in DynaWeb's code, treated as if the policy had produced it. */
  const real = (tail: Tail, advantage: number): Attempt => ({
    sequences: tailSequences(tail, model.lexicon(drawSalt(rng), WORD_DROPOUT)),
    old: null,
    advantage,
  });
  const inGroups = (): (DreamedTrajectory | Tail)[][] => {
    if (expertMix === 'beside') return groups.map((group) => group);
    const lex = model.lexicon();
    const tails = groups.map(([first]) => (first ? tailsFrom(first.start, experts, lex) : []));
    const input = { groups: groups as (DreamedTrajectory | Tail)[][], experts: tails, rng };
    return (expertMix === 'replace' ? replaceAtRandom({ ...input, share: expertShare }) : oneExpertPerGroup(input))
      .groups;
  };
  // Members that met a missing page are left out, groups that mostly did are dropped.
  const attempts = inGroups().flatMap((group) => {
    const known = group.filter((member) => isTail(member) || !member.missing);
    if (known.length * 2 < group.length || known.length < 2) {
      counts.mostlyMissing++;
      return [];
    }
    const rewards = known.map((member) => (isTail(member) ? 1 : member.reward));
    if (zeroVariance(rewards)) {
      counts.zeroVariance++;
      if (zeroVarianceFilter) return [];
    }
    counts.kept++;
    const advantages = OBJECTIVES[objective].advantagesOf(rewards);
    return known.map((member, i) =>
      isTail(member)
        ? real(member, advantages[i])
        : { sequences: member.sequences, old: member.logProbs.flat(), advantage: advantages[i] },
    );
  });
  if (expertMix !== 'beside' || experts.length === 0 || attempts.length === 0) return { attempts, counts };
  const beside = Array.from({ length: besideCount(attempts.length, expertShare) }, () =>
    real({ trajectory: rng.pick(experts), step: 0 }, expertWeight),
  ).filter(({ sequences }) => sequences.length > 0);
  return { attempts: [...(expertShare >= 1 ? [] : attempts), ...beside], counts };
}
