import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchReport, countFailures } from '../../src/cli/benchPolicy.ts';
import { launchChrome } from '../../src/cli/chrome.ts';
import { junitXml } from '../../src/cli/junit.ts';
import { clock, createProgress, describeStage } from '../../src/cli/progress.ts';
import { rawReport, rawTable } from '../../src/cli/rawReport.ts';
import { reportHtml } from '../../src/cli/reportHtml.ts';
import { reportTable } from '../../src/cli/reportTable.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { trajectory } from '../core/arbitraries.ts';
import { exampleReport } from '../core/exampleReport.ts';

describe('progress', () => {
  it('says rate and time left from what was done here, not before', () => {
    expect(clock(59.6)).toBe('1:00');
    expect(clock(4000)).toBe('1:06:40');
    const event = { stage: 'record', done: 30, total: 90, unit: 'episodes' };
    // 20 of them in 10 s: 2 a second, so 60 more take 30 s.
    expect(describeStage(event, 10, 10)).toBe('30/90 episodes  2.0/s  0:30 left');
    expect(describeStage(event, 0)).toBe('30/90 episodes');
    expect(describeStage({ ...event, done: 90, note: '1 lost' }, 45)).toBe('90/90 episodes  2.0/s  in 0:45  1 lost');
  });

  it('writes few plain lines where there is no terminal', () => {
    const lines: string[] = [];
    let time = 0;
    const progress = createProgress({ write: (line) => lines.push(line) }, () => time);
    for (let done = 0; done <= 100; done++) {
      time = done * 500;
      progress.update({ stage: 'dream', done, total: 100, unit: 'updates' });
    }
    // Said again at the end: not printed again.
    progress.update({ stage: 'dream', done: 100, total: 100, unit: 'updates' });
    progress.note('between');
    // 50 s at two updates a second: one line every ten seconds, the last at the end.
    expect(lines.map((line) => line.trim().split(/ +/)[1])).toEqual([
      '0/100',
      '20/100',
      '40/100',
      '60/100',
      '80/100',
      '100/100',
      undefined,
    ]);
    expect(lines[1]).toBe('dream              20/100 updates  2.0/s  0:40 left\n');
    expect(lines.at(-1)).toBe('between\n');
  });
});

const any = fc.sample(trajectory, { seed: 5, numRuns: 1 })[0];
const base = { ...any, task: { ...any.task, family: 'shop', template: 'add' } };
const step = (kind?: 'format' | 'policy'): Trajectory['steps'][number] => ({
  observation: base.final,
  action: { verb: 'go_back' },
  reward: 0,
  ms: 500,
  ...(kind && { failure: { kind, code: 'x', message: 'y' } }),
});
const episode = (id: string, more: Partial<Trajectory>): Trajectory => {
  const { failure: _, notScored: __, ...rest } = base;
  return {
    ...rest,
    task: { ...base.task, id, goal: `Buy "A & B" <now>` },
    steps: [step()],
    reward: 0,
    terminated: true,
    ...more,
  };
};
const episodes = [
  episode('won', { reward: 1, steps: [step('policy'), step()] }),
  episode('lost', { steps: [step('format'), step('policy'), step('format')] }),
  episode('timeout', { terminated: false, truncated: true }),
  episode('crash', {
    steps: [step('policy')],
    failure: { kind: 'environment', code: 'crashed', message: 'The page crashed.' },
  }),
];

