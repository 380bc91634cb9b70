import { ReverieError } from '../core/errors.ts';
import { maskSecrets } from '../core/secrets.ts';
import type { Trajectory } from '../core/types.ts';
import { type Database, ofRun, openDatabase, TABLES, type Table, type Transaction } from './database.ts';
import {
  type Bytes,
  freeId,
  type Progress,
  type Run,
  type RunMeta,
  type RunRecord,
  type TrajectoryOutline,
} from './run.ts';
import { decodeRun, encodeRun } from './runFile.ts';

/**
 * Runs in the browser's IndexedDB. Every method is one transaction: after a crash at any moment a run is as it was after
 * its last finished call. Unknown runs are refused (`usage`), a full disk is said in plain words (`environment`).
 */
export interface Store {
  createRun(meta: RunMeta): Promise<RunRecord>;
  /** Latest change first. */
  listRuns(): Promise<RunRecord[]>;
  /** The result of a stage (JSON), replacing an earlier one. */
  saveStage(runId: string, stage: string, json: unknown): Promise<void>;
  stages(runId: string): Promise<Record<string, unknown>>;
  /** Adds trajectories; one whose id is already there is replaced in its place. Secrets are masked. */
  putTrajectories(runId: string, trajectories: readonly Trajectory[]): Promise<void>;
  /** In the order in which they were first put. */
  trajectories(runId: string): Promise<Trajectory[]>;
  /** The same in one line each. */
  outline(runId: string): Promise<TrajectoryOutline[]>;
  /** Those of one site, in the same order. */
  trajectoriesOfSite(runId: string, family: string, siteSeed: number): Promise<Trajectory[]>;
  saveCheckpoint(runId: string, name: string, bytes: Bytes): Promise<void>;
  loadCheckpoint(runId: string, name: string): Promise<Bytes | undefined>;
  /** All checkpoints of an update *and* the record that it is complete, together or not at all. */
  completeUpdate(runId: string, checkpoints: Readonly<Record<string, Bytes>>, progress: Progress): Promise<void>;
  deleteRun(runId: string): Promise<void>;
  exportRun(runId: string): Promise<Bytes>;
  /** Stores a run file as a new run. @throws FileError for a file that is not one; then nothing was stored. */
  importRun(bytes: Bytes): Promise<RunRecord>;
  close(): Promise<void>;
}

export async function openStore(name = 'reverie'): Promise<Store> {
  return storeOver(await openDatabase(name));
}

