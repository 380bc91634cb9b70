import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseTrajectories } from '../../src/core/jsonl.ts';
import { benchSchema } from '../../src/core/report.ts';
import { wilson } from '../../src/core/stats.ts';
import { reverie } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'reverie-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('reverie bench', () => {
  it('finds the expert without fault, in JSON and JUnit', async () => {
    const [json, junit] = [join(folder, 'expert.json'), join(folder, 'expert.xml')];
    const args = [
      'bench',
      '--policy',
      'expert',
      '--episodes',
      '6',
      '--min-success',
      '0.99',
      '--json',
      json,
      '--junit',
      junit,
    ];
    const ended = await reverie(args);
    expect(ended, ended.err).toMatchObject({ code: 0 });
    const result = benchSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
    const { lo, hi } = wilson(6, 6);
    expect(result).toMatchObject({ policy: 'expert', split: 'test-seen', episodes: 6, success: { rate: 1, lo, hi } });
    expect(result.failures).toEqual({ environment: 0, format: 0, policy: 0 });
    expect(result.steps.mean).toBeGreaterThanOrEqual(1);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<testsuite name="sites/test-seen/expert" tests="6" failures="0" errors="0"');
    expect(xml.match(/<testcase /g)).toHaveLength(6);
  });

  it('exits 1 for a random policy below the bar', async () => {
    const ended = await reverie(['bench', '--policy', 'random', '--episodes', '6', '--min-success', '0.9']);
    expect(ended.code, ended.err).toBe(1);
    expect(ended.err).toMatch(/below the bar: \d+(\.\d)? % < 90 %/);
  });
});

describe('reverie record', () => {
  const args = (out: string, episodes: number) => [
    'record',
    '--families',
    'shop',
    '--episodes',
    String(episodes),
    '--parallel',
    '2',
    '--out',
    out,
  ];
  const read = (out: string) => parseTrajectories(readFileSync(out, 'utf8'));
  const taskIds = (out: string) => read(out).trajectories.map(({ task }) => task.id);

  it('writes what the pages asked of the network beside the episodes', async () => {
    const [out, har] = [join(folder, 'one.jsonl'), join(folder, 'one.har')];
    const ended = await reverie([...args(out, 1), '--har', har]);
    expect(ended, ended.err).toMatchObject({ code: 0 });
    const [{ task, steps }] = read(out).trajectories;
    const { log } = JSON.parse(readFileSync(har, 'utf8'));
    expect(log).toMatchObject({ version: '1.2', browser: { name: expect.stringContaining('Chrome') } });
    const asked: string[] = log.entries.map(({ request }: { request: { url: string } }) => request.url);
    expect(asked[0]).toContain(`/site/0/shop/${task.siteSeed}/?fresh`);
    expect(asked.length).toBeGreaterThan(new Set(steps.map(({ observation }) => observation.tree.url)).size);
    const again = await reverie([...args(join(folder, 'two.jsonl'), 1), '--har', har]);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('--har') });
  });

  it('goes on where Ctrl-C and a cut line left it, and does nothing twice', async () => {
    const out = join(folder, 'shop.jsonl');
    const stopped = await reverie(args(out, 40), {
      onStart: (kill) => {
        const watcher = watch(folder, () => {
          // The header and one episode are there: now.
          if (!existsSync(out) || readFileSync(out, 'utf8').split('\n').length < 3) return;
          watcher.close();
          kill('SIGINT');
        });
      },
    });
    expect(stopped, stopped.err).toMatchObject({ code: 130 });
    expect(stopped.err).toContain('--resume');
    const kept = taskIds(out);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(40);
    // A power cut in the middle of a line.
    appendFileSync(out, '{"id":"browser:sho');

    const resumed = await reverie([...args(out, 6), '--resume']);
    expect(resumed, resumed.err).toMatchObject({ code: 0 });
    const all = taskIds(out);
    expect(all.slice(0, kept.length)).toEqual(kept);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(6);
    for (const episode of read(out).trajectories) {
      expect(episode).toMatchObject({ world: 'browser', policy: 'expert', reward: 1, terminated: true });
    }

    const other = await reverie([...args(out, 6), '--resume', '--seed', '9']);
    expect(other.code).toBe(2);
    expect(other.err).toMatch(/recorded with another seed/);
  });
});
