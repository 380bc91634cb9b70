import { Learner } from '../src/train/learner.ts';
import { serve } from './serve.ts';

void serve(new Learner());
