import './wasmMemory.ts';

import { createAdamW } from '../engine/adamw.ts';
import { createNetwork } from '../engine/backend.ts';
import { offerMate } from '../engine/mate.ts';
import { ownProduct } from './ownProduct.ts';
import { serveContender } from './serve.ts';
import { tfjsContender } from './tfjsTraining.ts';

// Two cores are what every machine has.
offerMate(() => new Worker(new URL('../../workers/mate.worker.ts', import.meta.url), { type: 'module' }));
serveContender({ ...tfjsContender({ network: createNetwork, optimizer: createAdamW }), product: ownProduct() });
