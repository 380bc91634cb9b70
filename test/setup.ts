import { ensureBuilt } from '../src/cli/build.ts';

/** Once per test run: the page that the browser tests open. */
export default async function setup(): Promise<void> {
  await ensureBuilt();
}
