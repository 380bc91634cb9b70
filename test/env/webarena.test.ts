import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChrome, launchChrome } from '../../src/cli/chrome.ts';
import type { Observation, Task } from '../../src/core/types.ts';
import type { Environment } from '../../src/env/environment.ts';
import { createWebArenaWorld, type WebArenaWorldOptions } from '../../src/env/webarena.ts';
import { parseTree, printTree } from '../../src/page/text.ts';
import type { WebTask } from '../../src/webarena/task.ts';
import { type MiniShop, openMiniShop } from '../webarena/miniShop.ts';

let shop: MiniShop;
let chrome: Browser;
beforeAll(async () => {
  [shop, chrome] = await Promise.all([openMiniShop(), launchChrome({ driven: true })]);
});
afterAll(async () => {
  await closeChrome(chrome);
  await shop.close();
});

const task: Task = {
  ...{ id: 'webarena/1', suite: 'webarena', family: 'shopping', template: '1', siteSeed: 0, instance: 0 },
  ...{ goal: 'Look around', tier: 3, horizon: 31, slots: {} },
};

const webTask = (more: Partial<WebTask> = {}): WebTask => ({
  ...{
    suite: 'webarena',
    id: '1',
    sites: ['shopping'],
    goal: 'Look around',
    images: [],
    storageState: null,
    template: 1,
  },
  startUrls: [`${shop.url}/`],
  evaluation: {
    types: ['string_match'],
    answers: { exact_match: 'done' },
    note: '',
    url: undefined,
    targets: undefined,
  },
  ...more,
});

/** A visit that has begun. */
async function visit(more: Partial<WebTask> = {}, options: Partial<WebArenaWorldOptions> = {}) {
  const visitOf = () => ({ task: webTask(more), origins: [shop.url] });
  const env = createWebArenaWorld({ browser: chrome, visitOf, ...options });
  return { env, first: await env.reset(task, 0) };
}

const named = ({ tree }: Observation, name: string): number => tree.nodes.find((node) => node.name === name)!.id;
const click = (env: Environment, at: Observation, name: string) => env.step({ verb: 'click', target: named(at, name) });

describe('tabs of a visit to open sites', () => {
  it('a link that asks for a new tab gets one, which is shown; the tabs are in the text', async () => {
    const { env, first } = await visit();
    expect(first.tree).toMatchObject({ url: `${shop.url}/`, title: 'Mug shop' });
    expect(first.tree.tabs).toBeUndefined();
    const { observation, failure } = await click(env, first, 'Red mug');
    expect(failure).toBeUndefined();
    expect(observation.tree).toMatchObject({
      url: `${shop.url}/mug/red`,
      title: 'Red mug',
      tabs: { titles: ['Mug shop', 'Red mug'], current: 1 },
    });
    expect(observation.feedback).toBe(`clicked link "Red mug"; now at ${shop.url}/mug/red; a new tab opened`);
    const text = printTree(observation.tree);
    expect(text.split('\n').slice(0, 3)).toEqual([
      'Tab 0: Mug shop',
      'Tab 1 (current): Red mug',
      `URL: ${shop.url}/mug/red`,
    ]);
    expect(parseTree(text)).toEqual(observation.tree);
    await env.close();
  });

  it('tabs are opened, shown and closed; their nodes keep their ids', async () => {
    const { env, first } = await visit();
    const opened = (await env.step({ verb: 'new_tab' })).observation;
    expect(opened.tree).toMatchObject({ url: 'about:blank', tabs: { titles: ['Mug shop', ''], current: 1 } });
    const moved = (await env.step({ verb: 'goto', url: `${shop.url}/mug/blue` })).observation;
    expect(moved.tree.tabs).toEqual({ titles: ['Mug shop', 'Blue mug'], current: 1 });
    const ids = new Set(first.tree.nodes.map(({ id }) => id));
    expect(moved.tree.nodes.filter(({ id }) => ids.has(id))).toEqual([]);
    // A node of the other tab is not on this page.
    expect((await click(env, first, 'Blue mug')).failure).toMatchObject({ kind: 'format', code: 'unknown-id' });
    const back = await env.step({ verb: 'tab_focus', index: 0 });
    expect(back.observation.feedback).toBe(`went to tab 0; now at ${shop.url}/`);
    expect(back.observation.tree.nodes).toEqual(first.tree.nodes);
    expect((await env.step({ verb: 'tab_focus', index: 2 })).failure).toMatchObject({
      kind: 'format',
      code: 'unknown-tab',
    });
    // What is done in a tab stays in it.
    await click(env, first, 'Blue mug');
    await env.step({ verb: 'tab_focus', index: 1 });
    const closed = (await env.step({ verb: 'close_tab' })).observation;
    expect(closed.tree.url).toBe(`${shop.url}/mug/blue`);
    expect(closed.tree.tabs).toBeUndefined();
    expect((await env.step({ verb: 'close_tab' })).failure).toMatchObject({ kind: 'policy', code: 'last-tab' });
    await env.close();
  });

  it('a tab that a script opened may close itself', async () => {
    const { env, first } = await visit();
    const help = (await click(env, first, 'Help')).observation;
    expect(help.tree.title).toBe('Help');
    const { observation, failure } = await click(env, help, 'Done');
    expect(failure).toBeUndefined();
    expect(observation.tree.title).toBe('Mug shop');
    expect(observation.feedback).toContain('the tab was closed');
    await env.close();
  });

  it('several start addresses have a tab each; the first is shown', async () => {
    const { env, first } = await visit({ startUrls: [`${shop.url}/cart`, `${shop.url}/help`] });
    expect(first.tree).toMatchObject({ title: 'Cart', tabs: { titles: ['Cart', 'Help'], current: 0 } });
    expect((await env.step({ verb: 'go_back' })).failure).toMatchObject({ code: 'no-history' });
    await env.close();
  });
});

