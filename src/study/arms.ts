import type { Trajectory } from '../core/types.ts';
import type { Bytes } from '../model/persist.ts';
import { type Config, merge, type Patch } from '../train/config.ts';
import { rolloutCast, rolloutTasks } from '../train/rollouts.ts';
import { type Audits, improve, inDreams, onTrueSites, type Trained } from './improve.ts';
import { type Lab, type Start, stepsOf, successes } from './lab.ts';
import { recordMissing, watchMissing } from './recordMissing.ts';

/** What an arm starts from. */
export interface Bench {
  lab: Lab;
  start: Start;
  /** Real steps beyond experts and rollouts that the dreamed arm used (its audits): others are given as many. */
  extraSteps: number;
}

/** Points of the curve of success against real steps. */
const POINTS = 4;
/** Where online RL without a limit finds its sites: far from all that are recorded or measured. */
const FRESH_SITES = { firstSite: 5000, sites: 1000 };

const cloned = (policy: Bytes, realSteps: number): Trained => ({
  policy,
  realSteps,
  dreamSteps: 0,
  facts: {},
  curve: [],
});

const recordedSteps = ({ expertSteps, logSteps }: Start): number => expertSteps + logSteps;

/** Real steps in all, the recorded ones included. */
const onTopOf = (before: number, trained: Trained): Trained => ({
  ...trained,
  realSteps: trained.realSteps + before,
  curve: trained.curve.map((point) => ({ ...point, realSteps: point.realSteps + before })),
});

export const supervisedStart = async ({ start }: Bench): Promise<Trained> => cloned(start.sft, start.expertSteps);

export const filteredCloning = async ({ start }: Bench): Promise<Trained> => cloned(start.bc, recordedSteps(start));

/**
 * Filtered cloning in rounds (Anthony et al. 2017; ReST): half of the sites are visited by the supervised start, the others by
 * what was cloned from those, and more goals by the next clone until the steps of the dreamed arm are used.
 */
export async function iteratedCloning({ lab, start, extraSteps }: Bench): Promise<Trained> {
  const { config } = lab;
  const tasks = rolloutTasks(config);
  const cast = rolloutCast(config, 'functions');
  const good = [...start.experts];
  let policy = start.sft;
  let steps = start.expertSteps;
  const limit = recordedSteps(start) + extraSteps;
  const more = rolloutTasks(merge(config, { data: { rolloutsPerTemplate: 1, crawlSteps: 0, firstInstance: 200 } }));
  const rounds = [
    tasks.filter(({ siteSeed }) => siteSeed % 2 === 0),
    tasks.filter(({ siteSeed }) => siteSeed % 2 === 1),
    more,
  ];
  for (const [round, list] of rounds.entries()) {
    const played = await lab.play(policy, list, `round ${round + 1}`, cast);
    const fresh: Trajectory[] = [];
    for (const { trajectory } of played) {
      if (steps >= limit) break;
      steps += trajectory.steps.length;
      fresh.push(trajectory);
    }
    good.push(...successes(fresh));
    if (fresh.length === 0) break;
    policy = await lab.kept(`iterated-${round + 1}`, () =>
      lab.learner.fitPolicy('bc', good, config, lab.progress(`iterated cloning ${round + 1}`)),
    );
  }
  return cloned(policy, steps);
}

/** Dreams from the cloned policy on, in the recorded sites' world model. */
export const dreamed =
  (patch: Patch<Config> = {}, models?: (bench: Bench) => Promise<{ world: Bytes; judge: Bytes }>) =>
  async (bench: Bench): Promise<Trained> => {
    const { lab, start } = bench;
    const config = merge(lab.config, patch);
    const audits: Audits = { audited: 0, falsePositives: 0, falseNegatives: 0 };
    const { world, judge } = models ? await models(bench) : start;
    await lab.dreamer.setCorpus([...start.experts, ...start.logs], start.experts);
    await lab.dreamer.setWorld(world, judge);
    const trained = await improve(lab, start.bc, start.experts, inDreams(lab, audits), config, {
      updates: config.dream.updates,
      points: POINTS,
    });
    return onTopOf(recordedSteps(start), { ...trained, facts: { ...trained.facts, ...audits } });
  };

/** Dreams in two halves: between them what nobody had recorded is recorded, and world model and judge are fitted again. */
export async function iteratedDreaming(bench: Bench): Promise<Trained> {
  const { lab, start } = bench;
  const { config, dreamer, learner } = lab;
  const audits: Audits = { audited: 0, falsePositives: 0, falseNegatives: 0 };
  let corpus = [...start.experts, ...start.logs];
  await dreamer.setCorpus(corpus, start.experts);
  await dreamer.setWorld(start.world, start.judge);
  const { source, missing } = watchMissing(inDreams(lab, audits));
  const budget = { updates: Math.floor(config.dream.updates / 2) };
  const first = await improve(lab, start.bc, start.experts, source, config, budget);
  const found = await recordMissing(lab, missing);
  corpus = [...corpus, ...found];
  const world = await lab.kept('world-2', () => learner.fitWorld(corpus, config, lab.progress('world model again')));
  const judge = await lab.kept('judge-2', () => learner.fitJudge(corpus, config, lab.progress('judge again')));
  await dreamer.setCorpus(corpus, start.experts);
  await dreamer.setWorld(world, judge);
  const second = await improve(lab, first.policy, start.experts, source, config, { ...budget, from: budget.updates });
  return onTopOf(recordedSteps(start) + first.realSteps + stepsOf(found), {
    ...second,
    dreamSteps: first.dreamSteps + second.dreamSteps,
    facts: { ...second.facts, ...audits, recordedMissing: found.length },
  });
}

/** Online RL from the supervised start on the recorded sites, with as many real steps as the dreamed arm used. */
export async function onlineEqualSteps({ lab, start, extraSteps }: Bench): Promise<Trained> {
  const { config } = lab;
  const { firstSite, expertSites, logSites } = config.data;
  const source = onTrueSites(lab, start.experts, { firstSite, sites: expertSites + logSites });
  const trained = await improve(lab, start.sft, start.experts, source, config, {
    updates: config.dream.updates,
    realSteps: start.logSteps + extraSteps,
  });
  return onTopOf(start.expertSteps, trained);
}

/** The upper reference: online RL from the cloned policy on sites without end, as many updates as dreaming, no limit of steps. */
export async function onlineUnlimited({ lab, start }: Bench): Promise<Trained> {
  const { config } = lab;
  const trained = await improve(lab, start.bc, start.experts, onTrueSites(lab, start.experts, FRESH_SITES), config, {
    updates: config.dream.updates,
    points: POINTS,
  });
  return onTopOf(recordedSteps(start), trained);
}
