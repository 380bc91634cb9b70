import { createAdamW } from '../engine/adamw.ts';
import { createNetwork } from '../engine/backend.ts';
import { offerMate } from '../engine/mate.ts';
import { serveContender } from './serve.ts';
import { tfjsContender } from './tfjsTraining.ts';

// Two cores are what every machine has.
offerMate(() => new Worker(new URL('../../workers/mate.worker.ts', import.meta.url), { type: 'module' }));
// The matrix products inside its kernels cannot be called alone, so it offers none.
const { setup, step } = tfjsContender({ network: createNetwork, optimizer: createAdamW });
serveContender({ setup, step });
