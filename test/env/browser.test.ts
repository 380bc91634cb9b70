import type { Browser, Page } from 'puppeteer';
import { describe, expect, it } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import { createBrowserWorld } from '../../src/env/browser.ts';
import { remoteEnvironment, serveEnvironment } from '../../src/env/remote.ts';
import { type Actor, runEpisode } from '../../src/env/rollout.ts';
import { expertAction, makeTask } from '../../src/sites/tasks.ts';
import { contract } from '../env.contract.ts';
import { realPages } from './realPages.ts';
import { find, visitRules } from './visitRules.ts';

const { server, chrome } = realPages();
const task = makeTask('booking', 'contact', 3, 0);
const open = async () => createBrowserWorld({ browser: chrome(), base: server().url, slot: 0 });

contract('browser', { open, task, seed: 5, offers: 12 });
contract('browser through remote', {
  open: async () => {
    const serve = serveEnvironment(await open());
    return remoteEnvironment(async (request) => JSON.parse(JSON.stringify(await serve(request))));
  },
  task: makeTask('shop', 'price', 3, 0),
  seed: 5,
  offers: 2,
});
visitRules('browser', 'browser', open);

describe('browser: pages that misbehave', () => {
  const CRASHED = { truncated: true, terminated: false, reward: 0, failure: { kind: 'environment', code: 'crashed' } };

  /** A world on a page that the test can reach, with a click target that runs `script`. */
  async function openWith(script: string, timeout?: number) {
    const page = await chrome().newPage();
    const env = createBrowserWorld({ page, browser: chrome(), base: server().url, slot: 0, timeout });
    await env.reset(task, 0);
    await plant(page, script);
    const { observation } = await env.step({ verb: 'press', key: 'Escape' });
    const target = find(observation, (node) => node.name === 'Trap');
    return { page, env, spring: () => env.step({ verb: 'click', target }) };
  }
  const plant = (page: Page, script: string) =>
    page.evaluate((text) => {
      document.body.insertAdjacentHTML('afterbegin', '<button>Trap</button>');
      document.querySelector('button')!.setAttribute('onclick', text);
    }, script);

  it('answers dialogs and says so', async () => {
    const { page, env, spring } = await openWith("alert('Hi'); this.title = confirm('Sure?') + prompt('Name?', 'Ada')");
    const { observation, failure } = await spring();
    expect(failure).toBeUndefined();
    expect(observation.feedback).toContain('alert "Hi" accepted; confirm "Sure?" accepted; prompt "Name?" accepted');
    expect(await page.$eval('button', (button) => button.title)).toBe('trueAda');
    await env.close();
    await page.close();
  });

  it.each([
    ['a script', "window.open('list')"],
    [
      'a link',
      "const a = document.createElement('a'); a.target = '_blank'; a.href = 'list'; document.body.append(a); a.click()",
    ],
  ])('stays in one tab when %s asks for another', async (_, script) => {
    const { page, env, spring } = await openWith(script);
    const before = (await chrome().pages()).length;
    const { observation } = await spring();
    expect(observation.tree.url).toBe('/list');
    expect((await chrome().pages()).length).toBe(before);
    await env.close();
    await page.close();
  });

  it('skips downloads', async () => {
    const { page, env, spring } = await openWith(
      "const a = document.createElement('a'); a.download = 'x.csv'; a.href = 'data:text/csv,1'; a.click()",
    );
    const { observation, failure } = await spring();
    expect(failure).toBeUndefined();
    expect(observation.feedback).toContain('download of data:text/csv,1 skipped');
    expect(observation.tree.url).toBe('/');
    await env.close();
    await page.close();
  });

  it('reports a crashed page, and the next reset works on a new one', async () => {
    const { page, env } = await openWith('');
    const session = await page.createCDPSession();
    const crash = session.send('Page.crash').catch(() => {});
    expect(await env.step({ verb: 'press', key: 'Tab' })).toMatchObject(CRASHED);
    await expect(env.step({ verb: 'go_back' })).rejects.toMatchObject({ code: 'ended' });
    expect((await env.reset(task, 0)).tree.url).toBe('/');
    await env.close();
    await page.close();
    await crash;
  });

  it('reports a page that hangs, and the next reset works on a new one', async () => {
    const { page, env, spring } = await openWith('for (;;);', 2_500);
    expect(await spring()).toMatchObject({ truncated: true, failure: { kind: 'environment', code: 'timeout' } });
    expect((await env.reset(task, 0)).tree.url).toBe('/');
    await env.close();
    await page.close();
  });

  it('survives a killed Chrome when it can start another', async () => {
    const started: Browser[] = [];
    const browser = async (): Promise<Browser> => {
      started.push(await launchChrome());
      return started[started.length - 1];
    };
    const env = createBrowserWorld({ browser, base: server().url, slot: 0 });
    const first = await env.reset(task, 0);
    started[0].process()!.kill('SIGKILL');
    expect(await env.step({ verb: 'press', key: 'Tab' })).toMatchObject(CRASHED);
    expect(await env.reset(task, 0)).toEqual(first);
    expect(started.length).toBe(2);
    await env.close();
    await started[1].close();
  });

  it('says that a site does not load, and recovers when it does', async () => {
    const env = createBrowserWorld({ browser: chrome(), base: 'http://127.0.0.1:1', slot: 0 });
    const lost = await runEpisode(env, task, 0, () => ({ verb: 'go_back' }), { world: 'browser', policy: 'none' });
    expect(lost).toMatchObject({ steps: [], truncated: true, failure: { kind: 'environment', code: 'navigation' } });
    await env.close();
  });
});

it('reads a slow page only when it is there', async () => {
  const world = { browser: chrome(), base: server().url, slot: 0 };
  const [quick, slow] = [createBrowserWorld(world), createBrowserWorld({ ...world, latency: true })];
  const first = await quick.reset(task, 9);
  expect((await slow.reset(task, 9)).tree.nodes).toEqual(first.tree.nodes);
  await Promise.all([quick.close(), slow.close()]);
});

it.each([
  makeTask('shop', 'offer-order', 10_004, 1),
  makeTask('desk', 'remedy', 3, 2),
  makeTask('booking', 'move', 20_005, 3),
])('shows the same in a tab and without a window: $id', async (visit) => {
  const page = await chrome().newPage();
  const [tab, hidden] = [createBrowserWorld({ page, base: server().url, slot: 0 }), await open()];
  const act: Actor = (observation, state) => expertAction(visit, state, observation);
  const [seen, unseen] = await Promise.all(
    [tab, hidden].map((env) => runEpisode(env, visit, 4, act, { world: 'browser', policy: 'expert' })),
  );
  expect(seen.reward).toBe(1);
  expect(unseen.steps.map(({ observation, action }) => ({ observation, action }))).toEqual(
    seen.steps.map(({ observation, action }) => ({ observation, action })),
  );
  expect(unseen.final).toEqual(seen.final);
  await Promise.all([tab.close(), hidden.close()]);
  await page.close();
});
