import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAction } from '../../src/action/table.ts';
import type { Action, AXTree, Task, Trajectory } from '../../src/core/types.ts';
import { checkTask, expertAction, makeTask } from '../../src/sites/tasks.ts';
import { decodeRun } from '../../src/store/runFile.ts';
import { realPages } from '../env/realPages.ts';
import { bundle } from './bundle.ts';
import { press, stored } from './stored.ts';

const { server, chrome } = realPages();
const downloads = mkdtempSync(join(tmpdir(), 'reverie-downloads-'));
let hand: string;
let page: Page;

beforeAll(async () => {
  hand = await bundle('./hand.ts');
  page = await chrome().newPage();
  await page.setViewport({ width: 1280, height: 1000 });
  await page.goto(server().url);
});
afterAll(() => rmSync(downloads, { recursive: true, force: true }));

const choose = (label: string, value: string): Promise<unknown> =>
  page.locator(`#demonstrate ::-p-aria([name="${label}"])`).fill(value);

/** One action by mouse and keyboard, as a person would do it. */
async function doByHand(action: Action, tree: AXTree): Promise<void> {
  const click = async (id: number) => {
    const { x, y } = await page.evaluate((target) => window.hand.spot(target), id);
    await page.mouse.click(x, y);
  };
  switch (action.verb) {
    case 'click':
      return click(action.target);
    case 'note':
      await press(page, 'Note a text');
      return click(action.target);
    case 'go_back':
      return press(page, 'Back');
    case 'select':
      return page.evaluate((id, option) => window.hand.pick(id, option), action.target, action.option);
    case 'type': {
      const tag = await page.evaluate((id) => window.hand.tag(id), action.target);
      if (tag === 'input date') {
        await page.evaluate((id, text) => window.hand.pick(id, text), action.target, action.text);
        // A person is done with the field when they turn to something else.
        return click(tree.nodes.find(({ role }) => role === 'heading')!.id);
      }
      await click(action.target);
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(action.text);
      await page.keyboard.press(action.enter ? 'Enter' : 'Tab');
      return;
    }
    default:
      throw new Error(`a person has no way to ${action.verb} here`);
  }
}

/** Opens the task, whether or not another one is open. */
const openTask = (): Promise<void> =>
  page
    .locator('::-p-xpath(//section[@id="demonstrate"]//button[text()="Open the task" or text()="Start over"])')
    .click();

/** Solves the task in the Demonstrate panel, guided by the scripted expert; returns the number of actions. */
async function solveByHand(task: Task): Promise<number> {
  await choose('Site family', task.family);
  await choose('Task', task.template);
  await choose('Site', String(task.siteSeed));
  await openTask();
  await page.locator('.stand iframe').wait();
  await page.locator('#demonstrate form').wait();
  await page.addScriptTag({ content: hand });
  const base = `${server().url}/site/9000/${task.family}/${task.siteSeed}`;
  const notes: string[] = [];
  for (let step = 0; step < task.horizon; step++) {
    await page.waitForFunction(() => window.hand.resting());
    const { tree, state } = await page.evaluate((root) => window.hand.look(root), base);
    const action = expertAction(task, state, { goal: task.goal, tree, feedback: '', notes, step });
    if (action.verb === 'stop') {
      await page.locator('#demonstrate form input').fill(action.answer);
      await press(page, 'Finish');
      await page.locator('[data-reward]').wait();
      return step + 1;
    }
    if (action.verb === 'note') {
      const node = tree.nodes.find(({ id }) => id === action.target)!;
      notes.push(node.value || node.name);
    }
    await doByHand(action, tree);
    await page.waitForFunction((n) => document.querySelectorAll('.deeds li').length === n, {}, step + 1);
  }
  throw new Error('the expert did not get to the end by hand');
}

/** An agent could have done every step as it is written. */
function expectPossible({ steps, task, finalState }: Trajectory): void {
  for (const { action, observation } of steps) {
    if (action.verb !== 'stop') expect([action, checkAction(action, observation.tree)]).toEqual([action, null]);
  }
  const last = steps[steps.length - 1].action;
  expect(last.verb === 'stop' && checkTask(task, finalState, last.answer)).toBe(true);
}

describe('a person demonstrates', () => {
  it.each([
    ['a search and an answer', 'shop', 'price'],
    ['a form with a date and a list', 'booking', 'book'],
    ['comments and lists', 'desk', 'comment'],
  ])('%s, and it is kept as an expert trajectory with reward 1', async (_, family, template) => {
    const task = makeTask(family, template, 1, 0);
    const actions = await solveByHand(task);
    expect(await page.$eval('[data-reward]', (line) => line.getAttribute('data-reward'))).toBe('1');
    const kept = (await stored(page, 'trajectories'))
      .map(({ trajectory }) => trajectory)
      .find((one) => one.task.id === task.id)!;
    expect(kept).toMatchObject({ policy: 'human', world: 'frame', reward: 1, terminated: true, task });
    expect(kept.steps).toHaveLength(actions);
    expectPossible(kept);
  });

  it('exports and imports the run as one file, with nothing lost', async () => {
    const browser = await chrome().target().createCDPSession();
    await browser.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: downloads,
      eventsEnabled: true,
    });
    const download = async (): Promise<Buffer> => {
      const before = readdirSync(downloads).length;
      const done = new Promise<void>((resolve) =>
        browser.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve()),
      );
      await press(page, 'Export run');
      await done;
      const files = readdirSync(downloads);
      expect(files).toHaveLength(before + 1);
      return readFileSync(join(downloads, files.sort()[before]));
    };
    const first = await download();
    const input = await page.$('input[type=file]');
    await input!.uploadFile(join(downloads, readdirSync(downloads)[0]));
    await page.waitForFunction(() => document.querySelectorAll('#runs tbody tr').length === 2);
    const runs = await stored(page, 'runs');
    expect(runs.map(({ meta, trajectories }) => [meta.name, trajectories])).toEqual(
      Array(2).fill([runs[0].meta.name, 3]),
    );
    await page.waitForFunction(
      (id) => document.querySelector(`[data-run="${id}"]`)?.ariaCurrent === 'true',
      {},
      runs[1].id,
    );
    const second = await download();
    expect(await decodeRun(new Uint8Array(second))).toEqual(await decodeRun(new Uint8Array(first)));
  });

  it('says what is wrong with a file that is no run', async () => {
    const input = await page.$('input[type=file]');
    await input!.uploadFile(join(process.cwd(), 'package.json'));
    await page.locator('#run [role=alert]').wait();
    expect(await page.$eval('#run [role=alert]', (line) => line.textContent)).toContain('not a run of Reverie');
    expect(await stored(page, 'runs')).toHaveLength(2);
  });
});
