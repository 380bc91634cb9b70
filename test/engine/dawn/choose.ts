import { startDawn } from '../../../src/cli/dawn.ts';
import { findAdapter, initBackend } from '../../../src/engine/backend.ts';

/* Sends which engine is chosen when nobody has a wish: here, and if SwiftShader called itself a GPU. */

await startDawn('software');
const asItIs = await initBackend();
const asHardware = await initBackend(undefined, async () => {
  const found = await findAdapter();
  return 'missing' in found ? found : { ...found, fallback: false };
});
process.send?.([asItIs, asHardware], () => process.exit());
