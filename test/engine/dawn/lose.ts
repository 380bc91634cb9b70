import * as tf from '@tensorflow/tfjs';
import { startDawn } from '../../../src/cli/dawn.ts';
import { createRng } from '../../../src/core/rng.ts';
import { createNetwork, initBackend } from '../../../src/engine/backend.ts';
import { initTheta } from '../../../src/engine/layout.ts';
import { activeDevice } from '../../../src/engine/webgpu/interop.ts';
import { randomSequence, SMALL } from '../cases.ts';
import type { Lost } from './open.ts';

/* Sends what a call of the network says before and after the device is destroyed. */

await startDawn('software');
const network = createNetwork(SMALL, await initBackend('webgpu'));
const theta = tf.tensor1d(initTheta(SMALL, createRng(1)));
const batch = [randomSequence(SMALL, createRng(2), 5, 3, 1)];
const call = async (): Promise<Lost> => {
  try {
    return { logProbs: Array.from(await network.logProbs(theta, batch).data()) };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return { code, message };
  }
};
const before = await call();
const device = activeDevice();
device.destroy();
await device.lost;
process.send?.([before, await call()], () => process.exit());
