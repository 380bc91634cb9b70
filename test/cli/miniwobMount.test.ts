import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCopy } from '../../src/cli/miniwobCopy.ts';
import { withFirstScript } from '../../src/cli/miniwobMount.ts';
import { serveTab } from '../../src/cli/miniwobTab.ts';
import type { Server } from '../../src/cli/server.ts';
import { reverie } from './cli.ts';

const COPY = fileURLToPath(new URL('../fixtures/miniwob', import.meta.url));

let server: Server;
beforeAll(async () => {
  server = await serveTab(openCopy(COPY));
});
afterAll(() => server.close());

describe('a mounted copy', () => {
  it('is sandboxed document by document, may load nothing but itself, and begins with the agent', async () => {
    const page = await fetch(`${server.url}/miniwob-copy/miniwob/pick.html`);
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox allow-scripts allow-forms;/);
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain(`default-src ${server.url}/miniwob-copy/ `);
    expect(page.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    const [, agent] = /^<!doctype html><script src="([^"]+)"><\/script>/.exec(await page.text())!;
    const script = await fetch(server.url + agent);
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('lists its tasks and serves nothing else of the folder', async () => {
    expect(await (await fetch(`${server.url}/miniwob-copy/tasks.json`)).json()).toContain('pick');
    for (const path of ['flight/index.html', 'core/..%2fflight/index.html', 'agent.js', ''])
      expect((await fetch(`${server.url}/miniwob-copy/${path}`)).status).toBe(404);
  });
});

describe('the first script of a page', () => {
  it.each([
    ['<!DOCTYPE html>\n<html>', '<!DOCTYPE html>@\n<html>'],
    [
      '\uFEFF<!-- a > b -->\n<!doctype html SYSTEM "about:legacy-compat"><p>',
      '\uFEFF<!-- a > b -->\n<!doctype html SYSTEM "about:legacy-compat">@<p>',
    ],
    ['<html><head>', '@<html><head>'],
    ['', '@'],
  ])('stands behind the doctype of %j', (html, expected) => {
    expect(withFirstScript(html, 'x')).toBe(expected.replace('@', '<script src="x"></script>'));
  });
});

describe('reverie check', () => {
  it('exits 0 when all is the same, and 1 with the names of tasks that differ', async () => {
    const same = await reverie(['check', '--miniwob-dir', COPY, '--tasks', 'pick,icons', '--policy', 'random']);
    expect(same).toMatchObject({ code: 0 });
    expect(same.out).toContain('2 of 2 visits are the same');
    const other = await reverie(['check', '--miniwob-dir', COPY, '--tasks', 'trusted', '--policy', 'random']);
    expect(other).toMatchObject({ code: 1 });
    expect(other.err).toContain('different: trusted');
  });
});
