import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { groupTasks } from '../../src/app/miniwobTasks.ts';
import { startServer } from '../../src/cli/server.ts';
import { realPages } from '../env/realPages.ts';

/** The fixture's pages, and two under names that Reverie knows: one with a scripted expert, one out of reach. */
const copy = mkdtempSync(join(tmpdir(), 'reverie-miniwob-'));
cpSync(new URL('../fixtures/miniwob', import.meta.url), copy, { recursive: true });
const inOrder = `<!doctype html><script src="../core/core.js"></script>
  <div id="query">Click ONE, then TWO.</div> <button>TWO</button> <button>ONE</button>
  <script>
    function genProblem() {
      let pressed = '';
      for (const button of document.querySelectorAll('button'))
        button.onclick = () => {
          pressed += button.textContent;
          if (pressed.length === 6) core.endEpisode(pressed === 'ONETWO' ? 1 : -1, false, pressed);
        };
    }
  </script>`;
for (const name of ['click-button-sequence', 'tic-tac-toe']) writeFileSync(join(copy, `miniwob/${name}.html`), inOrder);

vi.stubEnv('MINIWOB_DIR', copy);
const { server, chrome } = realPages();
let page: Page;
beforeAll(async () => {
  page = await chrome().newPage();
  await page.setViewport({ width: 1280, height: 1000 });
  await page.goto(server().url);
  await page.locator('#miniwob').wait();
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(copy, { recursive: true });
});

const LIST = '#miniwob select[size]';
const press = (name: string): Promise<void> =>
  page.locator(`#miniwob ::-p-aria([name="${name}"][role="button"])`).click();
const textOf = (selector: string): Promise<string> => page.$eval(selector, ({ textContent }) => textContent ?? '');
const steps = (): Promise<string[]> =>
  page.$$eval('#miniwob .deeds code', (lines) => lines.map(({ textContent }) => textContent ?? ''));
/** Chooses a task and opens its page in the place of the one before. */
async function openPage(name: string): Promise<void> {
  const before = await page.$('#miniwob [data-ending]');
  await page.select(LIST, name);
  await press('Open the page');
  if (before) await page.waitForFunction((line) => !line.isConnected, {}, before);
}
const goalIs = (start: string): Promise<unknown> =>
  page.waitForFunction((text) => document.querySelector('#miniwob .goal')?.textContent?.startsWith(text), {}, start);
async function ending(): Promise<{ how: string; raw: number; text: string }> {
  await page.locator('#miniwob [data-ending]').wait();
  return page.$eval('#miniwob [data-ending]', (line) => {
    const { ending: how = '', raw } = (line as HTMLElement).dataset;
    return { how, raw: Number(raw), text: line.textContent ?? '' };
  });
}

describe('the tasks of a copy', () => {
  it('are told apart by what can be expected of them, and found by name or reason', () => {
    const names = ['tic-tac-toe', 'click-button', 'drag-circle', 'click-checkboxes-soft', 'daily-calendar'];
    const far = 'Out of reach: needs a drag by a distance, not to a node';
    const luck = 'Out of reach: needs luck: who plays against it must blunder';
    expect(groupTasks(names)).toEqual([
      { label: 'With a scripted expert', names: ['click-button'] },
      { label: 'Without a script', names: ['click-checkboxes-soft'] },
      { label: far, names: ['drag-circle', 'daily-calendar'] },
      { label: luck, names: ['tic-tac-toe'] },
    ]);
    expect(groupTasks(names, ' Drag distance')).toEqual([{ label: far, names: ['drag-circle', 'daily-calendar'] }]);
    expect(groupTasks(names, 'nothing of that')).toEqual([]);
  });

  it('can be searched by keyboard; why one is out of reach is said', async () => {
    await page.type('#miniwob input[type=search]', 'luck');
    await page.keyboard.press('Enter');
    expect(await page.$eval(LIST, (list) => (list as HTMLSelectElement).value)).toBe('tic-tac-toe');
    expect(await textOf('#miniwob .choice p')).toContain('who plays against it must blunder');
    await page.$eval('#miniwob input[type=search]', (field) => (field as HTMLInputElement).select());
    await page.keyboard.press('Backspace');
    await page.waitForFunction((list) => document.querySelectorAll(`${list} option`).length === 12, {}, LIST);
  });
});

describe('a visit in the page', () => {
  it('goes step by step, plays to the verdict, and starts over', async () => {
    await openPage('click-button-sequence');
    await goalIs('Click ONE, then TWO.');
    await press('One step');
    await page.locator('#miniwob .deeds li').wait();
    expect(await steps()).toEqual([expect.stringMatching(/^click \[\d+\] button "ONE"$/)]);
    expect(await page.$('#miniwob [data-ending]')).toBeNull();
    await press('Play');
    expect(await ending()).toMatchObject({ how: 'verdict', raw: 1, text: expect.stringContaining('success') });
    expect(await steps()).toHaveLength(2);
    expect(await textOf('#miniwob .deeds li:last-child p')).toContain('clicked button "TWO"');
    await press('Start over');
    await page.waitForFunction(() => document.querySelector('#miniwob [data-ending]') === null);
    expect(await steps()).toEqual([]);
  });

  it('pays random actions what the page says', async () => {
    await openPage('pick');
    await goalIs('Press the button');
    await press('Play');
    const { how, raw, text } = await ending();
    const names = ['mint', 'rose', 'sage'];
    const asked = names.indexOf(/button (\w+)$/.exec(await textOf('#miniwob .goal'))![1]);
    const pressed = names.indexOf(/pressed (\w+)/.exec(text)![1]);
    // As in pick.html: the button asked for, its neighbour, the third.
    expect([how, raw]).toEqual(['verdict', [1, 0.1, -1][(pressed - asked + 3) % 3]]);
    expect(text.startsWith(raw === 1 ? 'success' : 'not solved')).toBe(true);
  });

  it('says in plain words when the page is broken, and when a person stopped it', async () => {
    await openPage('broken');
    expect(await ending()).toMatchObject({ how: 'lost', text: expect.stringContaining('no problem today') });
    await openPage('never');
    await press('Stop');
    expect((await ending()).text).toContain('You stopped this visit after 0 steps.');
    expect(await page.$('#miniwob iframe')).toBeNull();
  });
});

it('is not in the page of a server without a copy', async () => {
  vi.stubEnv('MINIWOB_DIR', '');
  const bare = await startServer();
  const other = await chrome().newPage();
  await other.goto(bare.url, { waitUntil: 'networkidle0' });
  expect(await other.$$eval('.places a', (links) => links.map(({ textContent }) => textContent))).toContain('Runs');
  expect(await other.$('#miniwob, .places a[href="#miniwob"]')).toBeNull();
  await bare.close();
});
