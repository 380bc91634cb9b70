import { Dreamer } from '../src/train/dreamer.ts';
import { serve } from './serve.ts';

void serve(new Dreamer());
