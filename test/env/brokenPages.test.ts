import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, CDPSession } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { AXTree } from '../../src/core/types.ts';
import { createBrowserDriver } from '../../src/env/browser.ts';
import type { AskingDriver } from '../../src/env/driver.ts';

/*
 * Pages that hang, crash or ask before anybody could act: each ends as an environment fault within the time limit, and the next
 * `open` works. (What a click can do to a page is in `browser.test.ts`.)
 */

let chrome: Browser;
let server: Server;
let base: string;
/** Bodies by path, for any host name. */
const bodies: Record<string, string> = {
  '/fine': '<button>Fine</button>',
  '/asks': `<script>alert('first'); document.title = confirm('second') + prompt('third', 'Ada');</script><button>Stay</button>`,
  '/leave': `<button onclick="onbeforeunload = (event) => event.preventDefault()">Edit</button><a href="/fine">Go</a>`,
  '/loads-for-ever': '<script>for (;;);</script>',
  '/busy-soon': '<button>Still</button><script>onload = () => setTimeout(() => { for (;;); }, 300)</script>',
  '/loop': '<script>for (;;);</script>',
};
const LOOK = `({ ready: true, complete: document.readyState === 'complete' && location.href !== 'about:blank' })`;

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Page</title>${bodies[request.url ?? ''] ?? ''}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  bodies['/frame-hangs'] =
    '<button onclick="frames[0].eval(\'for (;;);\')">Hang</button><iframe srcdoc="<p>in</p>"></iframe>';
  bodies['/foreign-hangs'] = `<h1>Top</h1><iframe src="http://localhost:${port}/busy-soon"></iframe>`;
  chrome = await launchChrome();
});
afterAll(async () => {
  await chrome.close();
  server.close();
});

const idOf = ({ nodes }: AXTree, name: string): number => nodes.find((node) => node.name === name)!.id;
const open = (options: { timeout?: number; onPage?: (session: CDPSession) => Promise<void> } = {}): AskingDriver =>
  createBrowserDriver({ browser: chrome, timeout: 3_000, ...options }, { look: LOOK, state: '0' });

/** It works again: a fresh page opens in the same driver. */
async function recovers(driver: AskingDriver): Promise<void> {
  await driver.open(`${base}/fine`);
  expect((await driver.read()).tree.nodes.map(({ name }) => name)).toContain('Fine');
  await driver.close();
}

describe('a page that asks', () => {
  it('on load is answered, and what it said is told (puppeteer 2481)', async () => {
    const driver = open();
    await driver.open(`${base}/asks`);
    const { tree } = await driver.read();
    expect(tree.title).toBe('trueAda');
    expect(driver.takeAsides()).toEqual([
      'alert "first" accepted',
      'confirm "second" accepted',
      'prompt "third" accepted',
    ]);
    await recovers(driver);
  });

  it('whether it may be left is left', async () => {
    const driver = open();
    await driver.open(`${base}/leave`);
    let { tree } = await driver.read();
    expect(await driver.perform({ verb: 'click', target: idOf(tree, 'Edit') }, tree)).toBeNull();
    ({ tree } = await driver.read());
    expect(await driver.perform({ verb: 'click', target: idOf(tree, 'Go') }, tree)).toBeNull();
    ({ tree } = await driver.read());
    expect(tree.nodes.map(({ name }) => name)).toContain('Fine');
    await recovers(driver);
  });
});

