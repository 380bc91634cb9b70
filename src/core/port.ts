type Methods<T> = { [K in keyof T as T[K] extends (...args: never[]) => unknown ? K : never]: T[K] };

/** A service as seen from another thread (or the same one): every method answers with a promise. */
export type Port<T> = {
  [K in keyof Methods<T>]: Methods<T>[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

/** A service that may have to be started again. */
export interface Service<T> {
  readonly port: Port<T>;
  /**
   * Makes a call now, and again whenever the service was restarted (load weights, set data). One entry per method: the
   * latest arguments, in the place of the first.
   */
  remember<K extends keyof Port<T> & string>(method: K, ...args: Parameters<Port<T>[K]>): Promise<void>;
}
