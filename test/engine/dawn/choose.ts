import { startDawn } from '../../../src/cli/dawn.ts';
import { findAdapter, initBackend } from '../../../src/engine/backend.ts';

/* Sends which engine is chosen when nobody has a wish, for an adapter that is called software and one that is not. */

await startDawn('software');
const chosen = (fallback: boolean) =>
  initBackend(undefined, async () => {
    const found = await findAdapter();
    return 'missing' in found ? found : { ...found, fallback };
  });
process.send?.([await chosen(true), await chosen(false)], () => process.exit());
