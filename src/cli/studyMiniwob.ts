import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ReverieError } from '../core/errors.ts';
import { printHeader, printTrajectory } from '../core/jsonl.ts';
import { createRng } from '../core/rng.ts';
import { maskSecrets } from '../core/secrets.ts';
import type { Task, Trajectory } from '../core/types.ts';
import { inTaskOrder, playEpisodes } from '../env/episodes.ts';
import type { DataMode } from '../miniwob/page.ts';
import {
  beginStudy,
  book,
  configOf,
  expertVisits,
  type MiniwobStudy,
  type MiniwobWish,
  miniwobStudySchema,
  missingVisits,
  summarise,
  testVisits,
} from '../study/miniwob.ts';
import { studyTasks } from '../study/miniwobTasks.ts';
import { Dreamer } from '../train/dreamer.ts';
import { Learner } from '../train/learner.ts';
import { withStandIn } from '../train/standIns.ts';
import { type ActorFactory, actorsOf, playOnPages } from './actors.ts';
import { writeAtomic } from './files.ts';
import { INTERRUPTED, watchInterrupt } from './interrupt.ts';
import { type MiniwobCopy, openCopy } from './miniwobCopy.ts';
import { openMiniwobPages } from './miniwobPages.ts';
import { createProgress, type Progress } from './progress.ts';
import { percent } from './reportCharts.ts';
import { columns } from './reportTable.ts';
import { greedyActors } from './runActor.ts';
import { scanTrajectories } from './trajectoryFile.ts';

export interface MiniwobStudyOptions extends Omit<MiniwobWish, 'tasks'> {
  miniwobDir: string;
  parallel: number;
  out: string;
}

/** What every stage needs. */
interface Desk {
  study: MiniwobStudy;
  copy: MiniwobCopy;
  parallel: number;
  progress: Progress;
  signal: AbortSignal;
  /** A file of the study's folder. */
  file(name: string): string;
  save(): void;
}

/** Between two savings of a growing study, in milliseconds. */
const SAVING = 5_000;

function openStudy(path: string, wish: MiniwobWish): MiniwobStudy {
  if (!existsSync(path)) return beginStudy(wish);
  const wrong = (rule: string, got: unknown) =>
    new ReverieError('usage', { who: '--out', rule, got, hint: 'Choose another folder.' });
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw wrong('study.json in the folder is damaged', path);
  }
  const parsed = miniwobStudySchema.safeParse(json);
  if (!parsed.success) throw wrong('study.json in the folder is not of this study', path);
  if (!isDeepStrictEqual(parsed.data.wish, wish)) {
    const { tasks, ...asked } = parsed.data.wish;
    throw wrong('the folder holds another study', { ...asked, tasks: tasks.length });
  }
  return parsed.data;
}

/** Plays visits on the copy's pages; `onEpisode` hears of each. */
async function play(
  desk: Desk,
  stage: string,
  mode: DataMode,
  tasks: readonly Task[],
  done: number,
  actors: ActorFactory,
  onEpisode: (episode: Trajectory) => void,
): Promise<void> {
  const { study, copy, parallel, progress, signal } = desk;
  const total = done + tasks.length;
  const show = (): void => progress.update({ stage, done, total, unit: 'visits' });
  show();
  const pages = await openMiniwobPages(copy, mode, progress.note);
  try {
    study.browser = await pages.version();
    await playEpisodes({
      tasks,
      seed: study.wish.seed,
      parallel,
      open: pages.open,
      play: playOnPages(actors),
      signal,
      onEpisode: (episode) => {
        onEpisode(episode);
        done++;
        show();
      },
    });
  } finally {
    await pages.close();
  }
  signal.throwIfAborted();
}

/** The experts' visits: those of the file, then the missing ones, each written as it ends. */
async function recordExperts(desk: Desk): Promise<Trajectory[]> {
  const file = desk.file('experts.jsonl');
  const tasks = expertVisits(desk.study.wish);
  const wanted = new Set(tasks.map(({ id }) => id));
  const recorded: Trajectory[] = [];
  if (existsSync(file)) {
    const keep = (episode: Trajectory) => wanted.has(episode.task.id) && recorded.push(episode);
    truncateSync(file, (await scanTrajectories(file, { forgiveCut: true, each: keep })).end);
  } else writeAtomic(file, printHeader({ study: 'miniwob' }));
  const known = new Set(recorded.map(({ task }) => task.id));
  const missing = tasks.filter(({ id }) => !known.has(id));
  if (missing.length > 0)
    await play(desk, 'record experts', 'train', missing, known.size, await actorsOf('expert'), (episode) => {
      if (episode.failure?.kind === 'environment') return;
      appendFileSync(file, printTrajectory(episode));
      // As the file has it, so that a study that goes on learns from the same.
      recorded.push(maskSecrets(episode));
    });
  return inTaskOrder(recorded, tasks);
}

