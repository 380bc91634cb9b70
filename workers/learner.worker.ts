import { offerMate } from '../src/engine/mate.ts';
import { Learner } from '../src/train/learner.ts';
import { serve } from './serve.ts';

// Two cores are what every machine has.
offerMate(() => new Worker(new URL('./mate.worker.ts', import.meta.url), { type: 'module' }));
void serve(new Learner());
