import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { Trajectory } from '../core/types.ts';
import { inPlainWords } from './plainWords.ts';
import type { Bytes, RunRecord } from './run.ts';

export interface Schema extends DBSchema {
  runs: { key: string; value: RunRecord };
  stages: { key: [string, string]; value: { runId: string; stage: string; json: unknown } };
  trajectories: {
    key: [string, string];
    /** `order` counts up within a run: data comes back in the order it was first put, so a resumed run sees the same. */
    value: { runId: string; id: string; order: number; trajectory: Trajectory };
    indexes: { order: [string, number] };
  };
  checkpoints: { key: [string, string]; value: { runId: string; name: string; bytes: Bytes } };
}

export type Table = StoreNames<Schema>;
export const TABLES: Table[] = ['runs', 'stages', 'trajectories', 'checkpoints'];

export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, Table[], Mode>;

/** Everything that belongs to one run, in a table keyed by [run, …] (arrays sort after all strings and numbers). */
export const ofRun = (runId: string): IDBKeyRange => IDBKeyRange.bound([runId], [runId, []]);

const open = (name: string, closed: () => void): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('runs', { keyPath: 'id' });
      db.createObjectStore('stages', { keyPath: ['runId', 'stage'] });
      db.createObjectStore('trajectories', { keyPath: ['runId', 'id'] }).createIndex('order', ['runId', 'order']);
      db.createObjectStore('checkpoints', { keyPath: ['runId', 'name'] });
    },
    // A newer Reverie in another tab wants to upgrade: make way instead of blocking it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: closed,
  });

export interface Database {
  /**
   * Runs `body` in ONE transaction: all of its writes are kept or none, whatever happens to the tab in the meantime.
   * Writes are flushed to the disk before the promise resolves. `body` must await nothing but the transaction.
   */
  transact<Mode extends 'readonly' | 'readwrite', T>(
    mode: Mode,
    tables: Table[],
    body: (tx: Transaction<Mode>) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

export async function openDatabase(name: string): Promise<Database> {
  const explain = async (error: unknown): Promise<Error> => {
    const room = await navigator.storage?.estimate().catch(() => undefined);
    return inPlainWords(error, room?.usage);
  };
  let connection: Promise<IDBPDatabase<Schema>> | undefined;
  const connect = () => (connection ??= open(name, () => (connection = undefined)));
  try {
    await connect();
  } catch (error) {
    throw await explain(error);
  }
  return {
    async transact(mode, tables, body) {
      try {
        const tx = (await connect()).transaction(tables, mode, { durability: 'strict' });
        const failure = tx.done.then(
          () => undefined,
          (error: unknown) => error ?? new Error('aborted'),
        );
        const outcome = await body(tx).then(
          (value) => ({ value }),
          (error: unknown) => {
            if (tx.error === null) abort(tx);
            return { error };
          },
        );
        const cause = await failure;
        if ('error' in outcome) throw tx.error ?? outcome.error;
        if (cause !== undefined) throw cause;
        return outcome.value;
      } catch (error) {
        throw await explain(error);
      }
    },
    close: async () => (await connect()).close(),
  };
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    // It is already over: the failure came from the transaction itself.
  }
}
