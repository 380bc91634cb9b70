import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import { trajectory } from '../core/arbitraries.ts';
import { serveStorePage, type TestPage } from './serve.ts';

/** The store in the IndexedDB of a real Chrome. Each test has a database of its own. */
let served: TestPage;
let browser: Browser;
let profile: string;

beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'reverie-store-'));
  served = await serveStorePage();
  browser = await launchChrome({ profile });
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  rmSync(profile, { recursive: true, force: true });
});

async function openPage(url = served.url): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.reverieTest !== undefined);
  return page;
}

/** What a page that was just opened finds: the record, and the weights in both checkpoints. */
const found = (page: Page, db: string) =>
  page.evaluate(async (name) => {
    const { openStore, weightsIn } = window.reverieTest;
    const store = await openStore(name);
    const runs = await store.listRuns();
    const run = runs[0];
    const weights = async (checkpoint: string) => {
      const bytes = await store.loadCheckpoint(run.id, checkpoint);
      return bytes === undefined ? [] : weightsIn(bytes);
    };
    const result = { runs: runs.length, run, policy: await weights('policy'), world: await weights('world') };
    await store.close();
    return result;
  }, db);

describe('a run in the store', () => {
  test('everything put in comes out: stages, trajectories in order, checkpoints, progress', async () => {
    const page = await openPage();
    const episodes = fc
      .sample(trajectory, { numRuns: 6, seed: 5 })
      .map((t, i) => ({ ...t, id: `episode ${9 - i}`, policy: 'expert' }));
    const again = { ...episodes[1], policy: 'again' };
    const result = await page.evaluate(
      async (all, replaced) => {
        const { openStore, checkpointOf, weightsIn } = window.reverieTest;
        const store = await openStore('round-trip');
        const { id } = await store.createRun({ name: 'Tiny 7', preset: 'tiny', seed: 7 });
        const other = await store.createRun({ name: 'Tiny 7' });
        await store.putTrajectories(other.id, [all[5]]);
        await store.putTrajectories(id, all.slice(0, 3));
        await store.putTrajectories(id, [replaced, ...all.slice(3)]);
        await store.saveStage(id, 'sft', { rate: 0.5 });
        await store.saveStage(id, 'sft', { rate: 0.75 });
        await store.saveCheckpoint(id, 'bc', checkpointOf(4, 10));
        await store.completeUpdate(id, { policy: checkpointOf(5, 10) }, { stage: 'dream', update: 5, done: false });
        const bytes = await store.loadCheckpoint(id, 'policy');
        return {
          ids: [id, other.id],
          record: (await store.listRuns()).find((run) => run.id === id),
          stages: await store.stages(id),
          trajectories: await store.trajectories(id),
          policy: bytes && weightsIn(bytes),
          nothing: (await store.loadCheckpoint(other.id, 'policy')) === undefined,
        };
      },
      episodes,
      again,
    );
    expect(result.ids).toEqual(['tiny-7', 'tiny-7-2']);
    expect(result.record).toMatchObject({
      meta: { name: 'Tiny 7', preset: 'tiny', seed: 7 },
      trajectories: 6,
      progress: { stage: 'dream', update: 5, done: false },
    });
    expect(result.stages).toEqual({ sft: { rate: 0.75 } });
    expect(result.trajectories).toEqual([episodes[0], again, ...episodes.slice(2)]);
    expect(result.policy).toEqual([5]);
    expect(result.nothing).toBe(true);
    await page.close();
  });

  test('export and import give an equal run beside the first; delete removes all of one and nothing of the other', async () => {
    const page = await openPage();
    const episodes = fc.sample(trajectory, { numRuns: 3, seed: 6 }).map((t, i) => ({ ...t, id: `zzz${i}` }));
    const result = await page.evaluate(async (all) => {
      const { openStore, checkpointOf, weightsIn } = window.reverieTest;
      const store = await openStore('export');
      const { id } = await store.createRun({ name: 'mine', seed: 1 });
      await store.putTrajectories(id, all);
      await store.saveStage(id, 'bc', [1, 2]);
      await store.completeUpdate(id, { policy: checkpointOf(2, 1000) }, { stage: 'dream', update: 2, done: false });
      const copy = await store.importRun(await store.exportRun(id));
      await store.deleteRun(id);
      const bytes = await store.loadCheckpoint(copy.id, 'policy');
      const gone = await store.trajectories(id).catch((error: Error) => error.message);
      const rest = await store.createRun({ name: 'mine' }); // takes the free id; must find nothing of the old run
      return {
        copy,
        listed: (await store.listRuns()).map((run) => run.id).sort(),
        stages: await store.stages(copy.id),
        trajectories: await store.trajectories(copy.id),
        policy: bytes && weightsIn(bytes),
        gone,
        rest: [await store.trajectories(rest.id), await store.stages(rest.id)],
      };
    }, episodes);
    expect(result.copy).toMatchObject({
      id: 'mine-2',
      meta: { name: 'mine', seed: 1 },
      trajectories: 3,
      progress: { stage: 'dream', update: 2, done: false },
    });
    expect(result.listed).toEqual(['mine', 'mine-2']);
    expect(result.stages).toEqual({ bc: [1, 2] });
    expect(result.trajectories).toEqual(episodes);
    expect(result.policy).toEqual([2]);
    expect(result.gone).toMatch(/no such run/);
    expect(result.rest).toEqual([[], {}]);
    await page.close();
  });

  test('a hostile or cut file is refused and leaves nothing behind', async () => {
    const page = await openPage();
    const result = await page.evaluate(async () => {
      const { openStore, checkpointOf } = window.reverieTest;
      const store = await openStore('hostile');
      const { id } = await store.createRun({ name: 'good' });
      await store.saveCheckpoint(id, 'policy', checkpointOf(1, 5000));
      const good = await store.exportRun(id);
      const gzip = async (text: string) => {
        const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
        return new Uint8Array(await new Response(packed).arrayBuffer());
      };
      const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
      const header = (more: string) => `{"schema":"reverie-run","version":1,"meta":{"name":"x"},${more}}\n`;
      const rest = '"created":1,"progress":null,"trajectories":0,"checkpoints":[]';
      const files = {
        empty: new Uint8Array(),
        text: new TextEncoder().encode('not a run'),
        cut: good.slice(0, good.length - 100),
        half: good.slice(0, good.length / 2),
        foreign: await gzip('{"schema":"something"}\n'),
        future: await gzip('{"schema":"reverie-run","version":9}\n'),
        episode: await gzip(
          `${header(`${rest.replace('"trajectories":0', '"trajectories":1')},"stages":{}`)}{"id":"x"}\n`,
        ),
        bomb: await gzip(header(`${rest},"stages":{}`) + '\0'.repeat(16 * 2 ** 20)),
        deep: await gzip(header(`${rest},"stages":{"x":${deep}}`)),
      };
      const answers: Record<string, string> = {};
      for (const [name, bytes] of Object.entries(files)) {
        answers[name] = await store.importRun(bytes).then(
          () => 'imported',
          (error: Error & { problem?: string; code?: string }) => error.problem ?? `${error.code}: ${error.message}`,
        );
      }
      return { answers, runs: (await store.listRuns()).map((run) => run.id) };
    });
    expect(result.answers).toEqual({
      empty: 'empty',
      text: 'foreign',
      cut: 'truncated',
      half: 'truncated',
      foreign: 'foreign',
      future: 'future-version',
      episode: 'malformed',
      bomb: 'malformed',
      deep: 'malformed',
    });
    expect(result.runs).toEqual(['good']);
    await page.close();
  });

  test('a value that cannot be stored takes the whole update back', async () => {
    const page = await openPage();
    await page.evaluate(async () => {
      const { openStore, checkpointOf } = window.reverieTest;
      const store = await openStore('uncloneable');
      const { id } = await store.createRun({ name: 'run' });
      const both = (u: number) => ({ policy: checkpointOf(u, 10), world: checkpointOf(u, 10) });
      await store.completeUpdate(id, both(1), { stage: 'dream', update: 1, done: false });
      const state = () => 'a function';
      const failed = await store
        .completeUpdate(id, both(2), { stage: 'dream', update: 2, done: false, state })
        .catch((error: { code?: string }) => error.code);
      if (failed !== 'internal') throw new Error(`expected a refusal, got ${failed}`);
      await store.close();
    });
    expect(await found(page, 'uncloneable')).toMatchObject({
      run: { progress: { update: 1 } },
      policy: [1],
      world: [1],
    });
    await page.close();
  });

  test('a full disk is said in plain words; the last completed update is still there', async () => {
    // Another origin, because Chrome remembers for a while how much room an origin had.
    const origin = new URL(served.url.replace('127.0.0.1', 'localhost')).origin;
    const page = await openPage(origin);
    const client = await page.createCDPSession();
    await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1e6 });
    await page.evaluate(async () => {
      const { openStore, checkpointOf } = window.reverieTest;
      const store = await openStore('quota');
      const { id } = await store.createRun({ name: 'run' });
      const both = (u: number) => ({ policy: checkpointOf(u, 10), world: checkpointOf(u, 10) });
      await store.completeUpdate(id, both(1), { stage: 'dream', update: 1, done: false });
      await store.close();
    });
    const error = await page.evaluate(async () => {
      const { openStore, checkpointOf, noise } = window.reverieTest;
      const store = await openStore('quota');
      const [{ id }] = await store.listRuns();
      const both = { policy: checkpointOf(2, 10), world: noise(2_000_000) };
      return store.completeUpdate(id, both, { stage: 'dream', update: 2, done: false }).then(
        () => 'stored',
        (e: Error & { code?: string }) => `${e.code}: ${e.message}`,
      );
    });
    await client.send('Storage.overrideQuotaForOrigin', { origin });
    expect(error).toMatch(/^environment: store: the browser has no room left for this run.*MB stored.*delete old runs/);
    expect(await found(page, 'quota')).toMatchObject({ run: { progress: { update: 1 } }, policy: [1], world: [1] });
    await page.close();
  });

  test('data of a newer Reverie is left alone', async () => {
    const page = await openPage();
    const message = await page.evaluate(async () => {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('newer', 99);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
      });
      return window.reverieTest.openStore('newer').then(
        () => 'opened',
        (error: Error) => error.message,
      );
    });
    expect(message).toMatch(/written by a newer Reverie/);
    await page.close();
  });

  test('a run held by one tab is not given to another until the first is gone', async () => {
    const [first, second] = [await openPage(), await openPage()];
    const hold = (page: Page) => page.evaluate(async () => (await window.reverieTest.holdRun('held')) !== null);
    expect(await hold(first)).toBe(true);
    expect(await hold(second)).toBe(false);
    await first.close();
    await second.waitForFunction(async () => (await window.reverieTest.holdRun('held')) !== null);
    await second.close();
  });
});

