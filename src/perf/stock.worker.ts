import './wasmMemory.ts';

import { createReferenceAdamW } from '../engine/adamw.ts';
import { createReferenceNetwork } from '../engine/reference.ts';
import { serveContender } from './serve.ts';
import { tfjsContender } from './tfjsTraining.ts';

serveContender(tfjsContender({ network: createReferenceNetwork, optimizer: createReferenceAdamW }));
