import { useEffect, useState } from 'preact/hooks';

/** A value that tells its listeners when it was replaced. */
export interface Observable<T> {
  get(): T;
  set(next: T): void;
  /** Replaces some fields. */
  patch(fields: Partial<T>): void;
  subscribe(listener: (value: T) => void): () => void;
}

/** Listeners hear at once, then at most so often: a stage may report a hundred times a second. */
const QUIET_MS = 100;

export function observable<T extends object>(initial: T): Observable<T> {
  const listeners = new Set<(value: T) => void>();
  let value = initial;
  let told = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    told = performance.now();
    for (const listener of listeners) listener(value);
  };
  const set = (next: T): void => {
    value = next;
    const wait = told + QUIET_MS - performance.now();
    if (wait <= 0) tell();
    else timer ??= setTimeout(tell, wait);
  };
  return {
    get: () => value,
    set,
    patch: (fields) => set({ ...value, ...fields }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The observable's value, kept current in a component. */
export function useObserved<T extends object>(source: Observable<T>): T {
  const [value, setValue] = useState(source.get());
  useEffect(() => {
    setValue(source.get());
    return source.subscribe(setValue);
  }, [source]);
  return value;
}