/** Clones the experts, or takes the policy that an earlier session left. */
async function clone(desk: Desk, experts: readonly Trajectory[]): Promise<Uint8Array<ArrayBuffer>> {
  const { study, progress, signal, file } = desk;
  const path = file('policy.bin');
  if (study.policy && existsSync(path)) return new Uint8Array(readFileSync(path));
  const learner = new Learner();
  const { backend, adapter } = await learner.init();
  const began = performance.now();
  const rng = createRng(study.wish.seed).fork('stand-ins');
  const good = experts.filter(({ reward }) => reward === 1).map((visit) => withStandIn(visit, rng.fork(visit.id)));
  const { bytes, weights, inexpressible, total } = await learner.fitPolicy(
    'sft',
    good,
    configOf(study.wish),
    (done, total, { loss }) => {
      signal.throwIfAborted();
      progress.update({ stage: 'clone', done, total, unit: 'updates', note: `loss ${loss.toFixed(3)}` });
    },
  );
  writeAtomic(path, bytes);
  const seconds = (performance.now() - began) / 1000;
  const facts = { weights, backend, adapter, seconds, experts: good.length, expertSteps: total, inexpressible };
  study.policy = facts;
  desk.save();
  return bytes;
}

async function evaluate(desk: Desk, policy: Uint8Array<ArrayBuffer>): Promise<void> {
  const { study } = desk;
  const missing = missingVisits(study);
  // To be looked at: `reverie inspect` reads them.
  const failures = desk.file('failures.jsonl');
  if (!existsSync(failures)) writeAtomic(failures, printHeader({ study: 'miniwob' }));
  const dreamer = new Dreamer();
  await dreamer.setPolicy(policy);
  const done = testVisits(study.wish).length - missing.length;
  let saved = performance.now();
  await play(desk, 'evaluate', 'test', missing, done, greedyActors('clone', dreamer), (episode) => {
    book(study, episode);
    if (episode.reward !== 1) appendFileSync(failures, printTrajectory(episode));
    if (performance.now() - saved < SAVING) return;
    desk.save();
    saved = performance.now();
  });
  study.done = true;
}

const describeStudy = (study: MiniwobStudy): string => {
  const { byTask, mean } = summarise(study);
  const { visits } = study.wish;
  const { weights, seconds, backend } = study.policy!;
  const rows = Object.entries(byTask).map(([name, { rate, lo, hi, n }]) => [
    name,
    percent(rate),
    `${percent(lo)} – ${percent(hi)}`,
    String(n),
  ]);
  return [
    columns([['task', 'raw = 1', '95 % interval', 'visits'], ...rows]),
    '',
    `mean of ${rows.length} tasks: ${percent(mean.rate)} (95 % interval ${percent(mean.lo)} – ${percent(mean.hi)}, by resampling tasks)`,
    `one policy of ${weights} weights, ${visits} expert visits a task, cloned in ${seconds.toFixed(0)} s on ${backend}; ${study.lost} visits lost to the environment`,
  ].join('\n');
};

/** `reverie study miniwob`. Everything is in the folder `out`; the same command goes on after an interruption. */
export async function studyMiniwob({
  miniwobDir,
  parallel,
  out,
  seed,
  visits,
  rounds,
  steps,
}: MiniwobStudyOptions): Promise<void> {
  const copy = openCopy(miniwobDir);
  const tasks = studyTasks();
  const absent = tasks.filter((name) => !copy.tasks.includes(name));
  if (absent.length > 0)
    throw new ReverieError('usage', { who: '--miniwob-dir', rule: 'the copy lacks tasks', got: absent.join(', ') });
  const file = (name: string): string => join(out, name);
  const study = openStudy(file('study.json'), { tasks, seed, visits, rounds, steps });
  const save = (): void => writeAtomic(file('study.json'), `${JSON.stringify(study)}\n`);
  save();
  const interrupt = watchInterrupt();
  const progress = createProgress();
  const desk: Desk = { study, copy, parallel, progress, signal: interrupt.signal, file, save };
  try {
    if (!study.done) await evaluate(desk, await clone(desk, await recordExperts(desk)));
    progress.stop();
    console.log(describeStudy(study));
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.stderr.write('\nStopped; the same command goes on.\n');
    process.exitCode = INTERRUPTED;
  } finally {
    save();
    progress.stop();
    interrupt.release();
  }
}
