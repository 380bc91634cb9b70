import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PageAction } from '../../src/action/problems.ts';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { AXTree, Failure } from '../../src/core/types.ts';
import { openHidden } from '../../src/env/openPage.ts';
import { watchRemoteFrames } from '../../src/env/remoteFrames.ts';
import type { CdpSession } from '../../src/page/frames.ts';
import { readCdp } from '../../src/page/fromCdp.ts';
import { createNodeIds } from '../../src/page/ids.ts';
import { printTree } from '../../src/page/text.ts';
import { hostScript } from '../env/hostPage.ts';
import { type Hands, scriptHands, trustedHands } from './hands.ts';

/*
 * Pages inside pages. What a script can reach (frames of the same origin) is tried with script events and with trusted
 * input; frames of another site live in another process and are reached by the protocol alone.
 */

let chrome: Browser;
let page: Page;
let server: Server;
let port: number;
/** Bodies by path, for any host name. */
const bodies = new Map<string, string>();
const hands = {} as Record<'script events' | 'trusted input', Hands>;

const STYLE =
  '<style>body { margin: 8px } iframe { border: 7px solid; padding: 5px; width: 300px; height: 150px }</style>';
const LOG = `<script>const log = []; const say = (word) => log.push(word);
  addEventListener('message', ({ data }) => say(data));</script>`;
/** Says `word` to the top page when it is clicked, from any frame. */
const button = (name: string): string => `<button onclick="top.postMessage('${name}', '*')">${name}</button>`;
const quoted = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const inline = (html: string): string => `<iframe srcdoc="${quoted(STYLE + html)}"></iframe>`;

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html>${STYLE}${bodies.get(request.url ?? '') ?? ''}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  chrome = await launchChrome();
  page = await chrome.newPage();
  await page.setViewport({ width: 800, height: 600 });
  await page.evaluateOnNewDocument(await hostScript());
  hands['script events'] = scriptHands(page);
  hands['trusted input'] = await trustedHands(page);
});
afterAll(async () => {
  await chrome.close();
  server.close();
});
afterEach(() => bodies.clear());

/** Opens a page of this body, with every frame loaded. */
async function open(body: string): Promise<void> {
  bodies.set('/', LOG + body);
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load' });
}
const log = (): Promise<string[]> => page.evaluate('log') as Promise<string[]>;
/** The log once it has so many words: messages between frames take their time. */
async function logged(count: number): Promise<string[]> {
  await page.waitForFunction(`log.length >= ${count}`);
  return log();
}

const nodeOf = ({ nodes }: AXTree, name: string): number => {
  const node = nodes.find((one) => one.name === name && one.role !== 'StaticText');
  if (!node) throw new Error(`no ${name} in ${nodes.map((one) => `${one.role} ${one.name}`).join(', ')}`);
  return node.id;
};

describe.each(['script events', 'trusted input'] as const)('frames of the same origin, %s', (kind) => {
  const on = async (name: string, action: (target: number) => PageAction): Promise<Failure | null> =>
    hands[kind].act(action(nodeOf(await hands[kind].read(), name)));
  const click = (name: string) => on(name, (target) => ({ verb: 'click', target }));

  it('clicks at the place of the frame, not of its content (k6 4980)', async () => {
    await open(`<p>before</p>${button('Outer')}${inline(`<p>x</p>${button('Inner')}`)}`);
    expect(await click('Inner')).toBeNull();
    expect(await logged(1)).toEqual(['Inner']);
  });

  it('clicks in a frame in a frame, scrolled out of both', async () => {
    const far = '<div style="height: 1500px"></div>';
    await open(`${far}${inline(`${far}${inline(`${far}${button('Deep')}`)}`)}${far}`);
    expect(await click('Deep')).toBeNull();
    expect(await logged(1)).toEqual(['Deep']);
  });

  it('names what covers the frame', async () => {
    await open(`${inline(button('Inner'))}<div id="veil" style="position: fixed; inset: 0">Wait</div>`);
    expect(await click('Inner')).toMatchObject({ code: 'intercepted', message: expect.stringContaining('div#veil') });
    expect(await log()).toEqual([]);
  });

  it('types and presses keys in a frame', async () => {
    await open(
      inline(
        `<form onsubmit="top.postMessage('sent ' + this.q.value, '*'); return false"><input name="q" aria-label="Query"></form>`,
      ),
    );
    expect(await on('Query', (target) => ({ verb: 'type', target, text: 'mugs', enter: false }))).toBeNull();
    expect(await hands[kind].act({ verb: 'press', key: 'Enter' })).toBeNull();
    expect(await logged(1)).toEqual(['sent mugs']);
  });

  it('chooses in a list of a frame', async () => {
    await open(
      inline(`<select aria-label="Size" onchange="top.postMessage(this.value, '*')"><option>S<option>M</select>`),
    );
    expect(await on('Size', (target) => ({ verb: 'select', target, option: 'M' }))).toBeNull();
    expect(await logged(1)).toEqual(['M']);
  });

  it('is loud about a node of a frame that went to another page', async () => {
    await open(inline(button('Inner')));
    const target = nodeOf(await hands[kind].read(), 'Inner');
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const frame = document.querySelector('iframe')!;
          frame.onload = () => resolve();
          frame.srcdoc = '<button>Inner</button>';
        }),
    );
    expect(await hands[kind].act({ verb: 'click', target })).toMatchObject({ kind: 'format', code: 'stale-id' });
  });
});

