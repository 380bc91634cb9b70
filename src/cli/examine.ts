import { createServer, type Plugin } from 'vite';
import type { BackendComparison, Measurement } from '../engine/compare.ts';
import { PROJECT_ROOT } from './build.ts';
import { closeChrome, launchChrome } from './chrome.ts';

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
    await closeChrome(browser);
    await server.close();
  }
}

const describeSpeeds = (speeds: readonly Measurement[]): string[] => {
  const [fastest, second] = speeds;
  const factor = (second.ms / fastest.ms).toFixed(1);
  return [
    ...speeds.map(
      ({ backend, implementation, adapter, ms }) =>
        `${backend.padEnd(10)}${ms.toFixed(1)} ms per training step, ${implementation} kernels (${adapter})`,
    ),
    `fastest   ${fastest.backend}, ${fastest.implementation} kernels: ${second.backend}, ${second.implementation} takes ${factor} times as long`,
  ];
};

const ADAPTER = `import('/src/engine/backend.ts').then((m) => m.findAdapter()).then((a) => a.missing ?? a.name)`;
const MEASURE = `import('/src/engine/compare.ts').then((m) => m.measureBackends())`;

/** What `reverie doctor` has to say about backends, line by line. */
export async function examine(): Promise<string[]> {
  const { webgpu, speeds } = await inChrome<BackendComparison>('default', MEASURE);
  return [
    `webgpu    ${webgpu}`,
    `          ${await inChrome<string>('software', ADAPTER)} with the flags of the tests`,
    ...describeSpeeds(speeds),
  ];
}
