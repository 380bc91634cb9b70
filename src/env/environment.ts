import type { Action, Observation, Task, Transition } from '../core/types.ts';

/**
 * ONE interface, six worlds (counter, frame, browser, functions, dream, remote). Clauses, each a test in `test/env.contract.ts`:
 * a) same task and seed ⇒ same first observation;
 * b) a bad action never rejects: it is a transition with a typed `failure`, page unchanged, reward 0;
 * c) `terminated` comes only from the task (`stop`), `truncated` only from limits, a malformed dream or a dead page;
 * d) `step` after the end rejects with `ReverieError('ended')`;
 * e) the observation's text parses back to its tree, and every id offered can be acted on;
 * f) `close` twice is fine and releases page, frame or tensors; afterwards `reset`/`step` reject with `'closed'`;
 * g) every value is structured-cloneable;
 * h) the scripted expert of every task earns reward 1 in `frame`, `browser` and `functions`.
 *
 * An environment failure (navigation, timeout, crash) ends the episode: `truncated` with `failure.kind` 'environment'.
 * The next `reset` works again, with a fresh page if need be.
 */
export interface Environment {
  reset(task: Task, seed: number): Promise<Observation>;
  step(action: Action): Promise<Transition>;
  close(): Promise<void>;
}
