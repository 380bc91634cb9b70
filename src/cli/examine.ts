import { createServer, type Plugin } from 'vite';
import type { BackendComparison } from '../engine/measure.ts';
import { PROJECT_ROOT } from './build.ts';
import { launchChrome } from './chrome.ts';

const TFJS = ['@tensorflow/tfjs', '@tensorflow/tfjs-backend-wasm', '@tensorflow/tfjs-backend-webgpu'];

/** An empty page: nothing but the engine runs in the tab. */
const emptyPage: Plugin = {
  name: 'doctor-page',
  configureServer: (server) => {
    server.middlewares.use('/doctor', (_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>doctor</title>');
    });
  },
};

/** Evaluates an expression on the engine's modules in Chrome, straight from the sources. */
async function inChrome<T>(webgpu: 'default' | 'software', expression: string): Promise<T> {
  const server = await createServer({
    root: PROJECT_ROOT,
    appType: 'custom',
    logLevel: 'error',
    plugins: [emptyPage],
    optimizeDeps: { include: TFJS },
    server: { port: 0, hmr: false },
  });
  await server.listen();
  const browser = await launchChrome({ webgpu });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.resolvedUrls!.local[0]}doctor`);
    return (await page.evaluate(expression)) as T;
  } finally {
    await browser.close();
    await server.close();
  }
}

const describeComparison = ({ webgpu, speeds }: BackendComparison): string[] => {
  const [fastest, second] = speeds;
  const why = second
    ? `${second.backend} takes ${(second.ms / fastest.ms).toFixed(1)} times as long${second.fallback ? ' on a software adapter' : ''}`
    : webgpu;
  return [
    `webgpu    ${webgpu}`,
    ...speeds.map(
      ({ backend, adapter, ms }) => `${backend.padEnd(10)}${ms.toFixed(1)} ms per training step (${adapter})`,
    ),
    `fastest   ${fastest.backend}: ${why}`,
  ];
};

/** What `reverie doctor` has to say about backends, line by line. */
export async function examine(): Promise<string[]> {
  const measure = `import('/src/engine/measure.ts').then((m) => m.measureBackends())`;
  const adapter = `import('/src/engine/backend.ts').then((m) => m.findAdapter()).then((a) => a.missing ?? a.name)`;
  return [
    ...describeComparison(await inChrome('default', measure)),
    `software  ${await inChrome('software', adapter)} (the adapter of the tests)`,
  ];
}
