import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { exampleReport } from '../core/exampleReport.ts';

/** `harnessPage.ts` as a page of its own, with the example report for it to send. */
export async function servePage(): Promise<{ url: string; close(): void }> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./harnessPage.ts', import.meta.url)),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  if (!('output' in result)) throw new Error('one build, one output');
  const { code } = result.output[0];
  const report = JSON.stringify(exampleReport).replaceAll("'", '&#39;');
  const server = createServer((incoming, response) => {
    const script = incoming.url === '/page.js';
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html');
    response.end(script ? code : `<!doctype html><body data-report='${report}'><script src="/page.js"></script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