/**
 * Trains without end: every update writes both checkpoints and the progress, and tells the test once it is stored. After
 * update `last`, the next one stops dead between its two checkpoints and tells the test.
 */
const train = (page: Page, db: string, last: number): Promise<void> =>
  page.evaluate(
    (name, stopAt) => {
      const { openStore, checkpointOf } = window.reverieTest;
      const put = IDBObjectStore.prototype.put;
      let dying = false;
      let puts = 0;
      IDBObjectStore.prototype.put = function (value, key) {
        if (dying && ++puts === 2) {
          void window.inTheMiddle();
          // Nothing after this line of the page runs again, as in a tab that hangs before it crashes.
          const started = performance.now();
          while (performance.now() - started < 30_000);
        }
        return put.call(this, value, key);
      };
      const forever = async () => {
        const store = await openStore(name);
        const [known] = await store.listRuns();
        const { id, progress } = known ?? (await store.createRun({ name: 'run' }));
        for (let update = (progress?.update ?? 0) + 1; ; update++) {
          dying = stopAt !== null && update > stopAt;
          const checkpoints = { policy: checkpointOf(update, 50_000), world: checkpointOf(update, 200_000) };
          await store.completeUpdate(id, checkpoints, { stage: 'dream', update, done: false });
          await window.acknowledged(update);
        }
      };
      void forever();
    },
    db,
    Number.isFinite(last) ? last : null,
  );

