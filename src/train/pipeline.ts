import type { Service } from '../core/port.ts';
import type { Report } from '../core/report.ts';
import type { Trajectory } from '../core/types.ts';
import type { BackendInfo } from '../engine/backend.ts';
import { inTaskOrder } from '../env/episodes.ts';
import type { Bytes } from '../model/persist.ts';
import { listTasks } from '../sites/tasks.ts';
import { alarmNote } from './alarm.ts';
import type { Config } from './config.ts';
import { believedFrom, type DreamSummary, dreamTraining } from './dreamTraining.ts';
import { score } from './evaluate.ts';
import { evaluateAll, type PolicyName, policyReport } from './evaluation.ts';
import { again, type Host } from './host.ts';
import type { Learner } from './learner.ts';
import { recordRollouts, setPolicy } from './rollouts.ts';
import { dreamedOn } from './worldSource.ts';

/** Trajectories of a run are told apart by who acted. */
export const isExpert = ({ policy }: Trajectory): boolean => policy === 'expert' || policy === 'human';
export const isLog = ({ policy }: Trajectory): boolean => policy.startsWith('log:');
export const isValidation = ({ policy }: Trajectory): boolean => policy.startsWith('validation:');

/** Imagined steps in a row that fidelity is measured to. */
const DEPTHS = 10;

export const stepsOf = (trajectories: readonly Trajectory[]): number =>
  trajectories.reduce((sum, { steps }) => sum + steps.length, 0);

/**
 * The whole loop, top to bottom: record experts → supervised start → record rollouts with noise on more sites →
 * filtered behaviour cloning beside the world model → dream training → evaluation on real pages. Every finished stage is
 * kept, so that a run goes on from its last completed update.
 */
export async function runPipeline(config: Config, host: Host): Promise<Report> {
  const { keeper } = host;
  const seconds: Report['stages'] = [];

  /** Runs a stage once; a resumed run reads its result instead. */
  const stage = async <T>(name: string, body: () => Promise<T>): Promise<T> => {
    const saved = (await keeper.stage(name)) as { seconds: number; result: T } | undefined;
    if (saved) {
      seconds.push({ name, seconds: saved.seconds });
      return saved.result;
    }
    await host.gate();
    const began = performance.now();
    const result = await body();
    const took = (performance.now() - began) / 1000;
    await keeper.saveStage(name, { seconds: took, result });
    seconds.push({ name, seconds: took });
    return result;
  };
  const progressOf =
    (name: string, unit: string) => async (done: number, total: number, metrics: Record<string, number>) => {
      host.progress({ stage: name, done, total, unit });
      host.metric(name, done, metrics);
      await host.gate();
    };
  const checkpoint = async (name: string): Promise<Bytes> => {
    const bytes = await keeper.checkpoint(name);
    if (!bytes) throw new Error(`internal: checkpoint ${name} is missing`);
    return bytes;
  };

  const backend = await settleBackend(host);

  // 1. Experts on real pages.
  const { firstSite, expertSites } = config.data;
  await stage('record experts', async () => {
    const tasks = listTasks('train', { families: config.families, firstSite, sites: expertSites, instances: 1 });
    const report = (done: number) =>
      host.progress({ stage: 'record experts', done, total: tasks.length, unit: 'episodes' });
    await keeper.putTrajectories(inTaskOrder(await host.recordExperts(tasks, config.seed, report), tasks));
    return {};
  });
  const demonstrations = (await keeper.trajectories()).filter(isExpert);
  const experts = demonstrations.filter(({ reward }) => reward === 1);

  // 2. Supervised start.
  const sft = await stage('supervised start', async () => {
    const { bytes, ...rest } = await again(() =>
      host.policyLearner.port.fitPolicy('sft', experts, config, progressOf('supervised start', 'updates')),
    );
    await keeper.complete({ sft: bytes }, { stage: 'supervised start', update: config.sft.steps, done: false });
    return rest;
  });

  // 3. Rollouts of that policy, with noise, on more sites: no labels needed beyond the checker's verdict.
  await stage('record rollouts', async () => {
    await setPolicy(host, await checkpoint('sft'));
    const done = await recordRollouts(config, host);
    await keeper.putTrajectories(done.filter(({ failure }) => failure?.kind !== 'environment'));
    return score(done).failures;
  });
  const recorded = await keeper.trajectories();
  const logs = recorded.filter(isLog);
  const validation = recorded.filter(isValidation);
  const corpus = [...experts, ...logs];
  const successes = [...experts, ...logs.filter(({ reward }) => reward === 1)];

  // 4. The world model needs neither policy nor judge: side by side on two workers.
  await stage('clone and fit world model', async () => {
    const cloneAndJudge = async () => {
      const { policyLearner } = host;
      const bc = await again(() =>
        policyLearner.port.fitPolicy('bc', successes, config, progressOf('filtered cloning', 'updates')),
      );
      if (config.dream.reward === 'self') return { bc: bc.bytes };
      const judge = await again(() => policyLearner.port.fitJudge(corpus, config, progressOf('judge', 'updates')));
      return { bc: bc.bytes, judge: judge.bytes };
    };
    const [models, { bytes, ...coverage }] = await Promise.all([
      cloneAndJudge(),
      again(() => host.worldLearner.port.fitWorld(corpus, config, progressOf('world model', 'updates'))),
    ]);
    await keeper.complete(
      { judge: bytes, ...models, world: bytes },
      { stage: 'world model', update: config.world.steps, done: false },
    );
    return coverage;
  });

  // 5. How true are dreams, and how good is the judge, on held-out episodes?
  const [worldBytes, judgeBytes] = [await checkpoint('world'), await checkpoint('judge')];
  const dreamed = (trajectories: readonly Trajectory[]) => dreamedOn(config.world.source, trajectories);
  for (const dreamer of host.dreamers) {
    await dreamer.remember('setCorpus', dreamed(corpus), dreamed(experts));
    await dreamer.remember('setWorld', worldBytes, judgeBytes);
  }
  await setPolicy(host, await checkpoint('bc'));
  const fidelity = await stage('fidelity', async () => {
    host.progress({ stage: 'fidelity', done: 0, total: 1, unit: 'checks' });
    const [port] = host.dreamers.map((dreamer) => dreamer.port);
    const measured = await port.fidelity(dreamed(validation), DEPTHS);
    const judge = await port.judge(validation);
    host.progress({ stage: 'fidelity', done: 1, total: 1, unit: 'checks' });
    return { ...measured, judge };
  });

  // 6. Dreams.
  const dreams = await stage('dream training', () => dreamTraining(config, host, experts));

  // 7. Evaluation on real pages.
  const evaluation = await stage('evaluate', () => evaluateAll(config, host));

  const realSteps: Record<PolicyName, number> = {
    sft: stepsOf(demonstrations),
    bc: stepsOf(demonstrations) + stepsOf(logs),
    dreamed: stepsOf(demonstrations) + stepsOf(logs) + dreams.auditSteps,
  };
  const last = await host.policyLearner.port.init();
  const report: Report = {
    schema: 'reverie-report',
    version: 1,
    preset: config.preset,
    seed: config.seed,
    backend: backend.backend,
    adapter: backend.adapter,
    browser: host.browser,
    weights: sft.weights,
    stages: seconds,
    expert: expertSuccess(demonstrations),
    random: { success: evaluation.random.rate, n: evaluation.random.n },
    world: {
      byDepth: fidelity.byDepth.map(({ judged: _, judgeAgreement, ...row }) =>
        judgeAgreement === null ? row : { ...row, judgeAgreement },
      ),
    },
    policy: policyReport(evaluation.scores, realSteps),
    judge: fidelity.judge,
    audit: { n: dreams.audited, agree: dreams.audited - dreams.falsePositives - dreams.falseNegatives },
    rates: { dreamStepsPerS: dreams.stepsPerS, realStepsPerS: evaluation.stepsPerS },
    failures: evaluation.failures,
    notes: [...notesOf(config, sft, dreams), ...changeOf(backend, last)],
  };
  await keeper.saveStage('report', report);
  await keeper.complete({}, { stage: 'done', update: 0, done: true });
  return report;
}

