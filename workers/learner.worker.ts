import { offerMate } from '../src/engine/mate.ts';
import { Learner } from '../src/train/learner.ts';
import { serve } from './serve.ts';

offerMate(() => new Worker(new URL('./mate.worker.ts', import.meta.url), { type: 'module' }));
void serve(new Learner());
