import { forkScript } from '../../../src/cli/forkScript.ts';
import type { BackendInfo } from '../../../src/engine/backend.ts';
import type { Dialect } from '../../../src/engine/webgpu/kernel.ts';
import type { Work } from './work.ts';

export interface DawnResult {
  info: BackendInfo;
  /** Validation errors of the device. */
  complaints: string[];
  work: Work;
}

/** The first thing that a script of this folder sends; rejects when it ends without. */
function firstWord<T>(script: string, ...args: string[]): Promise<T> {
  const child = forkScript(new URL(script, import.meta.url), ...args);
  return new Promise<T>((resolve, reject) => {
    child.once('message', (word) => resolve(word as T));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

export const runOnDawn = (dialect: Dialect): Promise<DawnResult> => firstWord('./run.ts', dialect);

/** What the error of `startDawn` says on a computer without any Chrome. */
export const startWithoutChrome = (): Promise<{ code?: string; message: string }> => firstWord('./bare.ts');

/** What became of a call of the network. */
export interface Lost {
  logProbs?: number[];
  code?: string;
  message?: string;
}

/** A call before and one after the device was destroyed. */
export const callAcrossLoss = (): Promise<[Lost, Lost]> => firstWord('./lose.ts');

/** The choice without a wish: the adapter called software, and not. */
export const choose = (): Promise<[BackendInfo, BackendInfo]> => firstWord('./choose.ts');
