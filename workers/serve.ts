import { expose } from 'comlink';
import { newsOfLoss, onDeviceLoss } from '../src/engine/webgpu/lostDevice.ts';
import { keepErrorFacts } from './errors.ts';
import { lifeLock } from './protocol.ts';

/**
 * The service, dying with its GPU device: an error that nobody catches is what the supervision takes for the end of a
 * worker. A call that failed because of the loss stays open until then, so that it fails as every call of a dead worker.
 */
function dyingWithDevice(service: object): object {
  onDeviceLoss(reportError);
  return new Proxy(service, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        try {
          return await method.apply(target, args);
        } catch (error) {
          await newsOfLoss();
          throw error;
        }
      };
    },
  });
}

/** Exposes a service from inside a worker, and holds the worker's life lock until it dies. */
export async function serve(service: object): Promise<void> {
  await new Promise<void>((held) => {
    void navigator.locks.request(lifeLock(self.name), () => {
      held();
      return new Promise<never>(() => {});
    });
  });
  keepErrorFacts();
  expose(dyingWithDevice(service));
  self.postMessage('ready');
}
