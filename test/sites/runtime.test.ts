import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { ShopState } from '../../src/sites/shop/update.ts';
import { shopWorld } from '../../src/sites/shop/world.ts';
import { siteBase } from '../../src/sites/site.ts';
import { serveSites } from './serveSites.ts';

/** The seeds 0 … 99 as a shop whose lists are controlled this way. */
const seedWith = (controls: string): number => {
  for (let seed = 0; seed < 100; seed++) {
    const world = shopWorld(seed);
    if (world.controls === controls && !world.style.bareClicks) return seed;
  }
  throw new Error(`no shop with ${controls}`);
};

let browser: Browser;
let page: Page;
let server: Awaited<ReturnType<typeof serveSites>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([serveSites(), launchChrome()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const SEED = seedWith('instant');
const world = shopWorld(SEED);
const product = world.products[0];
const root = () => server.url + siteBase(0, 'shop', SEED);
const ready = () => page.waitForFunction(() => window.reverieSite?.ready === true);
const state = () => page.evaluate(() => window.reverieSite?.state()) as Promise<ShopState>;
const heading = () => page.$eval('main :is(h1, h2)', (element) => element.textContent);
/** Path below the site's root. */
const at = async () => page.url().slice(root().length);
async function open(path: string): Promise<void> {
  await page.goto(root() + path);
  await ready();
}
/** Acts, and waits for the document that this leads to. */
async function travel(act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForNavigation(), act()]);
  await ready();
}

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
});

describe('site pages in Chrome', () => {
  test('`?fresh` starts a visit anew and leaves the address; otherwise the visit goes on, reload included', async () => {
    await open('/?fresh');
    expect(await at()).toBe('/');
    expect(await page.title()).toBe(`${world.words.featured} | ${world.brand}`);
    await open(`/product/${product.id}`);
    await page.select('#size', world.sizes[2]);
    await page.click('main button');
    const cart = [{ product: product.id, size: world.sizes[2], quantity: 1 }];
    expect(await state()).toEqual({ cart, orders: [] });
    expect(await page.$eval('.alert', (element) => element.textContent)).toBe(world.words.added);
    // Rendered in place: the choice of the visitor is still there; a reload builds a new document.
    expect(await page.$eval('#size', (element) => (element as HTMLSelectElement).value)).toBe(world.sizes[2]);
    await page.reload();
    await ready();
    expect(await page.$('.alert')).toBeNull();
    expect(await state()).toEqual({ cart, orders: [] });
    await open('/list/nothing?fresh&sort=price');
    expect(await at()).toBe('/list/nothing?sort=price');
    expect(await heading()).toBe(world.words.notFound);
    expect(await state()).toEqual({ cart: [], orders: [] });
  });

  test('links, forms and selects load real documents, and history goes back through them', async () => {
    await open('/?fresh');
    await page.type('#q', product.name);
    await travel(() => page.keyboard.press('Enter'));
    expect(await at()).toBe(`/search?q=${product.name.replace(' ', '+')}`);
    expect(await page.$$eval('main a[href^="product/"]', (links) => links.map((a) => a.textContent))).toEqual([
      product.name,
    ]);
    await travel(() => page.click('main a[href^="product/"]'));
    expect(await heading()).toBe(product.name);
    await travel(() => page.click(`main a[href="list/${product.category}"]`));
    await travel(() => page.select('#sort', 'price'));
    expect(await at()).toBe(`/list/${product.category}?sort=price`);
    await travel(() => page.goBack());
    expect(await at()).toBe(`/list/${product.category}`);
    expect(await page.$eval('#sort', (element) => (element as HTMLSelectElement).value)).toBe('name');
    await travel(() => page.goBack());
    expect(await heading()).toBe(product.name);
    await travel(() => page.goForward());
    expect(await at()).toBe(`/list/${product.category}`);
  });

  test('a page that history brings back shows the visit as it is now', async () => {
    await open('/?fresh');
    await open(`/product/${product.id}`);
    await page.click('main button');
    await travel(() => page.goBack());
    expect(await page.$eval('nav', (nav) => nav.textContent)).toContain(`${world.words.cart} 1`);
  });

  test('validation errors keep what was typed; Enter in a field sends the form; fields are cleared by a new document', async () => {
    await open(`/product/${product.id}?fresh`);
    await page.click('main button');
    await open('/checkout');
    await page.type('#city', 'Rome');
    await page.keyboard.press('Enter');
    expect(await page.$$eval('.error', (errors) => errors.map((error) => error.textContent))).toEqual([
      world.words.missing,
    ]);
    expect(await page.$eval('#city', (element) => (element as HTMLInputElement).value)).toBe('Rome');
    await page.type('#name', 'Ann');
    await page.click('#gift');
    await travel(() => page.click('main button[type=submit]'));
    expect(await at()).toBe('/order');
    const [order] = (await state()).orders;
    expect(order).toMatchObject({
      name: 'Ann',
      city: 'Rome',
      gift: true,
      voucher: '',
      shipping: world.shipping[0].name,
    });
  });

  test('visits in different slots do not share state', async () => {
    await open(`/product/${product.id}?fresh`);
    await page.click('main button');
    await page.goto(`${server.url}${siteBase(1, 'shop', SEED)}/cart`);
    await ready();
    expect((await state()).cart).toEqual([]);
    await open('/cart');
    expect((await state()).cart).toHaveLength(1);
  });

  test('with latency the page is not ready until it shows; the delays follow the seed', async () => {
    await page.evaluateOnNewDocument(() => {
      const real = window.setTimeout;
      const delays: number[] = JSON.parse(sessionStorage.getItem('delays') ?? '[]');
      window.setTimeout = ((run: () => void, ms: number, ...rest: unknown[]) => {
        sessionStorage.setItem('delays', JSON.stringify([...delays, ms]));
        return real(run, ms, ...rest);
      }) as typeof window.setTimeout;
    });
    const delaysOf = async (seed: number): Promise<number[]> => {
      await page.goto(server.url);
      await page.evaluate(() => sessionStorage.removeItem('delays'));
      await page.goto(`${root()}/?fresh&latency=${seed}`, { waitUntil: 'domcontentloaded' });
      await ready();
      for (const path of ['/cart', '/offers']) await open(path);
      return page.evaluate(() => JSON.parse(sessionStorage.getItem('delays') ?? '[]'));
    };
    const first = await delaysOf(5);
    expect(first).toHaveLength(3);
    expect(new Set(first).size).toBe(3);
    expect(Math.min(...first)).toBeGreaterThan(0);
    expect(await delaysOf(5)).toEqual(first);
    expect(await delaysOf(6)).not.toEqual(first);
    await open('/?fresh');
    expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem('delays') ?? '[]'))).toHaveLength(3);
  });

  test('an address without a site says so', async () => {
    await page.goto(`${server.url}/site/0/castle/1/`);
    expect(await page.title()).toBe('No such site');
  });

  test('a document loads its script and nothing else', async () => {
    await open('/?fresh');
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
    expect(loaded).toEqual([`${server.url}/site.js`]);
  });
});
