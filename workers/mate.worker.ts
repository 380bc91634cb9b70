import { serveMate } from '../src/engine/mate.ts';

serveMate(self as unknown as DedicatedWorkerGlobalScope);
