const lockOf = (runId: string): string => `reverie-run:${runId}`;

/** The runs among `runIds` that some tab holds right now. */
export async function heldRuns(runIds: readonly string[]): Promise<string[]> {
  const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
  return runIds.filter((id) => held.has(lockOf(id)));
}

/**
 * Claims a run for this tab, so that a second tab does not offer to resume what is still being trained. The browser gives
 * the claim back when the tab dies, however it dies.
 *
 * @param patience milliseconds to wait for a tab that is just going away.
 * @returns a function that releases the run, or null when another tab holds it.
 */
export function holdRun(runId: string, patience = 0): Promise<(() => void) | null> {
  const options: LockOptions = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockOf(runId), options, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch((error: unknown) =>
        error instanceof DOMException && error.name === 'TimeoutError' ? resolve(null) : reject(error),
      );
  });
}
