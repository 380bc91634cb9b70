import { expose } from 'comlink';
import { keepErrorFacts } from './errors.ts';
import { lifeLock } from './protocol.ts';

/** Exposes a service from inside a worker, and holds the worker's life lock until it dies. */
export async function serve(service: object): Promise<void> {
  await new Promise<void>((held) => {
    void navigator.locks.request(lifeLock(self.name), () => {
      held();
      return new Promise<never>(() => {});
    });
  });
  keepErrorFacts();
  expose(service);
  self.postMessage('ready');
}
