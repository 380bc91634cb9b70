import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageAction } from '../../src/action/problems.ts';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { AXNode, Failure } from '../../src/core/types.ts';
import { printNode, printTree } from '../../src/page/text.ts';
import { type Hands, type Kind, openHands } from './hands.ts';

/*
 * Pages that other agents saw wrongly or not at all (numbers of the public threads in the names), each seen and acted on from
 * inside the page and over the protocol.
 */

let chrome: Browser;
let page: Page;
let hands: Record<Kind, Hands>;

beforeAll(async () => {
  chrome = await launchChrome();
  ({ page, hands } = await openHands(chrome));
});
afterAll(() => chrome.close());

describe.each(['script events', 'trusted input'] as const)('%s', (kind) => {
  const open = async (html: string): Promise<void> => {
    const setup = '<script>const log = []; const say = (word) => log.push(word);</script>';
    await page.goto(`data:text/html,${encodeURIComponent(`<!doctype html><title>Case</title>${setup}${html}`)}`);
  };
  const log = (): Promise<string[]> => page.evaluate('log') as Promise<string[]>;
  const nodes = async (): Promise<AXNode[]> => (await hands[kind].read()).nodes.slice(1);
  const lines = async (): Promise<string[]> => (await nodes()).map(printNode);
  const on = async (name: string, action: (target: number) => PageAction): Promise<Failure | null> => {
    const node = (await nodes()).find((one) => one.name === name && one.role !== 'StaticText');
    if (!node) throw new Error(`no ${name} in ${(await lines()).join(', ')}`);
    return hands[kind].act(action(node.id));
  };
  const click = (name: string) => on(name, (target) => ({ verb: 'click', target }));
  const type = (name: string, text: string) => on(name, (target) => ({ verb: 'type', target, text, enter: false }));

  it('an anchor without an address closes what it closes (OpenHands 5615)', async () => {
    await open(
      `<div id="box"><a class="close" onclick="this.parentElement.remove()">x</a><p>Offer</p></div><p>page</p>`,
    );
    expect(await lines()).toEqual(["clickable 'x'", "StaticText 'Offer'", "StaticText 'page'"]);
    expect(await click('x')).toBeNull();
    expect(await lines()).toEqual(["StaticText 'page'"]);
  });

  it('a clickable that holds nothing but a picture without a name can be clicked (playwright 42034)', async () => {
    await open(
      `<div style="cursor:pointer" onclick="say('hit')"><svg width="20" height="20"><path d="M0 0h9v9z"/></svg></div>`,
    );
    expect(await lines()).toEqual(["clickable ''"]);
    expect(await click('')).toBeNull();
    expect(await log()).toEqual(['hit']);
  });

  it('wrappers that are no part of the tree let their children through (opencode-browser 31)', async () => {
    await open(`<div role="none"><div role="presentation"><div role="generic"><div aria-hidden="false"><button>In</button></div>
      </div></div></div>`);
    expect(await lines()).toEqual(["button 'In'"]);
  });

  it('a label counts by `for`, around the field, by reference, and both at once (puppeteer 11087)', async () => {
    await open(`<label for="a" id="la">One</label><input id="a" aria-labelledby="la"><label>Two <input></label>
      <span id="x">Three</span><input aria-labelledby="x x"><b id="y" hidden>Four</b><input aria-labelledby="y gone">
      <label for="e">Five</label><input id="e" title="tip" placeholder="hint"><input aria-labelledby="gone" aria-label="Six">`);
    const fields = (await nodes()).filter(({ role }) => role === 'textbox').map(({ name }) => name);
    expect(fields).toEqual(['One', 'Two', 'Three Three', 'Four', 'Five', 'Six']);
  });

  it('of two elements of one name each has its own id (recorder 5)', async () => {
    await open(
      `<a href="#a" aria-label="SEARCH" onclick="say('icon')">i</a><button onclick="say('button')">SEARCH</button>`,
    );
    const both = (await nodes()).filter(({ name }) => name === 'SEARCH');
    expect(both.map(({ role }) => role)).toEqual(['link', 'button']);
    for (const { id } of both) expect(await hands[kind].act({ verb: 'click', target: id })).toBeNull();
    expect(await log()).toEqual(['icon', 'button']);
  });

  it('suggestions that come late are offered when they are there, and a click commits one (browser-use 3380)', async () => {
    await open(`<input aria-label="City" oninput="setTimeout(suggest, 600)"><div id="list"></div><output></output><script>
      function suggest() { document.querySelector('#list').innerHTML = '<div role="listbox"><div role="option">Paris</div></div>';
        document.querySelector('[role=option]').onmousedown = (event) => { event.preventDefault(); say('committed'); }; }</script>`);
    expect(await type('City', 'Par')).toBeNull();
    expect((await lines()).filter((line) => line.includes('Paris'))).toEqual([]);
    await page.waitForSelector('[role=option]');
    expect(await lines()).toContain("option 'Paris'");
    expect(await on('', (target) => ({ verb: 'select', target, option: 'Paris' }))).toBeNull();
    expect(await log()).toEqual(['committed']);
  });

  it('a list that renders only what is in view gives new rows when it is scrolled (DOMShell 35)', async () => {
    await open(`<div id="box" style="height:100px;overflow:auto"><div style="height:10000px;position:relative"></div></div><script>
      const box = document.querySelector('#box'), inside = box.firstElementChild;
      box.onscroll = draw; draw();
      function draw() { const first = Math.floor(box.scrollTop / 20);
        inside.innerHTML = Array.from({ length: 5 }, (_, i) =>
          '<button style="position:absolute;top:' + (first + i) * 20 + 'px">row ' + (first + i) + '</button>').join(''); }</script>`);
    const rows = async () => (await nodes()).map(({ name }) => name);
    expect(await rows()).toEqual(['row 0', 'row 1', 'row 2', 'row 3', 'row 4']);
    expect(await hands[kind].act({ verb: 'scroll', direction: 'down' })).toBeNull();
    await page.waitForFunction(() => !document.body.textContent!.includes('row 0'));
    expect(await rows()).toEqual(['row 5', 'row 6', 'row 7', 'row 8', 'row 9']);
  });

  it('a page over the budget says how much it left out, whatever it is made of (playwright-mcp 1233)', async () => {
    await open(`<h1>Feed</h1>${'<div><p>words</p><div style="cursor:pointer">more</div></div>'.repeat(600)}`);
    const tree = await hands[kind].read();
    expect(tree.nodes.length).toBe(200);
    // The root, a heading, and two nodes for each of the 600.
    expect(printTree(tree).split('\n').at(-1)).toBe('… 1002 nodes left out');
  });

  it('an editor that undoes what did not come as an edit takes what is typed (dsh-browser 84)', async () => {
    await open(`<div contenteditable aria-label="Body">old</div><script>
      const body = document.querySelector('div'); let model = body.textContent, own = false;
      body.addEventListener('beforeinput', () => { own = true; });
      body.addEventListener('input', () => { model = body.textContent; say(model); own = false; });
      new MutationObserver(() => { if (!own && body.textContent !== model) body.textContent = model; })
        .observe(body, { childList: true, characterData: true, subtree: true });</script>`);
    expect(await type('Body', 'new words')).toBeNull();
    expect(await log()).toEqual(['new words']);
    expect(await lines()).toEqual(["textbox 'Body' value: 'new words' focused: True"]);
  });

  it.each([
    ['color', '#00ff80'],
    ['range', '30'],
    ['datetime-local', '2026-03-04T08:15'],
    ['week', '2026-W09'],
  ])('a %s takes its value with the events of an edit (playwright 1676)', async (inputType, value) => {
    await open(`<input type="${inputType}" aria-label="Value" oninput="say('input')" onchange="say('change')">`);
    expect(await type('Value', value)).toBeNull();
    expect(await page.$eval('input', (input) => input.value)).toBe(value);
    expect(await log()).toEqual(['input', 'change']);
  });

  it('what a shadow root inside another holds is seen, named and clicked', async () => {
    await open(shadows('open'));
    expect(await lines()).toEqual(["button 'Deep'"]);
    expect(await click('Deep')).toBeNull();
    expect(await log()).toEqual(['hit']);
  });
});

/** A button in two shadow roots, named by what is put into its slot. */
const shadows = (mode: 'open' | 'closed'): string => `<x-a></x-a><script>
  const outer = document.querySelector('x-a').attachShadow({ mode: '${mode}' });
  outer.innerHTML = '<x-b>Deep</x-b>';
  const inner = outer.querySelector('x-b').attachShadow({ mode: '${mode}' });
  inner.innerHTML = '<button onclick="say(\\'hit\\')"><slot></slot></button>';</script>`;

it('closed shadow roots, which no script of the page can enter, are seen and clicked over the protocol', async () => {
  const setup = '<script>const log = []; const say = (word) => log.push(word);</script>';
  await page.goto(`data:text/html,${encodeURIComponent(`<!doctype html>${setup}${shadows('closed')}`)}`);
  const { nodes } = await hands['trusted input'].read();
  const button = nodes.find(({ role, name }) => role === 'button' && name === 'Deep')!;
  expect(await hands['trusted input'].act({ verb: 'click', target: button.id })).toBeNull();
  expect(await page.evaluate('log')).toEqual(['hit']);
});
