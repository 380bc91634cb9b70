import { startDawn } from './dawn.ts';
import { endpointOf } from './processWorker.ts';

/* `dawnWorker.ts <address>`: runs the script of a worker in this process, with WebGPU. It ends with its parent. */

process.on('disconnect', () => process.exit());
await startDawn('default');
const { postMessage, addEventListener, removeEventListener } = endpointOf(process);
Object.assign(globalThis, { postMessage, addEventListener, removeEventListener });
await import(process.argv[2]);
