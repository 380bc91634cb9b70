import { readdirSync, readFileSync } from 'node:fs';
import { type ARIARoleDefinitionKey, roles } from 'aria-query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { parseTree, printTree } from '../../src/page/text.ts';
import { randomPage } from './randomPage.ts';
import { openReaders, type Readers, textOf } from './readers.ts';

let readers: Readers;
beforeAll(async () => {
  readers = await openReaders();
});
afterAll(() => readers?.close());

/** Both readers give the same text; it is returned for further looks. */
async function sameText(hint?: string): Promise<string> {
  const dom = await readers.dom();
  const text = textOf(dom);
  expect(textOf(await readers.cdp()), hint).toBe(text);
  expect(parseTree(printTree(dom))).toEqual(dom);
  return text;
}
const show = (html: string) => readers.page.setContent(html);

describe('readDom and readCdp give the same text', () => {
  const folder = new URL('../fixtures/page/', import.meta.url);
  test.each(readdirSync(folder).filter((name) => name.endsWith('.html')))('for %s', async (name) => {
    await show(readFileSync(new URL(name, folder), 'utf8'));
    expect((await sameText()).split('\n').length).toBeGreaterThan(5);
  });

  test('passwords and card numbers are bullets in both', async () => {
    await show(readFileSync(new URL('forms.html', folder), 'utf8'));
    const text = await sameText();
    expect(text).toMatch(/textbox 'Secret' value: '••••••'/);
    expect(text).toMatch(/textbox 'Card' value: '••••'/);
  });

  test('for every role of WAI-ARIA', async () => {
    const concrete = [...roles.entries()].filter(([role, { abstract }]) => !abstract && !role.startsWith('doc-'));
    expect(concrete.length).toBeGreaterThan(70);
    // An option outside a list, a cell outside a row, … are not what they say: give them the context they require.
    const inContext = (role: ARIARoleDefinitionKey, html: string): string => {
      const { requireContextRole } = roles.get(role) as unknown as { requireContextRole: ARIARoleDefinitionKey[] };
      const context = role === 'option' ? 'listbox' : requireContextRole[0];
      const element = `<div role="${role}" aria-label="${role} name">${html}</div>`;
      return context === undefined ? element : inContext(context, element);
    };
    for (const [role] of concrete) {
      await show(`<title>${role}</title>${inContext(role, 'text <a href="1">link</a>')}`);
      await sameText(role);
    }
  });

  test('for random pages', async () => {
    for (let seed = 0; seed < 100; seed++) {
      const html = randomPage(createRng(seed));
      await show(html);
      await sameText(`seed ${seed}\n${html}`);
    }
  });

  test('after a person typed, ticked, chose, focused and opened, and after the page changed itself', async () => {
    await show(readFileSync(new URL('forms.html', folder), 'utf8'));
    const { page } = readers;
    await page.type('[name=n]', `it's "9"`);
    await page.click('#cb');
    await page.select('#s', '2');
    await page.focus('#two');
    const text = await sameText();
    expect(text).toContain(`textbox 'Name' value: 'it\\'s "9"'`);
    expect(text).toContain("checkbox 'apart' checked: True");
    expect(text).toContain("combobox 'Sort' value: 'down'");
    expect(text).toContain("textbox 'A B' value: '' focused: True");

    for (const type of ['date', 'checkbox', 'file', 'range']) {
      await page.focus(`[type=${type}]`);
      await sameText(`${type} focused`);
    }

    await show('<details><summary>Box</summary><b id="b">inside</b></details><button>go</button>');
    expect(await sameText()).not.toContain('inside');
    await page.click('summary');
    expect(await sameText()).toContain("StaticText 'inside'");
    await page.evaluate(() => {
      document.getElementById('b')!.textContent = 'changed';
      document.querySelector('button')!.disabled = true;
    });
    const changed = await sameText();
    expect(changed).toContain("StaticText 'changed'");
    expect(changed).toContain("button 'go' disabled: True");
  });

  test('for a page over budget, wherever it is scrolled', async () => {
    const rows = Array.from(
      { length: 400 },
      (_, i) => `<tr><td>row ${i}</td><td><a href="/${i}">open ${i}</a></td></tr>`,
    );
    await show(
      `<title>Long</title><h1>Long</h1><nav aria-label="site"><a href="/">home</a></nav><table>${rows.join('')}</table>`,
    );
    const whole = await readers.dom({ budget: 5000 });
    expect(whole.omitted).toBe(0);
    for (const y of [0, 3000, 1e6]) {
      await readers.page.evaluate((top) => window.scrollTo(0, top), y);
      const dom = await readers.dom({ budget: 90 });
      expect(textOf(await readers.cdp({ budget: 90 }))).toBe(textOf(dom));
      expect(dom.nodes.length).toBe(90);
      expect(dom.omitted).toBe(whole.nodes.length - 90);
      // In the viewport first: the links that can be seen are all there.
      const seen = await readers.page.$$eval('td a', (links) =>
        links
          .filter((link) => link.getBoundingClientRect().top < innerHeight && link.getBoundingClientRect().bottom > 0)
          .map((link) => link.textContent),
      );
      expect(seen.length).toBeGreaterThan(10);
      expect(dom.nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(seen));
    }
  });

  test('for a page over budget whose words stand in slots', async () => {
    const rows = Array.from({ length: 99 }, (_, i) => `<li>row ${i} <button>${i}</button></li>`).join('');
    const shadow = (html: string) => `<template shadowrootmode="open">${html}</template>`;
    await readers.page.goto('about:blank');
    await readers.page.evaluate(
      (html) => document.body.setHTMLUnsafe(html),
      [
        `<ul style="height: 90px; overflow: auto">${rows}</ul>`,
        `<x-near>${shadow('<slot></slot>')}near</x-near><x-inner>${shadow(`<x-near>${shadow('<p><slot></slot></p>')}<slot></slot></x-near>`)}within</x-inner>`,
        `<x-far>${shadow('<div style="margin-top: 3000px"><slot></slot></div>')}far</x-far>`,
      ].join(''),
    );
    const dom = await readers.dom({ budget: 90 });
    expect(textOf(await readers.cdp({ budget: 90 }))).toBe(textOf(dom));
    const names = dom.nodes.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['near', 'within']));
    expect(names).not.toContain('far');
  });
});

