import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../src/env/environment.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { contract } from '../env.contract.ts';
import { openFrameWorld, openHost } from './hostPage.ts';
import { realPages } from './realPages.ts';
import { find, visitRules } from './visitRules.ts';

const { server, chrome } = realPages();
const task = makeTask('booking', 'contact', 3, 0);
let host: Page;
let slots = 0;
beforeAll(async () => {
  host = await openHost(chrome(), server().url);
});
const open = (options: { port?: boolean; latency?: boolean; timeout?: number } = {}): Promise<Environment> =>
  openFrameWorld(host, slots++, options);

contract('frame', { open, task, seed: 5, offers: 15 });
contract('frame behind a MessagePort', {
  open: () => open({ port: true }),
  task: makeTask('shop', 'price', 3, 0),
  seed: 5,
  offers: 10,
});
visitRules('frame', 'frame', open);

describe('frame', () => {
  /** Adds a click target that runs `script` to the page in the newest frame. */
  const trap = async (env: Environment, script: string) => {
    await env.reset(task, 0);
    await host.evaluate((text) => {
      const { body } = [...document.querySelectorAll('iframe')].at(-1)!.contentDocument!;
      body.insertAdjacentHTML('afterbegin', '<button>Trap</button>');
      body.querySelector('button')!.setAttribute('onclick', text);
    }, script);
    const { observation } = await env.step({ verb: 'press', key: 'Escape' });
    return () => env.step({ verb: 'click', target: find(observation, (node) => node.name === 'Trap') });
  };

  it('keeps the histories of frames in one tab apart, and out of the tab', async () => {
    const before = await host.evaluate(() => history.length);
    const [one, two] = [await open(), await open()];
    const first = await one.reset(task, 0);
    await two.reset(task, 0);
    await one.step({ verb: 'goto', url: '/a' });
    await two.step({ verb: 'goto', url: '/b' });
    await one.step({ verb: 'goto', url: '/c' });
    await two.step({ verb: 'goto', url: '/d' });
    expect((await one.step({ verb: 'go_back' })).observation.tree.url).toBe('/a');
    expect((await two.step({ verb: 'go_back' })).observation.tree.url).toBe('/b');
    expect((await one.step({ verb: 'go_back' })).observation.tree.url).toBe(first.tree.url);
    expect((await one.step({ verb: 'go_back' })).failure).toMatchObject({ code: 'no-history' });
    expect((await two.step({ verb: 'go_forward' })).observation.tree.url).toBe('/d');
    expect(await host.evaluate(() => history.length)).toBe(before);
    await Promise.all([one.close(), two.close()]);
  });

  it('keeps the focus of frames apart', async () => {
    const [one, two] = [await open(), await open()];
    await one.reset(task, 0);
    await two.reset(task, 0);
    const [a, b] = await Promise.all([
      one.step({ verb: 'press', key: 'Tab' }),
      two.step({ verb: 'press', key: 'Tab' }),
    ]);
    expect(a.observation.tree.nodes.some(({ states }) => states?.focused)).toBe(true);
    expect(a.observation).toEqual(b.observation);
    await Promise.all([one.close(), two.close()]);
  });

  it('leaves the keyboard to the person who uses the tab', async () => {
    const env = await open();
    const first = await env.reset(task, 0);
    await host.evaluate(() => document.body.append(document.createElement('input')));
    await host.focus('input');
    const contact = first.tree.nodes.find((node) => node.role === 'link' && node.name === 'Contact')!;
    const { observation } = await env.step({ verb: 'click', target: contact.id });
    const field = find(observation, (node) => node.role === 'textbox');
    const typed = await env.step({ verb: 'type', target: field, text: 'Ada', enter: false });
    expect(typed.observation.tree.nodes.find(({ id }) => id === field)).toMatchObject({
      value: 'Ada',
      states: { focused: true },
    });
    expect(await host.evaluate(() => document.activeElement?.localName)).toBe('input');
    await host.evaluate(() => document.querySelector('input')!.remove());
    await env.close();
  });

  it('goes back in its own history when the page itself asks for it', async () => {
    const env = await open();
    const spring = await trap(env, "location.href = 'list'");
    expect((await spring()).observation.tree.url).toBe('/list');
    await host.evaluate(() => [...document.querySelectorAll('iframe')].at(-1)!.contentWindow!.history.back());
    const { observation } = await env.step({ verb: 'press', key: 'Escape' });
    expect(observation.tree.url).toBe('/');
    expect(await host.evaluate(() => location.pathname)).toBe('/host');
    await env.close();
  });

  it.each([
    ['alert', "alert('Hi')", 'alert "Hi" accepted'],
    ['confirm', "this.title = confirm('Sure?')", 'confirm "Sure?" accepted'],
    ['download', "a = document.createElement('a'); a.download = 'x'; a.href = 'y.csv'; a.click()", 'no visible change'],
  ])('is not held up by: %s', async (_, script, said) => {
    const env = await open();
    const { observation, failure } = await (await trap(env, script))();
    expect(failure).toBeUndefined();
    expect(observation.feedback).toContain(said);
    expect(observation.tree.url).toBe('/');
    await env.close();
  });

  it.each([
    "window.open('list')",
    "a = document.createElement('a'); a.target = '_blank'; a.href = 'list'; document.body.append(a); a.click()",
  ])('opens in itself what wants a new tab: %s', async (script) => {
    const env = await open();
    expect((await (await trap(env, script))()).observation.tree.url).toBe('/list');
    await env.close();
  });

  it('reports a page that never becomes ready, and the next reset works', async () => {
    const env = await open({ timeout: 2_500 });
    const spring = await trap(env, "Object.defineProperty(window, 'reverieSite', { value: { ready: false } })");
    expect(await spring()).toMatchObject({ truncated: true, failure: { kind: 'environment', code: 'timeout' } });
    expect((await env.reset(task, 0)).tree.url).toBe('/');
    await env.close();
  });

  it('reads a slow page only when it is there', async () => {
    const [quick, slow] = [await open(), await open({ latency: true })];
    const first = await quick.reset(task, 9);
    expect((await slow.reset(task, 9)).tree).toEqual(first.tree);
    await Promise.all([quick.close(), slow.close()]);
  });

  it('leaves nothing in the page when it is closed', async () => {
    const frames = () => host.evaluate(() => window.host.frames());
    const before = await frames();
    const env = await open();
    await env.reset(task, 0);
    await env.reset(task, 0);
    expect(await frames()).toBe(before + 1);
    await env.close();
    expect(await frames()).toBe(before);
  });
});
