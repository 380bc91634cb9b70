import { afterAll, beforeAll, expect, test } from 'vitest';
import { colourName } from '../../src/page/looks.ts';
import { printNode } from '../../src/page/text.ts';
import { openReaders, type Readers } from './readers.ts';

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
  // Without the wish the page is read as the reader inside it reads it.
  expect(await lines(false)).toEqual(["StaticText 'Ann'", "StaticText 'plain'"]);
});

test('colours have the name of the nearest one people name', () => {
  expect(colourName('rgb(255, 0, 0)')).toBe('red');
  expect(colourName('rgb(30, 30, 230)')).toBe('blue');
  expect(colourName('rgba(255, 0, 0, 0.5)')).toBe('red');
  expect(colourName('rgba(0, 0, 0, 0)')).toBe('');
  expect(colourName('none')).toBe('');
});
