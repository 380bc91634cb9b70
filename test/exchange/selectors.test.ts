import { readFileSync } from 'node:fs';
import type { ElementHandle } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowTarget } from '../../src/exchange/flow.ts';
import { printSelectors } from '../../src/exchange/recorderSelectors.ts';
import { describeTarget } from '../../src/exchange/target.ts';
import { isControl } from '../../src/page/roles.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { siteBase } from '../../src/sites/site.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { openReaders, type Readers } from '../page/readers.ts';
import { expertOn } from '../sites/pureWorld.ts';
import { serveSites } from '../sites/serveSites.ts';

let readers: Readers;
let server: Awaited<ReturnType<typeof serveSites>>;
beforeAll(async () => {
  [readers, server] = await Promise.all([openReaders(), serveSites()]);
});
afterAll(async () => {
  await readers?.close();
  await server?.close();
});

/** Two of a kind each: by content, label, `aria-label`, `aria-labelledby`, `title`, `alt`, `value` and placeholder. */
const CROWDED = `<title>Crowded</title>
  <button>Edit</button><button aria-label="Edit">✎</button>
  <a href="/1">Tom's "best"</a><a href="/2">Tom's "best"</a>
  <a href="/3"><img alt="Cart"></a><a href="/4" title="Cart"></a>
  <label>Name <input></label><label for="n">Name</label><input id="n">
  <input placeholder="City"><input aria-label="City" placeholder="Town">
  <span id="l">Notes</span><textarea aria-labelledby="l"></textarea><textarea title="Notes"></textarea>
  <label>Day <input type="date"></label><label>Day <input type="date"></label>
  <label><input type="checkbox"> Gift</label><label><input type="checkbox"> Gift</label>
  <select aria-label="Size"><option>S<option>M</select><select aria-label="Size"><option>S</select>
  <div role="button" tabindex="0">Go</div><input type="submit" value="Go">
  <div onclick="1" style="cursor:pointer">More</div><div onclick="1" style="cursor:pointer"><b>More</b></div>
  <ul aria-label="Cups"><li><button>Add</button></li></ul><ul aria-label="Plates"><li><button>Add</button></li></ul>`;

/** The element of a selector or a chain of them, as Recorder's player looks for it. */
async function find(written: string | string[]): Promise<ElementHandle | null> {
  const [first, ...inner] = [written].flat();
  let element = await readers.page.$(first);
  for (const selector of inner) element = (await element?.$(selector)) ?? null;
  return element;
}

/** Every control whose written selector leads puppeteer, which Recorder plays with, elsewhere; and how many counted. */
async function lookUp(): Promise<{ astray: string[]; found: number; counted: number }> {
  const tree = await readers.dom();
  const result = { astray: [] as string[], found: 0, counted: 0 };
  for (const node of tree.nodes) {
    if (node.role === 'option' || !(isControl(node.role) || (node.synthetic && node.name !== ''))) continue;
    const { selectors } = describeTarget(tree, node.id) as FlowTarget;
    for (const written of printSelectors(selectors)) {
      const element = await find(written);
      const isIt = await readers.page.evaluate(
        (hit, id) => hit !== null && (window.reverieReader.ids.elementOf(id)?.contains(hit) ?? false),
        element,
        node.id,
      );
      if (!isIt) result.astray.push(`${tree.url} [${node.id}] ${node.role} ${node.name}: ${written}`);
      if (typeof written === 'string' && written.startsWith('xpath/')) result.counted++;
    }
    result.found++;
  }
  return result;
}

describe('the selectors that we write', () => {
  it.each(Object.keys(FAMILIES))('lead Chrome to the same controls on the pages of %s', async (family) => {
    const addresses = new Map<string, string>();
    for (const [i, { name }] of FAMILIES[family].templates.entries()) {
      if (i % 2 === 1) continue;
      const seed = [3, 10_004, 20_005][i % 3];
      const { steps } = await expertOn(makeTask(family, name, seed, i));
      for (const { observation } of steps) addresses.set(siteBase(0, family, seed) + observation.tree.url, name);
    }
    const all = { astray: [] as string[], found: 0, counted: 0 };
    // Every control is looked up one by one: some twenty pages of a family, spread over its tasks.
    const every = Math.ceil(addresses.size / 20);
    for (const address of [...addresses.keys()].filter((_, i) => i % every === 0)) {
      await readers.page.goto(server.url + address);
      await readers.page.waitForFunction(() => window.reverieSite?.ready === true);
      const { astray, found, counted } = await lookUp();
      all.astray.push(...astray);
      all.found += found;
      all.counted += counted;
    }
    expect(all.astray).toEqual([]);
    expect(all.found).toBeGreaterThan(100);
  });

  it('tell apart what has one name', async () => {
    await readers.page.setContent(CROWDED);
    const { astray, found, counted } = await lookUp();
    expect(astray).toEqual([]);
    expect([found, counted]).toEqual([24, 24]);
  });

  it('lead to every kind of widget', async () => {
    await readers.page.setContent(readFileSync(new URL('../fixtures/page/widgets.html', import.meta.url), 'utf8'));
    const { astray, found } = await lookUp();
    expect(astray).toEqual([]);
    expect(found).toBeGreaterThan(15);
  });
});
