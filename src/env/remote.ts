import { type Endpoint, expose, releaseProxy, wrap } from 'comlink';
import { type ErrorFacts, ReverieError } from '../core/errors.ts';
import type { Action, Observation, Task, Transition } from '../core/types.ts';
import type { Environment } from './environment.ts';

/** What crosses to an environment elsewhere: plain, JSON-safe data in both directions. */
export type EnvironmentRequest =
  | { call: 'reset'; task: Task; seed: number }
  | { call: 'step'; action: Action }
  | { call: 'close' };

export type EnvironmentReply =
  | { ok: true; value: Observation | Transition | null }
  | { ok: false; error: { code: ReverieError['code']; facts: ErrorFacts; stack?: string } };

/** Any async carrier: a worker port, a function exposed by puppeteer, a fetch. */
export type Carrier = (request: EnvironmentRequest) => Promise<EnvironmentReply>;

const CODES: Record<ReverieError['code'], true> = {
  usage: true,
  environment: true,
  format: true,
  internal: true,
  ended: true,
  closed: true,
};

/** An error as data. Anything that is not ours travels as `internal`. */
function packError(error: unknown): EnvironmentReply {
  const stack = error instanceof Error ? error.stack : undefined;
  if (error instanceof ReverieError) {
    const { got, ...facts } = error.facts;
    // `got` may be anything: its printed form survives every carrier.
    const printed = got === undefined || typeof got === 'string' ? got : JSON.stringify(got);
    return { ok: false, error: { code: error.code, facts: { ...facts, got: printed }, stack } };
  }
  const rule = error instanceof Error ? error.message : String(error);
  return { ok: false, error: { code: 'internal', facts: { who: 'environment', rule }, stack } };
}

/** The environment's side: answers requests, never rejects. */
export function serveEnvironment(environment: Environment): Carrier {
  return async (request) => {
    try {
      switch (request.call) {
        case 'reset':
          return { ok: true, value: await environment.reset(request.task, request.seed) };
        case 'step':
          return { ok: true, value: await environment.step(request.action) };
        case 'close':
          await environment.close();
          return { ok: true, value: null };
      }
    } catch (error) {
      return packError(error);
    }
  };
}

/** The caller's side: an environment whose answers come through `carry`. `release` runs once, after `close`. */
export function remoteEnvironment(carry: Carrier, release: () => void = () => {}): Environment {
  let closed = false;
  const ask = async (request: EnvironmentRequest): Promise<unknown> => {
    if (closed)
      throw new ReverieError('closed', { who: `remote.${request.call}`, rule: 'this environment was closed' });
    const reply = await carry(request).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ReverieError('environment', {
        who: `remote.${request.call}`,
        rule: 'the connection is lost',
        got: reason,
      });
    });
    if (reply.ok) return reply.value;
    const { code, facts, stack } = reply.error;
    const error = new ReverieError(code in CODES ? code : 'internal', facts);
    if (stack) error.stack = `${error.stack}\n  carried from:\n${stack}`;
    throw error;
  };
  return {
    reset: async (task, seed) => (await ask({ call: 'reset', task, seed })) as Observation,
    step: async (action) => (await ask({ call: 'step', action })) as Transition,
    async close() {
      if (closed) return;
      const closing = ask({ call: 'close' });
      closed = true;
      await closing;
      release();
    },
  };
}

/** Serves `environment` on a port or worker scope. */
export const exposeEnvironment = (environment: Environment, endpoint: Endpoint): void =>
  expose(serveEnvironment(environment), endpoint);

/** The environment served at the other end of `endpoint`. */
export function connectEnvironment(endpoint: Endpoint): Environment {
  const proxy = wrap<Carrier>(endpoint);
  return remoteEnvironment(
    (request) => proxy(request),
    () => proxy[releaseProxy](),
  );
}
