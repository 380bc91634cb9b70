import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Starts a TypeScript file as a process of its own, which can be talked to in values that can be cloned. */
export const forkScript = (script: URL, ...args: string[]): ChildProcess =>
  fork(fileURLToPath(script), args, { execArgv: ['--import', TSX], serialization: 'advanced' });
