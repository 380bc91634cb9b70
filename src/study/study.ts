import type { Task } from '../core/types.ts';
import { layout } from '../engine/layout.ts';
import { networkShape } from '../model/features.ts';
import type { Bytes } from '../model/persist.ts';
import { merge } from '../train/config.ts';
import type { DepthFidelity } from '../train/fidelity.ts';
import { configOf, type Scale, UNITS, type Unit } from './dynaweb.ts';
import type { Trained } from './improve.ts';
import { Lab, type Listen, type Shelf, type Start, studyTasks } from './lab.ts';
import { ARMS, type DepthRow, runKey, type StudyRun, type StudyTask } from './schema.ts';

/** Where a study keeps what it has done. Every method is atomic. */
export interface Keeper {
  /** Models of a seed. */
  shelf(seed: number): Shelf;
  runs(): StudyRun[];
  add(run: StudyRun): void;
}

export interface StudyJob {
  scale: Scale;
  rows: readonly string[];
  seeds: readonly number[];
  keeper: Keeper;
  listen: Listen;
  /** Before a unit begins: how many of this call are done, and of how many. */
  onUnit(done: number, total: number, name: string): void;
}

/** What is still to be done, seed by seed, so that the models of a seed are made once. */
export function openUnits({
  scale,
  rows,
  seeds,
  keeper,
}: Omit<StudyJob, 'listen' | 'onUnit'>): { seed: number; unit: Unit }[] {
  const known = new Set(keeper.runs().map(runKey));
  return seeds.flatMap((seed) =>
    UNITS.filter(
      ({ row, arm }) => rows.includes(row) && scale.seeds[row]?.includes(seed) && !scale.without.includes(arm),
    )
      .map((unit) => ({ seed, unit }))
      .filter(({ unit: { row, arm, x } }) => !known.has(runKey({ row, arm, x, seed }))),
  );
}

/** Trains and measures what is still open. An interrupted study loses the run that was under way. */
export async function runStudy(job: StudyJob): Promise<void> {
  const { scale, keeper, onUnit } = job;
  const open = openUnits(job);
  let at: { seed: number; lab: Lab; start: Start } | undefined;
  for (const [done, { seed, unit }] of open.entries()) {
    onUnit(done, open.length, nameOf(seed, unit));
    at = at?.seed === seed ? at : await begin(job, seed);
    const { lab, start } = at;
    const began = performance.now();
    const { patch = {}, dreams = scale.effort.dreams } = scale.sizes[unit.row] ?? {};
    const trained = await unit.train({
      lab,
      start,
      config: merge(lab.config, patch),
      effort: { ...scale.effort, dreams },
      extraSteps: extraSteps(keeper.runs(), seed, start),
    });
    const seconds = (performance.now() - began) / 1000;
    keeper.add(await measured(lab, unit, trained, scale, seconds));
  }
  onUnit(open.length, open.length, '');
}

async function begin(
  { scale, keeper, listen }: StudyJob,
  seed: number,
): Promise<{ seed: number; lab: Lab; start: Start }> {
  const lab = new Lab(configOf(scale, seed), scale.collection, keeper.shelf(seed), listen);
  return { seed, lab, start: await lab.start() };
}

const nameOf = (seed: number, { row, arm, x }: Unit): string =>
  `${row} ${arm}${x === undefined ? '' : ` ${x}`}, seed ${seed}`;

/** Real steps that the dreamed arm used beyond the recorded ones; 0 until it is done. */
function extraSteps(runs: readonly StudyRun[], seed: number, { expertSteps, logSteps }: Start): number {
  const run = runs.find((one) => one.row === 'D-1' && one.arm === ARMS.dreamed && one.seed === seed);
  return run ? run.realSteps - expertSteps - logSteps : 0;
}

async function measured(
  lab: Lab,
  { row, arm, x }: Unit,
  trained: Trained,
  { sites }: Scale,
  seconds: number,
): Promise<StudyRun> {
  const { policy, realSteps, dreamSteps, facts, curve, fidelity } = trained;
  const tasks = studyTasks(lab.config.families, sites);
  const onSplits = async (play: (list: Task[], split: string) => Promise<string>): Promise<Record<string, string>> => {
    const out: Record<string, string> = {};
    for (const [split, list] of Object.entries(tasks)) out[split] = await play(list, split);
    return out;
  };
  const cost = { ms: 0, actions: 0 };
  const alone = (bytes: Bytes) => (list: Task[], split: string) =>
    lab.outcomes(bytes, list, `${arm} on ${split}`, cost);
  const points: NonNullable<StudyRun['curve']> = [];
  for (const point of curve)
    points.push({
      realSteps: point.realSteps,
      dreamSteps: point.dreamSteps,
      outcomes: await onSplits(alone(point.policy)),
    });
  const outcomes = await onSplits(trained.outcomes ?? alone(policy));
  return {
    row,
    arm,
    seed: lab.config.seed,
    ...(x !== undefined && { x }),
    realSteps,
    dreamSteps,
    seconds,
    weights: layout(networkShape(lab.config.size)).size,
    outcomes,
    facts: { ...(cost.actions > 0 && { msPerAction: cost.ms / cost.actions, callsPerAction: 1 }), ...facts },
    ...(points.length > 0 && { curve: points }),
    ...(fidelity && { fidelity: fidelity.map(depthRow) }),
  };
}

const depthRow = ({ deltaExact: _, ...row }: DepthFidelity): DepthRow => row;

/** The tasks of a study as its file has them. */
export const taskTable = (scale: Scale): Record<string, StudyTask[]> =>
  Object.fromEntries(
    Object.entries(studyTasks(configOf(scale, 1).families, scale.sites)).map(([split, tasks]) => [
      split,
      tasks.map(entryOf),
    ]),
  );

const entryOf = ({ id, family, template, tier, siteSeed }: Task): StudyTask => ({
  id,
  family,
  template,
  tier,
  site: siteSeed,
});