describe('bench', () => {
  it('keeps the kinds of failure apart and does not score lost episodes', () => {
    expect(countFailures(episodes)).toEqual({ environment: 1, format: 2, policy: 2 });
    const options = { suite: 'sites' as const, split: 'test-seen' as const, policy: 'random', seed: 1 };
    const report = benchReport(options, episodes, { episodes: 4, steps: 7, seconds: 2 }, 'Chrome');
    expect(report).toMatchObject({ episodes: 3, success: { rate: 1 / 3 }, steps: { mean: 2 }, stepsPerS: 3.5 });
  });

  it('takes an end without a score for neither success nor failure', () => {
    const unknown = episode('unknown', { notScored: ['no judge'] });
    const notRun = [{ id: 'far', reason: 'no base for "__MAP__"' }];
    const options = { suite: 'webarena' as const, split: 'test-seen' as const, policy: 'random', seed: 1 };
    const totals = { episodes: 5, steps: 8, seconds: 2 };
    const report = benchReport(options, [...episodes, unknown], totals, 'Chrome', notRun);
    // Of won, lost and timeout one succeeded; crash and unknown are in no rate.
    expect(report).toMatchObject({ episodes: 3, success: { rate: 1 / 3 }, failures: { environment: 1 } });
    expect(report.tasks?.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      ...['won passed', 'lost failed', 'timeout failed', 'crash lost', 'unknown not-scored', 'far not-run'],
    ]);
    expect(benchReport(options, [unknown], totals, 'Chrome')).toMatchObject({ episodes: 0, success: null });
    const xml = junitXml('webarena', [...episodes, unknown], notRun);
    expect(xml).toContain('tests="6" failures="2" errors="1" skipped="2"');
    expect(xml).toContain('<skipped message="not scored: no judge"/>');
    expect(xml).toContain('<skipped message="not run: no base for &quot;__MAP__&quot;"/>');
  });

  it('shows each task of MiniWoB++ with its rewards, and why it is out of reach', () => {
    const paid = (template: string, raw: number): Trajectory =>
      episode(`${template}/${raw}`, {
        task: { ...base.task, template },
        reward: raw === 1 ? 1 : 0,
        finalState: { done: true, raw, reason: '' },
      });
    const raw = rawReport([paid('click-test', 1), paid('click-test', 0.1), paid('stock-market', -1)], undefined);
    expect(rawTable(raw)).toBe(
      [
        'task          episodes  raw = 1  raw > 0  out of reach',
        'click-test    2         1        2',
        'stock-market  1         0        0        timed: needs the right moment',
      ].join('\n'),
    );
  });

  it('gives JUnit one case per episode: failure, error or nothing, markup escaped', () => {
    const xml = junitXml('sites', episodes);
    expect(xml).toContain('<testsuites tests="4" failures="2" errors="1" time="3.500">');
    const [won, lost, timeout, crash] = xml.split('\n').filter((line) => line.includes('<testcase'));
    expect(won).toMatch(/name="won" time="1\.000"\/>$/);
    expect(lost).toContain(
      '<failure type="format" message="stopped without fulfilling the task: Buy &quot;A &amp; B&quot; &lt;now&gt;"/>',
    );
    expect(timeout).toContain('message="ran out of steps: ');
    expect(crash).toContain('<error type="crashed" message="The page crashed."/>');
  });
});

describe('the report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-report-'));
  let browser: Awaited<ReturnType<typeof launchChrome>>;
  beforeAll(async () => {
    browser = await launchChrome();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it('is one page that asks for nothing, shows every number and survives hostile text', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const file = join(folder, 'report.html');
    writeFileSync(file, reportHtml({ ...exampleReport, adapter: hostile, notes: [hostile] }, 'my run'));
    const page = await browser.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`file://${file}`);
    expect(requests).toEqual([`file://${file}`]);
    expect(complaints).toEqual([]);
    expect(await page.title()).toBe('Reverie report: my run');
    const text = await page.evaluate(() => document.body.textContent);
    for (const shown of [
      'dream-trained',
      '60 %',
      '42 % – 75 %',
      '900',
      'test-unseen-style',
      '800.0 /s',
      'wasm',
      hostile,
      '0:43 in all',
    ]) {
      expect(text).toContain(shown);
    }
    expect(await page.evaluate(() => document.querySelectorAll('svg.interval').length)).toBe(4);
    // Three lines, each with a point per depth.
    expect(await page.evaluate(() => document.querySelectorAll('svg.chart polyline').length)).toBe(3);
    expect(await page.evaluate(() => document.querySelectorAll('svg.chart .dot').length)).toBe(6);
  });

  it('has a background of its own in the light and in the dark', async () => {
    const page = await browser.newPage();
    await page.goto(`file://${join(folder, 'report.html')}`);
    const ground = async (value: 'light' | 'dark') => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    };
    expect(await ground('light')).toBe('rgb(251, 250, 248)');
    expect(await ground('dark')).toBe('rgb(22, 24, 27)');
  });

  it('fits a terminal', () => {
    const table = reportTable(exampleReport);
    expect(table).toContain('dreamed  60 % (42 % – 75 %, n 30)  50 % (33 % – 67 %, n 30)');
    expect(table).toMatch(/^1 +97 % +80 % +0 %$/m);
    const more = { deltaPrecision: 0.9, deltaRecall: 0.8, targetExists: 1, missing: 0.1, judgeAgreement: 0.95 };
    const byDepth = exampleReport.world.byDepth.map((row) => ({ ...row, ...more }));
    const wide = reportTable({ ...exampleReport, world: { byDepth } });
    expect(wide).toMatch(/^1 +97 % +80 % +0 % +90 % +80 % +100 % +10 % +95 %$/m);
    for (const line of wide.split('\n').filter((text) => /^(depth|\d)/.test(text)))
      expect(line.length).toBeLessThanOrEqual(80);
    expect(table).toContain('expert 100 %   random 5.0 %');
    expect(table).toContain('10 + 15 right, 2 false successes, 1 missed; inside the dream 14 of 16 agree');
  });
});
