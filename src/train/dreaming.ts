import type { Rng } from '../core/rng.ts';
import type { Action, AXTree, Task, Trajectory } from '../core/types.ts';
import type { Sequence } from '../engine/network.ts';
import { type Dream, type DreamWorld, isOver } from '../env/dream.ts';
import { type Decision, decide } from '../model/agent.ts';
import type { Model } from '../model/model.ts';
import { policySequence } from '../model/policy.ts';
import { agentView } from '../model/view.ts';
import { FAMILIES } from '../sites/index.ts';
import { makeTask } from '../sites/tasks.ts';
import type { Config } from './config.ts';
import type { Corpus } from './corpus.ts';
import { drawSalt } from './trainer.ts';

/** Where a group of dreams begins. */
export interface Start {
  task: Task;
  /** A recorded trajectory and the step before which the dream begins; absent: the site's home page. */
  from?: { trajectory: Trajectory; step: number };
}

/** One dreamed attempt: what training, audit and the viewer need. Structured-cloneable. */
export interface DreamedTrajectory {
  start: Start;
  /** Token sequences of the policy, one per action, and their log π at sampling time. */
  sequences: Sequence[];
  logProbs: number[][];
  /** The pages it saw (n + 1 of them) and what it did. */
  trees: AXTree[];
  actions: Action[];
  reward: number;
  terminated: boolean;
  missing: boolean;
  malformed: number;
  belief: number;
}

/** Start states of one update: expert tasks (some from the middle) and new goals on recorded sites (papers-1, A6). */
export function drawStarts(
  corpus: Pick<Corpus, 'sites'>,
  experts: readonly Trajectory[],
  config: Config['dream'],
  rng: Rng,
): Start[] {
  const sites = corpus.sites;
  return Array.from({ length: config.prompts }, (): Start => {
    if (rng.chance(config.expertPrompts)) {
      const trajectory = rng.pick(experts);
      if (!rng.chance(config.midStart)) return { task: trajectory.task };
      return { task: trajectory.task, from: { trajectory, step: rng.int(trajectory.steps.length) } };
    }
    const [family, seed] = rng.pick(sites);
    const template = rng.pick(FAMILIES[family].templates).name;
    return { task: makeTask(family, template, seed, 10_000 + rng.int(100_000)) };
  });
}

/**
 * G dreams from every start, all advanced together: one forward pass of policy and world model per step.
 * The attempts of a group share start and hash salt, so that they differ only by what the policy sampled.
 */
export async function dreamGroups(
  policy: Model,
  world: DreamWorld,
  starts: readonly Start[],
  config: Config['dream'],
  rng: Rng,
  onStep?: (steps: number) => void,
): Promise<DreamedTrajectory[][]> {
  const uniform = rng.next;
  const runs = starts.flatMap((start) => {
    const salt = drawSalt(rng);
    return Array.from({ length: config.group }, () => {
      const dream = world.start(start.task, start.from);
      const record: DreamedTrajectory = {
        start,
        sequences: [],
        logProbs: [],
        trees: [dream.observation.tree],
        actions: [],
        reward: 0,
        terminated: false,
        missing: false,
        malformed: 0,
        belief: 0,
      };
      return { dream, salt, record };
    });
  });
  for (;;) {
    const live = runs.filter(({ dream }) => !isOver(dream));
    if (live.length === 0) break;
    const decisions = await decide(
      policy,
      live.map(({ dream }) => agentView(dream.observation, dream.past)),
      { temperature: config.temperature, uniform, salts: live.map(({ salt }) => salt) },
    );
    decisions.forEach((decision, i) => {
      const { record } = live[i];
      record.sequences.push(emitted(decision));
      record.logProbs.push(decision.logProbs);
      record.actions.push(decision.action);
    });
    await world.advance(
      live.map(({ dream }) => dream),
      decisions.map(({ action }) => action),
      uniform,
    );
    for (const { dream, record } of live) record.trees.push(dream.observation.tree);
    onStep?.(live.length);
  }
  return starts.map((_, g) => runs.slice(g * config.group, (g + 1) * config.group).map(finish));
}

/** What the policy emitted, as it is trained on. */
export function emitted({ prompt, tokens }: Decision): Sequence {
  const sequence = policySequence(prompt, tokens);
  if (!sequence) throw new Error('internal: the policy emitted an illegal action');
  return sequence;
}

const finish = ({ dream, record }: { dream: Dream; record: DreamedTrajectory }): DreamedTrajectory => ({
  ...record,
  reward: dream.reward,
  terminated: dream.terminated,
  missing: dream.missing,
  malformed: dream.malformed,
  belief: dream.belief,
});
