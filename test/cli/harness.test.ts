import { mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import { createHarness, exposeHarness } from '../../src/cli/harness.ts';
import { type PipelineSession, runPipelinePage } from '../../src/cli/pipelinePage.ts';
import { createProgress } from '../../src/cli/progress.ts';
import { createRealPages, sitesAt } from '../../src/cli/realPages.ts';
import { chooseRunFolder, claimRunFolder } from '../../src/cli/runFolder.ts';
import { startServer } from '../../src/cli/server.ts';
import type { Report } from '../../src/core/report.ts';
import { createCounterWorld } from '../../src/env/counter.ts';
import { listTasks } from '../../src/sites/tasks.ts';
import { exampleReport } from '../core/exampleReport.ts';
import { servePage } from './servePage.ts';

const folder = mkdtempSync(join(tmpdir(), 'reverie-harness-'));
let served: Awaited<ReturnType<typeof servePage>>;
beforeAll(async () => {
  served = await servePage();
});
afterAll(() => {
  served?.close();
  rmSync(folder, { recursive: true });
});

describe('a page and its harness', () => {
  let browser: Browser;
  let page: Page;
  let harness: ReturnType<typeof createHarness>;
  let opened = 0;
  const artifacts = new Map<string, string>();
  const reports: Report[] = [];
  const deaf = { onProgress: () => {}, onArtifact: () => {}, onReport: () => {}, onFailed: () => {} };

  beforeAll(async () => {
    browser = await launchChrome();
    page = await browser.newPage();
    harness = createHarness({
      ...deaf,
      openWorld: async () => {
        opened++;
        return createCounterWorld();
      },
      onArtifact: (name, bytes) => artifacts.set(name, bytes.toString('latin1')),
      onReport: (report) => reports.push(report),
    });
    await exposeHarness(page, harness);
    await page.goto(served.url);
  });
  afterAll(async () => {
    await harness?.dispose();
    await browser?.close();
  });

  it('is not there on a plain visit', async () => {
    const plain = await browser.newPage();
    await plain.goto(served.url);
    expect(await plain.evaluate(() => window.pageApi.present())).toBe(false);
    await plain.close();
    expect(await page.evaluate(() => window.pageApi.present())).toBe(true);
  });

  it('plays on lent pages: nothing lost, errors keep their type, pages are used again', async () => {
    for (const instance of [3, 4]) {
      const { counts, reward, afterEnd, afterClose } = await page.evaluate((n) => window.pageApi.play(n), instance);
      expect(reward).toBe(1);
      // One click at a time: every count follows the one before.
      expect(counts.slice(1)).toEqual(counts.slice(0, -1).map((count) => count + 1));
      expect(afterEnd).toMatch(/^ended: counter\.step/);
      expect(afterClose).toMatch(/^closed: /);
    }
    expect(opened).toBe(1);
  });

  it('records experts on real pages and streams them', async () => {
    const server = await startServer();
    const pages = createRealPages(sitesAt(server.url));
    const recorder = createHarness({ ...deaf, openWorld: pages.open });
    const recording = await browser.newPage();
    try {
      await exposeHarness(recording, recorder);
      await recording.goto(served.url);
      const tasks = listTasks('train', { families: ['shop'], sites: 1, instances: 1 }).slice(0, 3);
      const { got, done, dropped, total } = await recording.evaluate((t) => window.pageApi.record(t), tasks);
      expect({ done, dropped, total }).toEqual({ done: 3, dropped: 0, total: 3 });
      expect(got.map(({ task }) => task.id).sort()).toEqual(tasks.map(({ id }) => id).sort());
      expect(got.map(({ reward }) => reward)).toEqual([1, 1, 1]);
    } finally {
      await recorder.dispose();
      await pages.close();
      await server.close();
    }
    expect(await page.evaluate(() => window.pageApi.unknownRecording())).toMatch(
      /^format: .*no such recording.*nobody/,
    );
  });

  it('takes files in chunks, byte for byte, and only into its own folder', async () => {
    const chunks = ['\0\u00ff\u0080', 'abc', ''];
    expect(await page.evaluate((c) => window.pageApi.artifact('run.reverie', c), chunks)).toBe('fine');
    expect(artifacts).toEqual(new Map([['run.reverie', chunks.join('')]]));
    for (const name of ['../evil', '/etc/passwd', '.hidden', 'a/b', '']) {
      expect(await page.evaluate((n) => window.pageApi.artifact(n, ['x']), name), name).toMatch(/^format: .*no name/);
    }
  });

  it('takes complete reports only', async () => {
    const { judge: _, ...partial } = exampleReport;
    const refused = await page.evaluate((r) => window.pageApi.report(r), partial as Report);
    expect(refused).toMatch(/^format: .*incomplete at judge/);
    expect(await page.evaluate((r) => window.pageApi.report(r), exampleReport)).toBe('fine');
    expect(reports).toEqual([exampleReport]);
  });
});

describe('a run in a page', () => {
  /** Kills the run's Chrome as a crash would, by the process id in the profile's lock. */
  const killChrome = (profile: string) =>
    process.kill(Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1)), 'SIGKILL');

  const start = (preset: string, killAt: (line: string) => boolean = () => false) => {
    const runFolder = chooseRunFolder({ preset, seed: 7, out: join(folder, preset), force: false });
    claimRunFolder(runFolder, 1);
    const lines: string[] = [];
    const controller = new AbortController();
    const session: PipelineSession = {
      folder: runFolder,
      url: served.url,
      headless: true,
      pages: createRealPages(sitesAt(served.url)),
      progress: createProgress({
        write: (line) => {
          lines.push(line);
          if (killAt(line)) killChrome(runFolder.profile);
        },
      }),
      signal: controller.signal,
    };
    return { session, lines, controller, path: runFolder.path };
  };

  it('starts again from its store when its Chrome is killed, and ends with report and run file', async () => {
    const { session, lines, path } = start('lossy', (line) => line.includes('1/2 visits'));
    const { report, browser } = await runPipelinePage(session);
    await browser.close();
    expect(report).toEqual({ ...exampleReport, preset: 'lossy', seed: 7 });
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('1/2 visits');
    expect(lines[1]).toMatch(/The page (is gone with its browser|was closed): starting it again/);
    expect(lines[2]).toContain('2/2 visits');
    expect(readFileSync(join(path, 'run.reverie'), 'utf8')).toBe('packed');
  });

  it('gives up after the second loss, and at once when the pipeline itself fails', async () => {
    await expect(runPipelinePage(start('doomed', (line) => line.includes('visits')).session)).rejects.toMatchObject({
      code: 'environment',
      message: expect.stringMatching(/(is gone|was closed).*, twice.*page\.log/),
    });
    const broken = start('broken');
    await expect(runPipelinePage(broken.session)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('the pipeline broke'),
    });
    expect(broken.lines.join('')).not.toContain('starting it again');
  });

  it('ends on Ctrl-C', async () => {
    const { session, controller } = start('interrupted');
    controller.abort();
    await expect(runPipelinePage(session)).rejects.toBe(controller.signal.reason);
  });
});
