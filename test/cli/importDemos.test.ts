import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { parseTrajectories } from '../../src/core/jsonl.ts';
import { fileOf, record } from '../exchange/demos/recorder.ts';
import { reverie } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'reverie-demos-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { states } = record({ boxes: [{ name: 'kale', checked: false }], fields: [] }, [
  { kind: 'box', i: 0, on: 'box' },
  { kind: 'submit' },
]);
const good = fileOf(states);
const nested = (levels: number): string =>
  good.replace(
    '"children":[]',
    `"children":${'[{"tag":"DIV","ref":9,"left":0,"top":0,"width":1,"height":1,"children":'.repeat(levels)}[]${'}]'.repeat(levels)}`,
  );

it('imports a folder: every good demonstration, and what was wrong with the others', async () => {
  const demos = join(folder, 'demos');
  mkdirSync(join(demos, 'inner'), { recursive: true });
  const files: Record<string, string | Buffer> = {
    'inner/click-checkboxes_a.json': good,
    'inner/click-checkboxes_b.json.gz': gzipSync(fileOf(states, { taskName: undefined, rawReward: -1 })),
    'flight.AA_1.json': fileOf(states, { taskName: 'flight.AA' }),
    'bomb.json.gz': gzipSync(Buffer.alloc(70_000_000, 32)),
    'cut.json': good.slice(0, 300),
    'cut.json.gz': gzipSync(good).subarray(0, 200),
    'deep.json': nested(70),
    'empty.json': '',
    'foreign.json': '{"a": 1}',
    'nothing.json': fileOf([], { taskName: 'click-tab' }),
    'plain.json.gz': 'no gzip',
    'strange.json': good.replace('"mousedown"', '"\\u001b[31mpinch"'),
    'wrong.json': good.replace('"left":10', '"left":"x"'),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(demos, name), content);
  const out = join(folder, 'demos.jsonl');
  const args = ['import', 'miniwob-demos', demos, '--out', out];
  const ended = await reverie(args);
  expect(ended.code).toBe(0);
  const { trajectories } = parseTrajectories(readFileSync(out, 'utf8'));
  expect(trajectories.map(({ id, task, reward }) => [id, task.id, reward])).toEqual([
    ['demo:click-checkboxes_a', 'miniwob/click-checkboxes/demo/0', 1],
    ['demo:click-checkboxes_b', 'miniwob/click-checkboxes/demo/1', 0],
  ]);
  expect(ended.out.replaceAll(demos, '')).toContain('2 of 12 demonstrations (16.7 %)');
  for (const line of [
    'left out, 1: saved pages of airlines',
    '/bomb.json.gz: unpacked it has more than 64000000 bytes',
    '/cut.json: line 1, column 301: the file ends',
    '/cut.json.gz: the compressed file is cut',
    '/deep.json: state 1: nodes are nested deeper than 60 levels',
    '/empty.json: line 1: the file is empty',
    '/foreign.json: this is not a demonstration of MiniWoB++',
    '/plain.json.gz: this is not gzip',
    "/strange.json: state 2: there is no event '\\x1b[31mpinch'",
    // The first three of each reason are named, all are counted.
    'not converted, 4: cannot be read (malformed)',
    'by task, where not all: click-tab 0/1',
  ])
    expect(ended.out.replaceAll(demos, '')).toContain(line);
  // Nothing is replaced unasked.
  expect(await reverie(args)).toMatchObject({ code: 2, out: '' });
});

it('stopping keeps what was converted so far, and says how far that was', async () => {
  const demos = join(folder, 'many');
  const written = join(folder, 'written');
  for (const path of [demos, written]) mkdirSync(path);
  const total = 2000;
  for (let i = 0; i < total; i++) writeFileSync(join(demos, `click-checkboxes_${i}.json`), good);
  const out = join(written, 'many.jsonl');
  const stopped = await reverie(['import', 'miniwob-demos', demos, '--out', out], {
    onStart: (kill) => {
      const watcher = watch(written, () => {
        // The header and one episode are there: now.
        const [file] = readdirSync(written);
        if (file === undefined || readFileSync(join(written, file), 'utf8').split('\n').length < 3) return;
        watcher.close();
        kill('SIGINT');
      });
    },
  });
  expect(stopped, stopped.err).toMatchObject({ code: 130 });
  const { trajectories } = parseTrajectories(readFileSync(out, 'utf8'));
  expect(trajectories.length).toBeGreaterThan(0);
  expect(trajectories.length).toBeLessThan(total);
  expect(stopped.err).toContain(`Stopped after ${trajectories.length} of ${total} files`);
  expect(stopped.out).toContain(`${trajectories.length} of ${trajectories.length} demonstrations (100.0 %)`);
  expect(readdirSync(written)).toEqual(['many.jsonl']);
});

it('without a single good demonstration there is one error and no file', async () => {
  const bad = join(folder, 'bad.json');
  writeFileSync(bad, '{"a": 1}');
  const out = join(folder, 'none.jsonl');
  const ended = await reverie(['import', 'miniwob-demos', bad, '--out', out]);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain('this is not a demonstration of MiniWoB++');
  expect(existsSync(out)).toBe(false);
});
