/** Exit code of a program that ended on Ctrl-C. */
export const INTERRUPTED = 130;

export interface Interrupt {
  signal: AbortSignal;
  /** Gives Ctrl-C back its usual meaning. */
  release(): void;
}

/** The first Ctrl-C (or TERM) aborts the signal, so that files and browsers end cleanly; the second ends the process. */
export function watchInterrupt(): Interrupt {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    controller.abort();
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
