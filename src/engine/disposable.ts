import { ReverieError } from '../core/errors.ts';

/** What a network computes with, until it is disposed; after that, asking for it is an error. */
export function untilDisposed<T>(resource: T, release: (resource: T) => void = () => {}) {
  let held: T | undefined = resource;
  return {
    open(): T {
      if (held === undefined)
        throw new ReverieError('closed', { who: 'engine', rule: 'a disposed network computes nothing' });
      return held;
    },
    dispose(): void {
      if (held !== undefined) release(held);
      held = undefined;
    },
  };
}
