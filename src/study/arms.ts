import { createRng } from '../core/rng.ts';
import type { Trajectory } from '../core/types.ts';
import { type Bytes, decodeModel } from '../model/persist.ts';
import { type AuditCounts, noAudits } from '../train/audit.ts';
import { type Config, merge, type Patch } from '../train/config.ts';
import { isExpert, stepsOf } from '../train/pipeline.ts';
import { Planner } from '../train/planner.ts';
import { dreamedOn, type WorldSource } from '../train/worldSource.ts';
import { type Cloning, cloneAttempts, type Place } from './cloning.ts';
import { improve, inDreams, onTrueSites, type Trained } from './improve.ts';
import { type Lab, type Start, successes } from './lab.ts';
import { lookAheadOutcomes } from './lookAhead.ts';
import { recordMissing, watchMissing } from './recordMissing.ts';

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
  /** The seed's settings, with those of the row. */
  config: Config;
  effort: Effort;
  /** Real steps beyond experts and rollouts that the dreamed arm used (its audits): others are given as many. */
  extraSteps: number;
}

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

/** The clone of the recordings with as many updates as the dreamed arm has: what those alone do. */
export const clonedLonger = async ({ lab, start, config }: Bench): Promise<Trained> =>
  cloned(
    await lab.kept('cloned-longer', () =>
      lab.learner.cloneDreams(
        [...start.experts, ...successes(start.logs)],
        [],
        config,
        lab.progress('cloned, as many updates'),
      ),
    ),
    recordedSteps(start),
  );

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
  /** Steps that a dream may last, where that is less than the settings say. */
  longest?: number;
  /** Where its world model was fitted; then dreams take place on one half of the sites only. */
  source?: WorldSource;
  fidelity?: boolean;
}

/** Depth to which dreams are compared with real pages. */
const DEPTH = 10;

/** Dreams of new goals on the recorded sites, and their successes by the judge cloned. */
export const dreamed =
  ({ name, patch = {}, longest, source, fidelity = false }: Dreams) =>
  async (bench: Bench): Promise<Trained> => {
    const { lab, start, effort } = bench;
    const corpus = dreamedOn(source ? 'dreamed-half' : 'dreamed', [...start.experts, ...start.logs]);
    const config = merge(bench.config, patch);
    const ownJudge = config.dream.reward === 'self';
    const world = source || ownJudge ? await fitOn(lab, start, config, source) : await start.world();
    await dreamIn(lab, corpus, world, ownJudge ? world : await start.judge());
    const place: Place = { name: source ? `dreams, ${source}` : 'dreams', source: inDreams(lab), world: 'dream' };
    const trained = await cloneAttempts({ lab, start, config }, place, name, effort.dreams, longest);
    if (!fidelity) return trained;
    return { ...trained, fidelity: (await lab.dreamer.fidelity(start.validation, DEPTH)).byDepth };
  };

/** Another world model than all arms share: of other recordings, or one that learns to judge its own dreams. */
function fitOn(lab: Lab, { experts, logs }: Start, config: Config, source?: WorldSource): Promise<Bytes> {
  const name = source ?? config.dream.reward;
  const settings = source ? merge(config, { world: { source } }) : config;
  const progress = lab.progress(`world model, ${name}`);
  return lab.kept(`world-${name}`, () => lab.learner.fitWorld([...experts, ...logs], settings, progress));
}

/** Look-ahead at test time with the same world model and judge, by the policy that the dreams start from. */
export async function lookAhead({ lab, start }: Bench): Promise<Trained> {
  const { config } = lab;
  const info = await lab.learner.init();
  const [policy, world, judge] = [start.cloned, await start.world(), await start.judge()].map(
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
  const corpus = [...start.experts, ...start.logs];
  await dreamIn(lab, corpus, await start.world(), await start.judge());
  const { source, missing } = watchMissing(inDreams(lab));
  const first = await cloneAttempts(bench, { name: 'watched dreams', source, world: 'dream' }, 'dreams', effort.dreams);
  const found = await recordMissing(lab, missing, effort.missing);
  corpus.push(...found);
  const world = await lab.kept('world-2', () => learner.fitWorld(corpus, config, lab.progress('world model 2')));
  const judge = await lab.kept('judge-2', () => learner.fitJudge(corpus, config, lab.progress('judge 2')));
  await dreamIn(lab, corpus, world, judge);
  const again = { ...bench, start: { ...start, cloned: first.policy, logs: [...start.logs, ...found] } };
  const place: Place = { name: 'dreams again', source: inDreams(lab), world: 'dream' };
  const second = await cloneAttempts(again, place, 'dreams-again', effort.dreams);
  const audits = noAudits();
  for (const key of Object.keys(audits) as (keyof AuditCounts)[]) audits[key] = first.facts[key] + second.facts[key];
  return {
    ...second,
    realSteps: first.realSteps + second.realSteps - recordedSteps(start) + stepsOf(found),
    dreamSteps: first.dreamSteps + second.dreamSteps,
    facts: { ...second.facts, ...audits, recordedMissing: found.length },
  };
}

/** Dreams improved by groups (DynaWeb §3.3: GSPO beside real experts), from the cloned policy on. */
export async function dreamedInGroups({ lab, start, config }: Bench): Promise<Trained> {
  await dreamIn(lab, [...start.experts, ...start.logs], await start.world(), await start.judge());
  const trained = await improve(lab, start.cloned, start.experts, inDreams(lab), config, {
    updates: config.dream.updates,
  });
  return onTopOf(recordedSteps(start), trained);
}

/** Online RL by groups from the supervised start on the recorded sites, with as many real steps as the dreamed arm used. */
export async function onlineEqualSteps({ lab, start, config, extraSteps }: Bench): Promise<Trained> {
  const { collection } = lab;
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
  const source = onTrueSites(lab, start.experts, FRESH_SITES);
  return cloneAttempts(bench, { name: 'true sites', source, world: 'functions' }, 'online', effort.online);
};

async function dreamIn({ dreamer }: Lab, corpus: readonly Trajectory[], world: Bytes, judge: Bytes): Promise<void> {
  await dreamer.setCorpus(corpus, corpus.filter(isExpert));
  await dreamer.setWorld(world, judge);
}
