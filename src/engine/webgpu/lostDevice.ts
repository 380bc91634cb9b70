import { ReverieError } from '../../core/errors.ts';

/** Calls on a device that is gone fail a little before anybody is told that it is. */
const GRACE_MS = 1000;

let watched: GPUDevice | null = null;
let loss: ReverieError | null = null;
let hear: (loss: ReverieError) => void = () => {};

/** Watches the device that the engine of this thread runs on from now on, in place of an earlier one; null when on none. */
export function watchDevice(device: GPUDevice | null): void {
  watched = device;
  loss = null;
  void device?.lost.then(({ reason, message }) => {
    if (device !== watched) return;
    const why = message.replace(/\.$/, '') || reason;
    loss = new ReverieError('environment', { who: 'engine', rule: `the GPU device was lost: ${why}` });
    hear(loss);
  });
}

/** Says who hears of a loss: whoever can start the thread again. Nothing on the device can be saved. */
export const onDeviceLoss = (listener: (loss: ReverieError) => void): void => {
  hear = listener;
};

/** Throws the `environment` error of a loss, once there was one. */
export function checkDevice(): void {
  if (loss) throw loss;
}

/** Resolves when everybody would have heard of a loss that made a call fail; at once where there is no device. */
export const newsOfLoss = (): Promise<void> =>
  new Promise((resolve) => {
    if (watched) setTimeout(resolve, GRACE_MS);
    else resolve();
  });