describe('a visit to open sites', () => {
  it('keeps to its origins', async () => {
    const { env, first } = await visit();
    expect((await env.step({ verb: 'goto', url: shop.elsewhere })).failure).toMatchObject({ code: 'outside-site' });
    shop.asked.length = 0;
    for (const name of ['Our friends', 'Lucky link']) {
      const { observation, failure } = await click(env, first, name);
      expect(failure).toBeUndefined();
      expect(observation.tree.url).toBe(`${shop.url}/`);
      expect(observation.feedback).toContain(`${shop.elsewhere}/ is outside of this visit and was not opened`);
    }
    expect(shop.asked).toEqual([`${shop.url}/leave`]);
    await env.close();
  });

  it('is shown at 1280 x 720, fresh every time, with what the user stored', async () => {
    const storage = {
      cookies: [{ name: 'user', value: 'Ada', domain: '127.0.0.1', path: '/', httpOnly: true, secure: false }],
      origins: [{ origin: shop.url, localStorage: [{ name: 'theme', value: "'dark'" }] }],
    };
    const visitOf = () => ({ task: webTask({ startUrls: [`${shop.url}/account`] }), origins: [shop.url], storage });
    const env = createWebArenaWorld({ browser: chrome, visitOf });
    for (let again = 0; again < 2; again++) {
      const { tree } = await env.reset(task, 0);
      const names = tree.nodes.map(({ name }) => name);
      expect(names).toEqual(['Account', 'Account', 'Hello Ada', "Theme 'dark'", '1280 x 720']);
    }
    await env.close();
    const other = await visit({ startUrls: [`${shop.url}/account`] });
    expect(other.first.tree.nodes.map(({ name }) => name)).toContain('Hello stranger');
    await other.env.close();
  });

  it('is lost when a page does not come: refused, ill, led elsewhere, or broken on the way', async () => {
    const lost = (message: RegExp) => ({ failure: { kind: 'environment', message: expect.stringMatching(message) } });
    for (const [path, message] of [
      ['/ill', /answers with status 503/],
      ['/leave', /does not load: .*is outside of this visit/],
      ['/down', /does not load: net::ERR_EMPTY_RESPONSE/],
    ] as const)
      await expect(visit({ startUrls: [shop.url + path] })).rejects.toMatchObject(lost(message));
    const { env, first } = await visit();
    expect(await click(env, first, 'Broken link')).toMatchObject({ truncated: true, ...lost(/did not load/) });
    // The next visit is a new one.
    expect((await env.reset(task, 0)).tree.title).toBe('Mug shop');
    await env.close();
  });

  it('is scored on the page where it was left', async () => {
    const items = { url: `${shop.url}/cart`, locator: "document.querySelector('#items').outerText", before: [] };
    const evaluation = {
      types: ['string_match', 'url_match', 'program_html'] as ('string_match' | 'url_match' | 'program_html')[],
      answers: { must_include: ['12.50'] },
      note: '',
      url: `${shop.url}/mug/blue`,
      targets: [{ ...items, required: { rule: 'exact' as const, text: 'Blue mug & lid' } }],
    };
    const { env, first } = await visit({ evaluation });
    const mug = (await click(env, first, 'Blue mug')).observation;
    const stop = { verb: 'stop', answer: 'It costs EUR 12.50.' } as const;
    expect(await env.step(stop)).toMatchObject({ reward: 0, terminated: true });
    const again = (await click(env, await env.reset(task, 0), 'Blue mug')).observation;
    const cart = (await click(env, again, 'Add to cart')).observation;
    expect(cart.tree.url).toBe(`${shop.url}/cart`);
    await env.step({ verb: 'go_back' });
    expect(await env.step(stop)).toMatchObject({ reward: 1, terminated: true });
    expect(mug.tree.title).toBe('Blue mug');
    await env.close();
  });

  it('has no score where a judge is missing', async () => {
    const { env } = await visit({
      evaluation: {
        types: ['string_match'],
        answers: { fuzzy_match: ['yes'] },
        note: '',
        url: undefined,
        targets: undefined,
      },
    });
    expect(await env.step({ verb: 'stop', answer: 'yes' })).toMatchObject({
      reward: 0,
      terminated: true,
      notScored: ['fuzzy_match needs a judge, and none is given'],
    });
    await env.close();
  });
});
