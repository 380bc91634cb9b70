/**
 * Claims a run for this tab, so that a second tab does not offer to resume what is still being trained. The browser gives
 * the claim back when the tab dies, however it dies.
 *
 * @returns a function that releases the run, or null when another tab holds it.
 */
export function holdRun(runId: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`reverie-run:${runId}`, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}
