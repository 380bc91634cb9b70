import { useState } from 'preact/hooks';
import { inWords } from '../harnessRun.ts';

/** Runs what a button asks for; errors become words beside it instead of getting lost. */
export function useTask(): { busy: boolean; problem: string; run(task: () => Promise<unknown> | unknown): void } {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  return {
    busy,
    problem,
    run(task) {
      setBusy(true);
      setProblem('');
      Promise.resolve()
        .then(task)
        .catch((error: unknown) => setProblem(inWords(error)))
        .finally(() => setBusy(false));
    },
  };
}
