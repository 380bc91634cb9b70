import { afterAll, beforeAll, expect, test } from 'vitest';
import { colourName } from '../../src/page/looks.ts';
import { printNode } from '../../src/page/text.ts';
import { openReaders, type Readers, textOf } from './readers.ts';

let readers: Readers;
beforeAll(async () => {
  readers = await openReaders();
});
afterAll(() => readers.close());

const lines = async (bare: boolean): Promise<string[]> => {
  const { nodes } = await readers.cdp({ bare });
  return nodes.slice(1).map((node) => printNode(node));
};

test('a bare page: what a script listens to is clickable, and looks stand in for words', async () => {
  await readers.page.setContent(`
    <div id="row"><span class="icon star"></span> <b>Ann</b></div>
    <div id="send" class="box" style="background: rgb(250, 10, 5)"></div>
    <svg width="60" height="40"><rect x="5" y="5" width="20" height="20" fill="blue" /><circle r="9" cx="45" cy="20" /></svg>
    <p>plain</p>
    <style>.icon, .box { display: inline-block; width: 12px; height: 12px }</style>`);
  await readers.page.evaluate(() => {
    for (const name of ['#row', '.star', '.box', 'rect', 'circle']) {
      document.querySelector(name)!.addEventListener('click', () => {});
    }
  });
  expect(await lines(true)).toEqual([
    "clickable 'Ann'",
    "clickable 'icon star'",
    "clickable 'red send box'",
    "clickable 'blue rect 20x20'",
    "clickable 'black circle 18x18'",
    "StaticText 'plain'",
  ]);
  expect(textOf(await readers.dom({ bare: true }))).toBe(textOf(await readers.cdp({ bare: true })));
  expect(await lines(false)).toEqual(["StaticText 'Ann'", "StaticText 'plain'"]);
});

test('colours have the name of the nearest one people name', () => {
  expect(colourName('rgb(255, 0, 0)')).toBe('red');
  expect(colourName('rgb(30, 30, 230)')).toBe('blue');
  expect(colourName('rgba(255, 0, 0, 0.5)')).toBe('red');
  expect(colourName('rgba(0, 0, 0, 0)')).toBe('');
  expect(colourName('none')).toBe('');
});

test('a bare page is the same from inside: what answers clicks, strokes, anchors, labels', async () => {
  await readers.page.setContent(`
    <div id="types">${['click', 'mousedown', 'mouseup', 'dblclick', 'pointerdown', 'mouseover', 'keydown'].map((type) => `<i class="${type}"></i>`).join('')}</div>
    <div id="ways"><i class="prop"></i><i class="attribute" onclick="0"></i><i class="removed"></i><i class="once"></i><i class="aborted"></i><i class="object"></i></div>
    <a class="bare">Anchor</a> <a>plain</a> <a role="presentation" tabindex="-1" href="#x">Tab</a>
    <label>Mine <input></label> <label for="nothing">Orphan</label> <label>Off <input disabled></label>
    <div contenteditable><b>rich</b> text</div> <fieldset disabled><i class="inside"></i><button>Dead</button></fieldset>
    <svg width="400" height="200" stroke="red" stroke-width="4">
      <path d="M20 20 L60 20 L40 80 Z" /><path stroke-linejoin="round" d="M120 20 L160 20 L140 80 Z" />
      <polygon points="200,20 240,20 220,80" /><line x1="10" y1="100" x2="50" y2="100" />
      <line x1="10" y1="120" x2="50" y2="120" stroke-linecap="square" /><circle cx="300" cy="40" r="10.4" stroke="none" />
      <rect x="150" y="50" width="10" height="10" transform="translate(20 20) scale(2)" /><g class="group"><rect x="300" y="100" width="9" height="9" /></g>
    </svg>
    <style>i { display: inline-block; width: 9px; height: 9px }</style>`);
  await readers.page.evaluate(() => {
    const of = (name: string) => document.querySelector<HTMLElement>(`.${name}`)!;
    const hear = () => {};
    for (const mark of document.querySelectorAll('#types i')) mark.addEventListener(mark.className, hear);
    of('prop').onmousedown = hear;
    of('removed').addEventListener('click', hear);
    of('removed').removeEventListener('click', hear);
    of('once').addEventListener('click', hear, { once: true });
    of('once').click();
    const abort = new AbortController();
    of('aborted').addEventListener('click', hear, { signal: abort.signal });
    abort.abort();
    of('object').addEventListener('click', { handleEvent: hear });
    for (const more of document.querySelectorAll('a.bare, .inside, svg *, fieldset button'))
      more.addEventListener('click', hear);
  });
  const printed = textOf(await readers.cdp({ bare: true }));
  expect(textOf(await readers.dom({ bare: true }))).toBe(printed);
  // What the protocol counts, in Chromium's own words, is what must be clickable here; strokes make shapes larger.
  for (const one of [
    'click',
    'mousedown',
    'mouseup',
    'prop',
    'attribute',
    'object',
    'black path 56x76',
    'black line 44x4',
  ])
    expect(printed).toContain(`clickable '${one}'`);
  for (const none of ['dblclick', 'pointerdown', 'mouseover', 'keydown', 'removed', 'once', 'aborted'])
    expect(printed).not.toContain(none);
  expect(printed).toContain("link 'Anchor'");
});