function storeOver(db: Database): Store {
  /** A write to an existing run: `body` may change the record, which is put back with the time of the change. */
  const write = (
    runId: string,
    tables: Table[],
    body: (tx: Transaction<'readwrite'>, run: RunRecord) => Promise<unknown>,
  ): Promise<void> =>
    db.transact('readwrite', ['runs', ...tables], async (tx) => {
      const run = known(await tx.objectStore('runs').get(runId), runId);
      await body(tx, run);
      await tx.objectStore('runs').put({ ...run, changed: Date.now() });
    });

  const read = <T>(runId: string, tables: Table[], body: (tx: Transaction<'readonly'>, run: RunRecord) => Promise<T>) =>
    db.transact('readonly', ['runs', ...tables], async (tx) =>
      body(tx, known(await tx.objectStore('runs').get(runId), runId)),
    );

  return {
    createRun: (meta) =>
      db.transact('readwrite', ['runs'], (tx) => insertRun(tx, { meta, created: Date.now(), progress: null })),

    listRuns: async () => {
      const runs = await db.transact('readonly', ['runs'], (tx) => tx.objectStore('runs').getAll());
      return runs.sort((a, b) => b.changed - a.changed);
    },

    saveStage: (runId, stage, json) =>
      write(runId, ['stages'], (tx) => tx.objectStore('stages').put({ runId, stage, json })),

    stages: (runId) => read(runId, ['stages'], (tx) => allStages(tx, runId)),

    putTrajectories: (runId, trajectories) =>
      write(runId, ['trajectories'], (tx, run) => addTrajectories(tx, run, trajectories.map(maskSecrets))),

    trajectories: (runId) => read(runId, ['trajectories'], (tx) => allTrajectories(tx, runId)),

    outline: async (runId) => (await read(runId, ['trajectories'], (tx) => allTrajectories(tx, runId))).map(outlineOf),

    trajectoriesOfSite: async (runId, family, siteSeed) => {
      const all = await read(runId, ['trajectories'], (tx) => allTrajectories(tx, runId));
      return all.filter(({ task }) => task.family === family && task.siteSeed === siteSeed);
    },

    saveCheckpoint: (runId, name, bytes) =>
      write(runId, ['checkpoints'], (tx) => putCheckpoints(tx, runId, { [name]: bytes })),

    loadCheckpoint: (runId, name) =>
      read(runId, ['checkpoints'], async (tx) => (await tx.objectStore('checkpoints').get([runId, name]))?.bytes),

    completeUpdate: (runId, checkpoints, progress) =>
      write(runId, ['checkpoints'], async (tx, run) => {
        await putCheckpoints(tx, runId, checkpoints);
        run.progress = progress;
      }),

    deleteRun: (runId) =>
      db.transact('readwrite', TABLES, async (tx) => {
        const parts = TABLES.filter((table) => table !== 'runs');
        await Promise.all([
          tx.objectStore('runs').delete(runId),
          ...parts.map((table) => tx.objectStore(table).delete(ofRun(runId))),
        ]);
      }),

    exportRun: async (runId) => {
      const run = await read(runId, TABLES, async (tx, { meta, created, progress }): Promise<Run> => {
        const [stages, trajectories, checkpoints] = await Promise.all([
          allStages(tx, runId),
          allTrajectories(tx, runId),
          tx.objectStore('checkpoints').getAll(ofRun(runId)),
        ]);
        const named = Object.fromEntries(checkpoints.map(({ name, bytes }) => [name, bytes]));
        return { meta, created, progress, stages, trajectories, checkpoints: named };
      });
      return encodeRun(run);
    },

    importRun: async (bytes) => {
      const { stages, trajectories, checkpoints, ...facts } = await decodeRun(bytes);
      return db.transact('readwrite', TABLES, async (tx) => {
        const run = await insertRun(tx, facts);
        await addTrajectories(tx, run, trajectories);
        await putCheckpoints(tx, run.id, checkpoints);
        for (const [stage, json] of Object.entries(stages)) {
          await tx.objectStore('stages').put({ runId: run.id, stage, json });
        }
        await tx.objectStore('runs').put(run);
        return run;
      });
    },

    close: () => db.close(),
  };
}

type Write = Transaction<'readwrite'>;
type Read = Transaction<'readonly'>;

function known(run: RunRecord | undefined, runId: string): RunRecord {
  if (run !== undefined) return run;
  throw new ReverieError('usage', { who: 'store', rule: 'there is no such run', got: runId, hint: 'It was deleted' });
}

async function insertRun(tx: Write, facts: Pick<Run, 'meta' | 'created' | 'progress'>): Promise<RunRecord> {
  const id = freeId(facts.meta.name, new Set(await tx.objectStore('runs').getAllKeys()));
  const run: RunRecord = { id, ...facts, changed: Date.now(), trajectories: 0 };
  await tx.objectStore('runs').add(run);
  return run;
}

async function addTrajectories(tx: Write, run: RunRecord, trajectories: readonly Trajectory[]): Promise<void> {
  const table = tx.objectStore('trajectories');
  for (const trajectory of trajectories) {
    const before = await table.get([run.id, trajectory.id]);
    const order = before?.order ?? run.trajectories++;
    await table.put({ runId: run.id, id: trajectory.id, order, trajectory });
  }
}

const putCheckpoints = (tx: Write, runId: string, checkpoints: Readonly<Record<string, Bytes>>): Promise<unknown> =>
  Promise.all(
    Object.entries(checkpoints).map(([name, bytes]) => tx.objectStore('checkpoints').put({ runId, name, bytes })),
  );

async function allStages(tx: Read, runId: string): Promise<Record<string, unknown>> {
  const rows = await tx.objectStore('stages').getAll(ofRun(runId));
  return Object.fromEntries(rows.map(({ stage, json }) => [stage, json]));
}

const outlineOf = ({ id, task, policy, steps, reward }: Trajectory): TrajectoryOutline => {
  const { family, template, siteSeed, goal } = task;
  return { id, family, template, siteSeed, goal, policy, steps: steps.length, reward };
};

async function allTrajectories(tx: Read, runId: string): Promise<Trajectory[]> {
  const rows = await tx.objectStore('trajectories').index('order').getAll(ofRun(runId));
  return rows.map(({ trajectory }) => trajectory);
}