describe('a page that breaks', () => {
  const TIMEOUT = { failure: { kind: 'environment', code: 'timeout' } };
  const CRASHED = { failure: { kind: 'environment', code: 'crashed' } };

  it('by never loading', async () => {
    const driver = open();
    await expect(driver.open(`${base}/loads-for-ever`)).rejects.toMatchObject(TIMEOUT);
    await recovers(driver);
  });

  it('by itself, between two looks', async () => {
    const driver = open();
    await driver.open(`${base}/busy-soon`);
    const start = performance.now();
    const looks = async (): Promise<never> => {
      for (;;) await driver.read();
    };
    await expect(looks()).rejects.toMatchObject(TIMEOUT);
    // Its own 300 ms and the limit; the rest is for a machine under load.
    expect(performance.now() - start).toBeLessThan(20_000);
    await recovers(driver);
  });

  it('in a frame of its own', async () => {
    const driver = open();
    await driver.open(`${base}/frame-hangs`);
    const { tree } = await driver.read();
    await expect(driver.perform({ verb: 'click', target: idOf(tree, 'Hang') }, tree)).rejects.toMatchObject(TIMEOUT);
    await recovers(driver);
  });

  it('in a frame of another site', async () => {
    const driver = open();
    await driver.open(`${base}/foreign-hangs`);
    const looks = async (): Promise<never> => {
      for (;;) await driver.read();
    };
    await expect(looks()).rejects.toMatchObject(TIMEOUT);
    await recovers(driver);
  });

  it.each([
    ['crashes', 'chrome://crash'],
    ['is killed', 'chrome://kill'],
  ])('because its process %s', async (_, address) => {
    const sessions: CDPSession[] = [];
    const driver = open({ onPage: async (session) => void sessions.push(session) });
    await driver.open(`${base}/fine`);
    sessions[0].send('Page.navigate', { url: address }).catch(() => {});
    const looks = async (): Promise<never> => {
      for (;;) await driver.read();
    };
    await expect(looks()).rejects.toMatchObject(CRASHED);
    await recovers(driver);
  });
});

describe('a field whose picker is no part of the page', () => {
  const fields: [string, string][] = [
    ['list', '<select aria-label="F"><option>a<option>b</select>'],
    ...['color', 'date', 'time', 'month', 'week', 'datetime-local'].map((type): [string, string] => [
      type,
      `<input type="${type}" aria-label="F">`,
    ]),
  ];
  const inFrames: [string, string, string[]][] = [
    ['list in a frame of another site', fields[0][1], ['localhost']],
    ['color in a frame of another site', fields[1][1], ['localhost']],
    ['date in a frame that such a frame holds', fields[2][1], ['localhost', 'third.localhost']],
  ];
  it.each(inFrames)('a %s keeps it shut, too', async (kind, html, hosts) => {
    const at = (depth: number): string => `/${kind.replaceAll(' ', '-')}-${depth}`;
    hosts.forEach((host, i) => {
      bodies[at(i)] = `<iframe src="http://${host}:${new URL(base).port}${at(i + 1)}"></iframe>`;
    });
    bodies[at(hosts.length)] = `${html}<button onclick="F.showPicker(); this.textContent = 'Asked'">Ask</button>
      <script>const F = document.querySelector('[aria-label=F]');</script>`;
    const driver = open({ timeout: 10_000 });
    await driver.open(`${base}${at(0)}`);
    const { tree } = await driver.read();
    const field = tree.nodes.find(({ name }) => name === 'F')!;
    await driver.perform({ verb: 'click', target: field.id }, tree);
    for (const key of ['Space', 'Enter', 'Alt+ArrowDown']) await driver.perform({ verb: 'press', key }, tree);
    await driver.perform({ verb: 'click', target: idOf(tree, 'Ask') }, tree);
    expect((await driver.read()).tree.nodes.map(({ name }) => name)).toContain('Asked');
    expect(chrome.connected).toBe(true);
    await recovers(driver);
  });

  it.each(fields)('a %s keeps it shut, which would end the browser', async (kind, html) => {
    bodies[`/picker-${kind}`] =
      `<div style="cursor:pointer">${html}</div><button onclick="F.showPicker?.()">Ask</button>
      <script>const F = document.querySelector('[aria-label=F]');</script>`;
    const driver = open();
    await driver.open(`${base}/picker-${kind}`);
    let { tree } = await driver.read();
    const wrapper = tree.nodes.find(({ role }) => role === 'clickable');
    if (wrapper) await driver.perform({ verb: 'click', target: wrapper.id }, tree);
    await driver.perform({ verb: 'press', key: 'Tab' }, tree);
    for (const key of ['Space', 'Enter', 'Alt+ArrowDown']) await driver.perform({ verb: 'press', key }, tree);
    await driver.perform({ verb: 'click', target: idOf(tree, 'Ask') }, tree);
    ({ tree } = await driver.read());
    expect(tree.nodes.map(({ name }) => name)).toContain('Ask');
    expect(chrome.connected).toBe(true);
    await recovers(driver);
  });
});
