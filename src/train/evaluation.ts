import type { Report, SplitResult } from '../core/report.ts';
import type { SplitName } from '../core/types.ts';
import { listTasks } from '../sites/tasks.ts';
import type { Config } from './config.ts';
import { random as anyAction, givingUp, type Score, score } from './evaluate.ts';
import type { Host } from './host.ts';
import { type Cast, playTasks, setPolicy } from './rollouts.ts';

export const SPLITS: readonly SplitName[] = ['train', 'test-seen', 'test-unseen-style', 'test-unseen-family'];
const POLICIES = ['sft', 'bc', 'dreamed'] as const;
export type PolicyName = (typeof POLICIES)[number];

/** The sites that a run is measured on: new goals on recorded sites for `train`, sites never seen for the others. */
const FIRST_INSTANCE: Partial<Record<SplitName, number>> = { train: 2000 };

const RANDOM_SITES = 1;

interface Measured {
  greedy: Score;
  sampled?: Score;
}

export interface Evaluation {
  scores: Record<PolicyName, Record<SplitName, Measured>>;
  random: Score;
  failures: Report['failures'];
  /** Real page steps per second, over everything measured. */
  stepsPerS: number;
}

function tasksOf(split: SplitName, { families, evaluation }: Config, sites: number) {
  // No run is trained on a family of that split.
  const asTrained = split === 'test-unseen-family' ? undefined : families;
  const range = { families: asTrained, sites, instances: 1, firstInstance: FIRST_INSTANCE[split] };
  return listTasks(split, range).filter((_, i) => i % evaluation.every === 0);
}

/** Success of every policy on every split, greedy and sampled, on the real pages. */
export async function evaluateAll(config: Config, host: Host): Promise<Evaluation> {
  const { sites, sampledSites, temperature } = config.evaluation;
  const countOf = (split: SplitName, count: number): number => tasksOf(split, config, count).length;
  const perPolicy = SPLITS.reduce(
    (sum, split) => sum + countOf(split, sites[split]) + countOf(split, sampledSites[split]),
    0,
  );
  const total = POLICIES.length * perPolicy + countOf('test-seen', RANDOM_SITES);
  const totals = { done: 0, steps: 0, seconds: 0, failures: { environment: 0, format: 0, policy: 0 } };
  const run = async (name: string, split: SplitName, count: number, cast: Cast): Promise<Score> => {
    const key = `evaluate ${name} ${split}`;
    const saved = (await host.keeper.stage(key)) as { score: Score; steps: number; seconds: number } | undefined;
    const counting: Host = {
      ...host,
      progress: ({ done }) =>
        host.progress({
          stage: 'evaluate',
          done: totals.done + done,
          total,
          unit: 'episodes',
          note: `${name}, ${split}`,
        }),
    };
    const fresh = async () => {
      const { episodes, steps, seconds } = await playTasks(
        counting,
        host.real,
        'evaluate',
        tasksOf(split, config, count),
        config.seed,
        cast,
      );
      return { score: score(episodes), steps, seconds };
    };
    const result = saved ?? (await fresh());
    if (!saved) await host.keeper.saveStage(key, result);
    totals.done += countOf(split, count);
    totals.steps += result.steps;
    totals.seconds += result.seconds;
    for (const kind of ['environment', 'format', 'policy'] as const)
      totals.failures[kind] += result.score.failures[kind];
    host.metric('evaluate', totals.done, { [`${name} ${split}`]: result.score.rate });
    return result.score;
  };
  const scores = {} as Evaluation['scores'];
  for (const name of POLICIES) {
    const bytes = await host.keeper.checkpoint(name);
    if (!bytes) throw new Error(`internal: checkpoint ${name} is missing`);
    await setPolicy(host, bytes);
    const acting = (heat: number) => () => ({
      meta: { world: host.real.world, policy: `${name}@${heat}` },
      temperature: heat,
      instead: givingUp(),
    });
    scores[name] = {} as Record<SplitName, Measured>;
    for (const split of SPLITS.filter((candidate) => sites[candidate] > 0)) {
      scores[name][split] = { greedy: await run(`${name} greedy`, split, sites[split], acting(0)) };
      if (sampledSites[split] > 0)
        scores[name][split].sampled = await run(`${name} sampled`, split, sampledSites[split], acting(temperature));
    }
  }
  const random = await run('random', 'test-seen', RANDOM_SITES, (_, rng) => ({
    meta: { world: host.real.world, policy: 'random' },
    temperature: 0,
    instead: givingUp(anyAction(rng)),
  }));
  return { scores, random, failures: totals.failures, stepsPerS: totals.steps / Math.max(1e-9, totals.seconds) };
}

const rateOf = ({ rate, lo, hi, n }: Score) => ({ rate, lo, hi, n });

/** The report's table: greedy success per policy and split, sampled and by tier beside it. */
export function policyReport(scores: Evaluation['scores'], realSteps: Record<PolicyName, number>): Report['policy'] {
  const result = ({ greedy, sampled }: Measured, steps: number): SplitResult => ({
    ...rateOf(greedy),
    realSteps: steps,
    tiers: greedy.tiers,
    ...(sampled ? { sampled: rateOf(sampled) } : {}),
  });
  return Object.fromEntries(
    POLICIES.map((name) => [
      name,
      Object.fromEntries(
        SPLITS.filter((split) => scores[name][split]).map((split) => [
          split,
          result(scores[name][split], realSteps[name]),
        ]),
      ),
    ]),
  ) as Report['policy'];
}