/** Trains until update `last` is stored and the next is half written; `crash` then kills the renderer. */
async function trainIntoTheMiddle(db: string, last: number): Promise<{ crash: () => Promise<void>; stored: number }> {
  const page = await openPage();
  const client = await page.createCDPSession();
  let stored = 0;
  await page.exposeFunction('acknowledged', (update: number) => {
    stored = update;
  });
  let arrived = (): void => undefined;
  const middle = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.exposeFunction('inTheMiddle', () => arrived());
  await train(page, db, last);
  await middle;
  const crash = async () => {
    const crashed = new Promise((done) => page.once('error', done));
    client.send('Page.crash').catch(() => undefined); // the answer never comes: its sender is gone
    await crashed;
  };
  return { crash, stored };
}

describe('the tab dies in the middle of an update', () => {
  test('the tab is closed while it trains: both checkpoints and the progress agree, nothing acknowledged is lost', async () => {
    const page = await openPage();
    let stored = 0;
    await page.exposeFunction('acknowledged', (update: number) => {
      stored = update;
      if (update === 3) void page.close();
    });
    const closed = new Promise((resolve) => page.once('close', resolve));
    await train(page, 'closed', Number.POSITIVE_INFINITY);
    await closed;
    const next = await openPage();
    const { run, policy, world } = await found(next, 'closed');
    expect(run.progress?.update).toBeGreaterThanOrEqual(stored);
    expect(policy).toEqual([run.progress?.update]);
    expect(world).toEqual(policy);
    await next.close();
  });

  test('the renderer crashes: a new tab finds the last completed update, whole, and can go on', async () => {
    for (const stopAt of [1, 4]) {
      const { crash, stored } = await trainIntoTheMiddle('crash', stopAt);
      expect(stored).toBe(stopAt);
      await crash();
      const next = await openPage();
      expect(await found(next, 'crash')).toMatchObject({
        runs: 1,
        run: { progress: { stage: 'dream', update: stopAt, done: false } },
        policy: [stopAt],
        world: [stopAt],
      });
      await next.close();
    }
  });

  test('the whole browser is killed while updates are being written: nothing that was acknowledged is lost', async () => {
    const { stored } = await trainIntoTheMiddle('killed', 3);
    expect(stored).toBe(3);
    const dead = new Promise((resolve) => browser.once('disconnected', resolve));
    browser.process()?.kill('SIGKILL');
    await dead;
    browser = await launchChrome({ profile });
    const next = await openPage();
    expect(await found(next, 'killed')).toMatchObject({
      runs: 1,
      run: { progress: { update: 3 } },
      policy: [3],
      world: [3],
    });
    await next.close();
  });
});
