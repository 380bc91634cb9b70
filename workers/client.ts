import { proxy, type Remote, releaseProxy, wrap } from 'comlink';
import { ReverieError } from '../src/core/errors.ts';
import type { Port, Service } from '../src/core/port.ts';
import { restoreError } from './errors.ts';
import { lifeLock, type ServiceName, type Services } from './protocol.ts';

/* One `new Worker(new URL(…))` per entry: the form that the bundler recognises. */
const ENTRIES: Record<ServiceName, (name: string) => Worker> = {
  learner: (name) => new Worker(new URL('./learner.worker.ts', import.meta.url), { type: 'module', name }),
  dreamer: (name) => new Worker(new URL('./dreamer.worker.ts', import.meta.url), { type: 'module', name }),
  store: (name) => new Worker(new URL('./store.worker.ts', import.meta.url), { type: 'module', name }),
};

const DIED = 'the worker died';
const KILLED = 'it was killed';

/** Did a call fail because its worker died? It is worth trying again then. */
export const isWorkerDeath = (error: unknown): boolean => error instanceof ReverieError && error.facts.rule === DIED;

/** Distinguishes the locks of several tabs and of successive workers. */
let born = 0;
const tab = crypto.randomUUID();

export interface Client<T> extends Service<T> {
  /** Ends the worker now; pending calls reject and the next call starts a new one. */
  kill(): void;
  /** Ends the worker for good. */
  close(): void;
}

interface Life<T> {
  worker: Worker;
  remote: Remote<T>;
  /** Rejects when the worker dies. */
  death: Promise<never>;
  die(reason: string): void;
  ready: Promise<void>;
}

/**
 * A worker that may die. Comlink alone would leave its callers waiting for ever: here every pending call rejects with an
 * `environment` error, and the next call starts a fresh worker and repeats what was `remember`ed. `onDeath` hears of every
 * death that was not a wish of ours.
 */
export function connect<N extends ServiceName>(
  service: N,
  onDeath: (error: ReverieError) => void = () => {},
): Client<Services[N]> {
  type T = Services[N];
  type Call = (...args: unknown[]) => Promise<unknown>;
  let life: Life<T> | null = null;
  let closed = false;
  const sticky = new Map<string, unknown[]>();

  const spawn = (): Life<T> => {
    const name = `${service}-${tab}-${born++}`;
    const worker = ENTRIES[service](name);
    let die: (reason: string) => void = () => {};
    const death = new Promise<never>((_, reject) => {
      die = (reason) => {
        if (life?.worker !== worker) return;
        life = null;
        worker.terminate();
        const hint = 'It is restarted from the last checkpoint';
        const error = new ReverieError('environment', { who: `${service} worker`, rule: DIED, got: reason, hint });
        reject(error);
        if (reason !== KILLED) onDeath(error);
      };
    });
    death.catch(() => {});
    worker.addEventListener('error', (event) => die(event.message || 'it could not start'));
    worker.addEventListener('messageerror', () => die('a message could not be read'));
    const started = new Promise<void>((resolve) => {
      worker.addEventListener('message', ({ data }) => {
        if (data !== 'ready') return;
        void navigator.locks.request(lifeLock(name), () => die('it ended without a word'));
        resolve();
      });
    });
    const remote = wrap<T>(worker);
    const fresh: Life<T> = { worker, remote, death, die, ready: Promise.resolve() };
    fresh.ready = Promise.race([started, death]).then(async () => {
      for (const [method, args] of sticky) await invoke(fresh, method, args);
    });
    fresh.ready.catch(() => {});
    return fresh;
  };

  const invoke = (on: Life<T>, method: string, args: unknown[]): Promise<unknown> => {
    const call = (on.remote as unknown as Record<string, Call>)[method];
    return Promise.race([
      call(...args.map((arg) => (typeof arg === 'function' ? proxy(arg as () => void) : arg))).catch(
        (error: unknown) => {
          throw restoreError(error);
        },
      ),
      on.death,
    ]);
  };

  const send = async (method: string, args: unknown[]): Promise<unknown> => {
    if (closed) throw new ReverieError('closed', { who: `${service} worker`, rule: 'it was closed' });
    life ??= spawn();
    const on = life;
    await Promise.race([on.ready, on.death]);
    return invoke(on, method, args);
  };

  const port = new Proxy({} as Port<T>, {
    // `then` must not look like a method, or `await port` would call it.
    get: (_, method) =>
      typeof method === 'string' && method !== 'then' ? (...args: unknown[]) => send(method, args) : undefined,
  });

  return {
    port,
    async remember(method, ...args) {
      await send(method, args);
      sticky.set(method, args);
    },
    kill: () => life?.die(KILLED),
    close() {
      closed = true;
      if (!life) return;
      life.remote[releaseProxy]();
      life.worker.terminate();
      life = null;
    },
  };
}
