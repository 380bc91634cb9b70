import { readdirSync, readFileSync } from 'node:fs';
import { roles } from 'aria-query';
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

  test('for every role of WAI-ARIA', async () => {
    const concrete = [...roles.entries()].filter(([role, { abstract }]) => !abstract && !role.startsWith('doc-'));
    expect(concrete.length).toBeGreaterThan(70);
    for (const [role] of concrete) {
      await show(`<title>${role}</title><div role="${role}" aria-label="name">text <a href="1">link</a></div>`);
      await sameText(role);
    }
  });

  test('for random pages', async () => {
    for (let seed = 0; seed < 120; seed++) {
      const html = randomPage(createRng(seed));
      await show(html);
      await sameText(`seed ${seed}\n${html}`);
    }
  });
});