/**
 * One engine for the whole run: the choice may rest on a measurement, so it is made once, and kept for restarted workers and
 * resumed runs. What cannot be had any more (a lost GPU) is replaced, and says why.
 */
async function settleBackend(host: Host): Promise<BackendInfo> {
  const { keeper, policyLearner, worldLearner, dreamers } = host;
  const kept = (await keeper.stage('backend')) as BackendInfo | undefined;
  await policyLearner.remember('init', kept?.backend);
  const started = await policyLearner.port.init();
  const info = started.backend === kept?.backend ? { ...started, reason: kept.reason } : started;
  const workers = [policyLearner, worldLearner, ...dreamers] as Service<Learner>[];
  await Promise.all(workers.map((worker) => worker.remember('init', info.backend)));
  if (!kept) await keeper.saveStage('backend', info);
  host.backend(info);
  return info;
}

/** How good the scripted experts are; a person's demonstrations are data, not part of that claim. */
function expertSuccess(demonstrations: readonly Trajectory[]): Report['expert'] {
  const scripted = demonstrations.filter(({ policy }) => policy === 'expert');
  const good = scripted.filter(({ reward }) => reward === 1);
  return { success: scripted.length ? good.length / scripted.length : 0, n: scripted.length };
}

/** A run that lost its GPU on the way says so. */
const changeOf = (first: BackendInfo, last: BackendInfo): string[] =>
  first.backend === last.backend
    ? []
    : [`Begun on ${first.backend}, ended on ${last.backend}, after the worker lost it: ${last.reason}.`];

const rounded = (value: number): string => String(Number(value.toPrecision(2)));

/** What a reader of the report should know beside the numbers. */
function notesOf(config: Config, sft: { inexpressible: number; total: number }, dreams: DreamSummary): string[] {
  const notes = [
    `Dreams: ${dreams.updates} updates of ${config.dream.prompts} × ${config.dream.group} attempts; ${dreams.kept} of ${dreams.groups} groups had signal, ${dreams.zeroVariance} had equal rewards, ${dreams.mostlyMissing} mostly met pages nobody recorded.`,
    `Clip: at ε ${rounded(dreams.epsilon / Math.max(1, dreams.updates))} it took the gradient of ${rounded((100 * dreams.clipped) / Math.max(1, dreams.updates))} % of the ratios (${config.dream.objective}, last pass, mean over the updates).`,
    `Audit: ${dreams.audited} dreams replayed on real pages, ${dreams.falsePositives} praised by the judge but not by the checker, ${dreams.falseNegatives} the other way round. At the end the judge was believed from ${believedFrom(config, dreams.verdicts)} on.`,
  ];
  if (dreams.alarm) notes.push(alarmNote(dreams.alarm));
  if (dreams.stopped) notes.push(`Dreaming stopped early: ${dreams.stopped}`);
  if (sft.inexpressible > 0)
    notes.push(
      `${sft.inexpressible} of ${sft.total} expert steps cannot be said in the policy's grammar and were left out.`,
    );
  return notes;
}
