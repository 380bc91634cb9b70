import { runFused } from './spec.ts';

Object.assign(window, { runFused });
