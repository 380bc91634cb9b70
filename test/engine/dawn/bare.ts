import { startDawn } from '../../../src/cli/dawn.ts';

/* Sends the error of a start of Dawn on SwiftShader on a computer that has no Chrome. */

const bare = { platform: 'linux', env: {}, home: '/nowhere', root: false, places: [] } as const;
const error = await startDawn('software', bare).catch((thrown: Error & { code?: string }) => thrown);
process.send?.({ code: error?.code, message: error?.message }, () => process.exit());