describe('ids', () => {
  const script = '<ul><li><a href="/1">one</a></li><li><a href="/2">two</a></li></ul>';

  test('of the page-side reader stay with their element, are never reused, and lead back to it', async () => {
    await show(script);
    const before = await readers.dom();
    const again = await readers.page.evaluate(() => {
      document.querySelector('li')!.remove();
      document.querySelector('ul')!.insertAdjacentHTML('afterbegin', '<li><a href="/1">one</a></li>');
      return window.reverieReader.read();
    });
    const id = (tree: typeof before, name: string) => tree.nodes.find((node) => node.name === name)!.id;
    expect(id(again, 'two')).toBe(id(before, 'two'));
    expect(before.nodes.map((node) => node.id)).not.toContain(id(again, 'one'));
    const found = await readers.page.evaluate(
      (ids) => ids.map((one) => window.reverieReader.ids.elementOf(one)?.outerHTML ?? 'gone'),
      [id(again, 'one'), id(before, 'one'), 999_999],
    );
    expect(found).toEqual(['<a href="/1">one</a>', 'gone', 'gone']);
  });

  test('of the protocol reader stay with their node and are new after a navigation', async () => {
    await show(script);
    const first = await readers.cdp();
    expect(await readers.cdp()).toEqual(first);
    const link = first.nodes.find((node) => node.name === 'two')!;
    const { backendNodeId } = readers.ids.nodeOf(link.id)!;
    const { node } = await readers.session.send('DOM.describeNode', { backendNodeId });
    expect(node.attributes).toEqual(['href', '/2']);
    await readers.page.goto(`data:text/html,${script}`);
    const second = await readers.cdp();
    expect(second.nodes.map((n) => n.name)).toEqual(first.nodes.map((n) => n.name));
    const old = new Set(first.nodes.map((n) => n.id));
    expect(second.nodes.filter((n) => old.has(n.id))).toEqual([]);
  });

  test('a text leads to the element around it, in a frame too', async () => {
    await show('<iframe srcdoc="<p>count <b>3</b></p>"></iframe>');
    const tree = await readers.dom();
    const tags = await readers.page.evaluate(
      (ids) => ids.map((id) => window.reverieReader.ids.elementOf(id)?.localName),
      tree.nodes.map((node) => node.id),
    );
    expect(tree.nodes.map((node, i) => `${node.name}:${tags[i]}`)).toEqual([':html', ':iframe', 'count:p', '3:b']);
  });
});

describe('the address', () => {
  test('is relative to the base of the site, and whole elsewhere', async () => {
    await readers.page.goto('data:text/html,<title>T</title><p>x</p>');
    expect((await readers.dom({ base: 'http://127.0.0.1/site' })).url).toBe(readers.page.url());
    expect((await readers.cdp({ base: 'http://127.0.0.1/site' })).url).toBe(readers.page.url());
  });
});
