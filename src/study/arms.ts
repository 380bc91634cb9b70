import { createRng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import { type Bytes, decodeModel } from '../model/persist.ts';
import type { AuditCounts } from '../train/audit.ts';
import { type Config, merge, type Patch } from '../train/config.ts';
import { trajectoryOf } from '../train/dreamTrajectory.ts';
import { isExpert, stepsOf } from '../train/pipeline.ts';
import { Planner } from '../train/planner.ts';
import { dreamedOn, type WorldSource } from '../train/worldSource.ts';
import { improve, inDreams, onTrueSites, type Source, type Trained } from './improve.ts';
import { type Lab, type Start, successes } from './lab.ts';
import { lookAheadOutcomes } from './lookAhead.ts';
import { recordMissing, watchMissing } from './recordMissing.ts';

/** How many attempts are cloned, and how often anew. */
interface Cloning {
  rounds: number;
  episodes: number;
}

/** How much the arms do beyond what the settings say. */
export interface Effort {
  dreams: Cloning;
  online: Cloning;
  /** Missing pages that are recorded for iterated dreaming. */
  missing: number;
}

/** What an arm starts from. */
export interface Bench {
  lab: Lab;
  start: Start;
  effort: Effort;
  /** Real steps beyond experts and rollouts that the dreamed arm used (its audits): others are given as many. */
  extraSteps: number;
}

/** Attempts that are made together. */
const AT_A_TIME = 128;
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

/** The rollouts of all rounds, successes cloned each time: the policy that the dreams start from, and their data. */
export const iteratedCloning = async ({ start }: Bench): Promise<Trained> => cloned(start.cloned, recordedSteps(start));

/** Successes of the supervised start alone, on the same sites. */
export async function filteredCloning({ lab, start }: Bench): Promise<Trained> {
  const logs = [...start.rounds[0]];
  for (let round = 1; round < start.rounds.length; round++) logs.push(...(await lab.collect(start.sft, round)));
  const policy = await lab.clone('filtered', [...start.experts, ...successes(logs)]);
  return cloned(policy, start.expertSteps + stepsOf(logs));
}

/**
 * Clones what succeeds in a source, from scratch beside experts and recorded successes, and again with the better policy: expert
 * iteration (Anthony et al. 2017; ReST, Gulcehre et al. 2023) in dreams or on the true sites.
 */
async function cloneOwn(
  { lab, start, config = lab.config }: Bench & { config?: Config },
  source: Source,
  world: 'dream' | 'functions',
  name: string,
  { rounds, episodes }: Cloning,
): Promise<Trained> {
  const attempts = merge(config, { dream: { prompts: AT_A_TIME, group: 1, expertPrompts: 0, soften: 1 } });
  const own: Trajectory[] = [];
  const out = cloned(start.cloned, 0);
  for (let round = 1; round <= rounds; round++) {
    const portions = Math.ceil(episodes / AT_A_TIME);
    for (let k = 0; k < portions; k++) {
      const portion = (round - 1) * portions + k;
      const { groups, realSteps, dreamSteps } = await source.groups(out.policy, attempts, portion);
      out.realSteps += realSteps;
      out.dreamSteps += dreamSteps;
      const good = groups.flat().filter(({ reward }) => reward === 1);
      own.push(...good.map((attempt, i) => trajectoryOf(attempt, world, `${name}:${portion}:${i}`)));
      await lab.progress(`${name} ${round}`, 'portions')(k + 1, portions, {});
    }
    if (round > 1) out.curve.push({ policy: out.policy, realSteps: out.realSteps, dreamSteps: out.dreamSteps });
    const real = [...start.experts, ...successes(start.logs)];
    out.policy = await lab.kept(`${name}-${round}`, () =>
      lab.learner.cloneDreams(real, own, config, lab.progress(`${name}-${round}`)),
    );
  }
  out.facts = { ...out.facts, cloned: own.length };
  return onTopOf(recordedSteps(start), out);
}

/** Offline RL on all that was logged, failures included (the role of WebRL). */
export async function offline({ lab, start }: Bench): Promise<Trained> {
  const all = [...start.experts, ...start.logs];
  const policy = await lab.kept('offline', () =>
    lab.learner.fitPolicy('offline', all, lab.config, lab.progress('offline RL')),
  );
  return cloned(policy, recordedSteps(start));
}

/** What is particular about a dreamed arm. */
interface Dreams {
  /** Its checkpoints are called so. */
  name: string;
  patch?: Patch<Config>;
  /** Where its world model was fitted; then dreams take place on one half of the sites only. */
  source?: WorldSource;
  fidelity?: boolean;
}

/** Depth to which dreams are compared with real pages. */
const DEPTH = 10;

/** Dreams of new goals on the recorded sites, and their successes by the judge cloned. */
export const dreamed =
  ({ name, patch = {}, source, fidelity = false }: Dreams) =>
  async (bench: Bench): Promise<Trained> => {
    const { lab, start, effort } = bench;
    const audits = noAudits();
    const corpus = dreamedOn(source ? 'dreamed-half' : 'dreamed', [...start.experts, ...start.logs]);
    const world = source ? await fitOn(bench, source) : start.world;
    await dreamIn(lab, corpus, { world, judge: start.judge });
    const config = merge(lab.config, patch);
    const trained = await cloneOwn({ ...bench, config }, inDreams(lab, audits), 'dream', name, effort.dreams);
    return {
      ...trained,
      facts: { ...trained.facts, ...audits },
      ...(fidelity && { fidelity: (await lab.dreamer.fidelity(start.validation, DEPTH)).byDepth }),
    };
  };

/** A world model of other recordings: of the other half of the sites, of none, or of the half that is dreamed on. */
const fitOn = ({ lab, start }: Bench, source: WorldSource): Promise<Bytes> =>
  lab.kept(`world-${source}`, () =>
    lab.learner.fitWorld(
      [...start.experts, ...start.logs],
      merge(lab.config, { world: { source } }),
      lab.progress(`world model, ${source}`),
    ),
  );

/** Look-ahead at test time with the same world model and judge, by the policy that the dreams start from. */
export async function lookAhead({ lab, start }: Bench): Promise<Trained> {
  const { config } = lab;
  const info = await lab.learner.init();
  const [policy, world, judge] = [start.cloned, start.world, start.judge].map(
    (bytes) => decodeModel(bytes, info).model,
  );
  const planner = new Planner({ policy, world, judge }, config.plan);
  const facts: Record<string, number> = {};
  return {
    ...cloned(start.cloned, recordedSteps(start)),
    facts,
    async outcomes(tasks) {
      const out = await lookAheadOutcomes(planner, tasks, createRng(config.seed).fork('look-ahead'));
      const { actions, calls, ms } = planner.cost.planned;
      Object.assign(facts, { msPerAction: ms / actions, callsPerAction: calls / actions });
      return out;
    },
  };
}

/** The same twice: between them what nobody had recorded is recorded, and world model and judge are fitted again. */
export async function iteratedDreaming(bench: Bench): Promise<Trained> {
  const { lab, start, effort } = bench;
  const { config, learner } = lab;
  const audits = noAudits();
  const corpus = [...start.experts, ...start.logs];
  await dreamIn(lab, corpus, start);
  const { source, missing } = watchMissing(inDreams(lab, audits));
  const first = await cloneOwn(bench, source, 'dream', 'dreams', effort.dreams);
  const found = await recordMissing(lab, missing, effort.missing);
  corpus.push(...found);
  const world = await lab.kept('world-2', () => learner.fitWorld(corpus, config, lab.progress('world model 2')));
  const judge = await lab.kept('judge-2', () => learner.fitJudge(corpus, config, lab.progress('judge 2')));
  await dreamIn(lab, corpus, { world, judge });
  const again = { ...bench, start: { ...start, cloned: first.policy, logs: [...start.logs, ...found] } };
  const second = await cloneOwn(again, source, 'dream', 'dreams-again', effort.dreams);
  return {
    ...second,
    realSteps: second.realSteps + first.realSteps - recordedSteps(start) + stepsOf(found),
    dreamSteps: first.dreamSteps + second.dreamSteps,
    facts: { ...second.facts, ...audits, recordedMissing: found.length },
  };
}

/** Dreams improved by groups (DynaWeb §3.3: GSPO beside real experts), from the cloned policy on. */
export async function dreamedInGroups({ lab, start }: Bench): Promise<Trained> {
  const { config } = lab;
  const audits = noAudits();
  await dreamIn(lab, [...start.experts, ...start.logs], start);
  const trained = await improve(lab, start.cloned, start.experts, inDreams(lab, audits), config, {
    updates: config.dream.updates,
  });
  return onTopOf(recordedSteps(start), { ...trained, facts: { ...trained.facts, ...audits } });
}

/** Online RL by groups from the supervised start on the recorded sites, with as many real steps as the dreamed arm used. */
export async function onlineEqualSteps({ lab, start, extraSteps }: Bench): Promise<Trained> {
  const { config, collection } = lab;
  const { firstSite, expertSites } = config.data;
  const sites = { firstSite, sites: expertSites + collection.rounds * collection.sites };
  const trained = await improve(lab, start.sft, start.experts, onTrueSites(lab, start.experts, sites), config, {
    updates: config.dream.updates,
    realSteps: start.logSteps + extraSteps,
  });
  return onTopOf(start.expertSteps, trained);
}

/** The upper reference: what the dreamed arm does, on true sites without end and without a limit of real steps. */
export const online = (bench: Bench): Promise<Trained> => {
  const { lab, start, effort } = bench;
  return cloneOwn(bench, onTrueSites(lab, start.experts, FRESH_SITES), 'functions', 'online', effort.online);
};

const noAudits = (): AuditCounts => ({ audited: 0, falsePositives: 0, falseNegatives: 0 });

async function dreamIn(
  { dreamer }: Lab,
  corpus: readonly Trajectory[],
  { world, judge }: { world: Bytes; judge: Bytes },
): Promise<void> {
  await dreamer.setCorpus(corpus, corpus.filter(isExpert));
  await dreamer.setWorld(world, judge);
}