describe('frames of other sites', () => {
  const { read, act } = {
    read: () => hands['trusted input'].read(),
    act: (action: PageAction) => hands['trusted input'].act(action),
  };
  /** A frame with this body, of another site than the page and than each other. */
  const foreign = (path: string, body: string, host = 'localhost'): string => {
    bodies.set(path, body);
    return `<iframe src="http://${host}:${port}${path}"></iframe>`;
  };

  it('are read, in their place', async () => {
    await open(`<h1>Shop</h1>${foreign('/pay', `<label>Card <input></label>${button('Pay')}`)}<p>after</p>`);
    const text = printTree(await read()).replace(/\[\d+\] /g, '');
    expect(
      text
        .split('\n')
        .slice(3)
        .map((line) => line.trim()),
    ).toEqual([
      "RootWebArea ''",
      "heading 'Shop'",
      "Iframe ''",
      "textbox 'Card' value: ''",
      "button 'Pay'",
      "StaticText 'after'",
    ]);
  });

  it('are clicked and typed into, also when the frame is out of view', async () => {
    const form = `<input aria-label="Card" oninput="top.postMessage(this.value, '*')">${button('Pay')}`;
    await open(`<div style="height: 2000px"></div>${foreign('/pay', form)}`);
    const tree = await read();
    expect(await act({ verb: 'type', target: nodeOf(tree, 'Card'), text: '4111', enter: false })).toBeNull();
    expect(await act({ verb: 'click', target: nodeOf(tree, 'Pay') })).toBeNull();
    expect(await logged(2)).toEqual(['4111', 'Pay']);
  });

  it('keep their numbers apart from those of the page (stagehand 778)', async () => {
    // The same document in both processes gives the same backend ids to both buttons.
    const twin = (name: string): string => `<p>twin</p>${button(name)}`;
    await open(`${twin('Ours')}${foreign('/twin', twin('Theirs'))}`);
    const tree = await read();
    expect(await act({ verb: 'click', target: nodeOf(tree, 'Theirs') })).toBeNull();
    expect(await logged(1)).toEqual(['Theirs']);
    expect(await act({ verb: 'click', target: nodeOf(tree, 'Ours') })).toBeNull();
    expect(await logged(2)).toEqual(['Theirs', 'Ours']);
  });

  describe('that hold others', () => {
    /** A document of the site in the middle that holds one of a third site, and one of the page's own. */
    const nested = (third: string, own: string, between = ''): string =>
      foreign(
        '/middle',
        `<h2>Middle</h2>${foreign('/third', third, 'third.localhost')}${between}${foreign('/own', own, '127.0.0.1')}`,
      );
    const far = '<div style="height: 1500px"></div>';

    it('are read with them, in their place, and twice the same', async () => {
      await open(`<h1>Shop</h1>${nested(button('Third'), button('Own'), '<p>between</p>')}<p>after</p>`);
      const text = printTree(await read());
      expect(
        text
          .replace(/\[\d+\] /g, '')
          .split('\n')
          .slice(3),
      ).toEqual([
        "RootWebArea ''",
        "\theading 'Shop'",
        "\tIframe ''",
        "\t\theading 'Middle'",
        "\t\tIframe ''",
        "\t\t\tbutton 'Third'",
        "\t\tStaticText 'between'",
        "\t\tIframe ''",
        "\t\t\tbutton 'Own'",
        "\tStaticText 'after'",
      ]);
      expect(printTree(await read())).toBe(text);
    });

    it('are hit in them, scrolled out of every frame', async () => {
      const form = `<input aria-label="Card" oninput="top.postMessage(this.value, '*')">
        <select aria-label="Size" onchange="top.postMessage(this.value, '*')"><option>S<option>M</select>${button('Pay')}`;
      await open(`${far}${nested(`${far}${form}${far}`, `${far}${button('Own')}`, far)}${far}`);
      const tree = await read();
      const target = (name: string): number => nodeOf(tree, name);
      expect(await act({ verb: 'type', target: target('Card'), text: '4111', enter: false })).toBeNull();
      expect(await act({ verb: 'select', target: target('Size'), option: 'M' })).toBeNull();
      expect(await act({ verb: 'click', target: target('Pay') })).toBeNull();
      expect(await act({ verb: 'click', target: target('Own') })).toBeNull();
      expect(await logged(4)).toEqual(['4111', 'M', 'Pay', 'Own']);
    });

    it('name what covers the frame of a frame', async () => {
      const veil = '<div id="veil" style="position: fixed; inset: 0">Wait</div>';
      await open(nested(button('Third'), button('Own'), veil));
      expect(await act({ verb: 'click', target: nodeOf(await read(), 'Third') })).toMatchObject({
        code: 'intercepted',
        message: expect.stringContaining('div#veil'),
      });
      expect(await log()).toEqual([]);
    });

    it('may lose them, and go away themselves', async () => {
      const middle = `onmessage = ({ data }) => { const frame = document.querySelectorAll('iframe')[0];
        if (data === 'remove') frame.remove(); else frame.src = data; top.postMessage(data, '*'); }`;
      await open(nested(button('Third'), button('Own'), `<script>${middle}</script>`));
      const tell = (word: string): Promise<unknown> => page.evaluate((it) => frames[0].postMessage(it, '*'), word);
      const names = async (): Promise<string[]> => {
        const buttons = (await read()).nodes.filter(({ role }) => role === 'button');
        return buttons.map(({ name }) => name);
      };
      const [third] = (await read()).nodes.filter(({ name }) => name === 'Third');
      // To the page's own site: a process of the same kind, another document.
      bodies.set('/next', `${button('Next')}<script>top.postMessage('next', '*')</script>`);
      await tell(`http://127.0.0.1:${port}/next`);
      await logged(2);
      expect(await names()).toEqual(['Next', 'Own']);
      expect(await act({ verb: 'click', target: third.id })).toMatchObject({ kind: 'format', code: 'stale-id' });
      await tell('remove');
      await logged(3);
      expect(await names()).toEqual(['Own']);
      await page.evaluate(() => document.querySelector('iframe')!.remove());
      expect(await names()).toEqual([]);
    });
  });

  it('may go away while they are read, and nothing else is lost (puppeteer 14389)', async () => {
    const ads = `${foreign('/ad', '<p>ad</p>')}${inline('<p>ad</p>')}`;
    // On a page that puppeteer does not manage: it stops every new frame until it has seen it, which may be never.
    const { session, close } = await openHidden(chrome);
    await Promise.all([session.send('Page.enable'), session.send('DOM.enable'), session.send('Accessibility.enable')]);
    const remotes = await watchRemoteFrames(session, chrome, { guard: (work) => work });
    const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve));
    bodies.set('/', `<h1>Stays</h1>${ads}`);
    await session.send('Page.navigate', { url: `http://127.0.0.1:${port}/` });
    await loaded;
    const ids = createNodeIds();
    const replace = `for (const frame of document.querySelectorAll('iframe')) frame.remove();
      document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(ads)});`;
    for (let round = 0; round < 20; round++) {
      const reading = readCdp({ session: session as CdpSession, remotes }, ids);
      await session.send('Runtime.evaluate', { expression: replace });
      expect(printTree(await reading)).toContain("heading 'Stays'");
    }
    await close();
  });
});
