import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer';
import { build } from 'vite';
import type { Environment } from '../../src/env/environment.ts';
import { remoteEnvironment } from '../../src/env/remote.ts';

/** `host.ts` as one script. */
export async function hostScript(): Promise<string> {
  const input = fileURLToPath(new URL('./host.ts', import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: { input, output: { format: 'iife', codeSplitting: false } },
    },
  });
  if (!('output' in result)) throw new Error('one build, one output');
  return result.output[0].code;
}

/** An empty page of `url`'s origin that runs the host script. */
export async function openHost(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  page.once('request', (request) =>
    request.respond({ contentType: 'text/html', body: '<!doctype html><title>host</title>' }),
  );
  await page.goto(`${url}/host`);
  await page.setRequestInterception(false);
  await page.addScriptTag({ content: await hostScript() });
  return page;
}

/** A frame world inside the host page, as an environment of this process. */
export async function openFrameWorld(
  host: Page,
  slot: number,
  options: { port?: boolean; latency?: boolean; timeout?: number } = {},
): Promise<Environment> {
  await host.evaluate((n, o) => window.host.open(n, o), slot, options);
  return remoteEnvironment((request) => host.evaluate((n, r) => window.host.ask(n, r), slot, request));
}
