import { wrap } from 'comlink';
import { restoreError } from '../../workers/errors.ts';
import { ReverieError } from '../core/errors.ts';
import type { DawnTab, Rounds } from './dawnTab.ts';
import { forkScript } from './forkScript.ts';
import type { OnRound, StepTab } from './perfPage.ts';
import { endpointOf } from './processWorker.ts';

/** The page of `src/perf` under Node: WebGPU by Dawn, every contender in a process of its own. No browser is needed. */
export async function openPerfDawn(): Promise<StepTab> {
  const child = forkScript(new URL('./dawnTab.ts', import.meta.url));
  const remote = wrap<DawnTab>(endpointOf(child));
  const ended = new Promise<never>((_, reject) => {
    child.on('exit', (code, signal) =>
      reject(new ReverieError('environment', { who: 'dawn', rule: 'its process ended', got: signal ?? code })),
    );
  });
  ended.catch(() => {});
  const answer = <T>(call: Promise<T>): Promise<T> =>
    Promise.race([call, ended]).catch((error: unknown) => {
      throw restoreError(error);
    });
  let onRound: OnRound = () => {};
  child.on('message', (message: Partial<Rounds>) => {
    if (message.rounds !== undefined) onRound(message.rounds);
  });
  try {
    await answer(remote.open());
    return {
      adapter: await answer(remote.adapter()),
      browser: `Dawn in Node ${process.versions.node}`,
      measure: (one, hear) => {
        onRound = hear;
        return answer(remote.measure(one));
      },
      steady: (one, hear) => {
        onRound = hear;
        return answer(remote.steady(one));
      },
      close: async () => void child.kill('SIGKILL'),
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
