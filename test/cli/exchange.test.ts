import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { printTrajectories } from '../../src/core/jsonl.ts';
import { parseFlow } from '../../src/exchange/flow.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { expertOn } from '../sites/pureWorld.ts';
import { reverie } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'reverie-exchange-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(path(name), content);
  return path(name);
};

/** The command must end with 2, say why on one line, and write nothing. */
async function complains(args: string[], why: RegExp): Promise<void> {
  const out = path(`never-${Math.abs(args.join().length)}-${args[1].length}`);
  const ended = await reverie(args.includes('--out') ? args : [...args, '--out', out]);
  expect(ended, args.join(' ')).toMatchObject({ code: 2, out: '' });
  expect(ended.err.trim().split('\n'), args.join(' ')).toHaveLength(1);
  expect(ended.err).toMatch(why);
  expect(existsSync(out)).toBe(false);
}

const recording = JSON.stringify({
  title: 'Mine',
  steps: [
    { type: 'navigate', url: 'http://a.example/' },
    { type: 'click', selectors: ['aria/Go'], offsetX: 1, offsetY: 1 },
    { type: 'doubleClick', selectors: ['aria/Go'], offsetX: 1, offsetY: 1 },
    { type: '\u001b[31mred', x: 1 },
  ],
});

describe('reverie import', () => {
  it('writes a flow and says what is not in it, whatever the file calls it', async () => {
    const ended = await reverie(['import', file('recording.json', recording), '--out', path('flow.json')]);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out.trim().split('\n')).toEqual([
      `Recorder flow: 1 steps in ${path('flow.json')}, not or not quite:`,
      "step 3, 'doubleClick': there is no double click here",
      "step 4, '\\x1b[31mred': there is no such step",
    ]);
    expect(parseFlow(readFileSync(path('flow.json'), 'utf8'))).toMatchObject({
      title: 'Mine',
      start: 'http://a.example/',
    });
    const again = ['import', path('recording.json'), '--out', path('flow.json')];
    await complains(again, /--out.*exists already.*--force/);
    expect(await reverie([...again, '--force'])).toMatchObject({ code: 0 });
  });

  it('exits 2 with the place of what is wrong', async () => {
    await Promise.all([
      complains(['import', path('missing.json')], /no such file.*missing\.json/),
      complains(['import', file('cut.json', recording.slice(0, 40))], /line 1, column 41: the file ends/),
      complains(
        ['import', file('other.json', '{"a": 1}')],
        /neither a flow of Chrome’s Recorder nor a history of browser-use/,
      ),
      complains(
        ['import', file('latin.json', Buffer.from('{"title": "\xe4"}', 'latin1'))],
        /byte 11: this is not UTF-8/,
      ),
      complains(['import', file('step.json', recording.replace('"aria/Go"', '7'))], /step 2, selectors\.0/),
      complains(['import', file('history.json', '{"history": [{}]}')], /browser-use history: step 1, result: /),
      complains(['import'].concat(path('recording.json'), '--out'), /argument missing/),
    ]);
  });
});

describe('reverie export', () => {
  it('writes one flow an episode, or one line an episode, and lists what they cannot say', async () => {
    const episodes = await Promise.all([
      expertOn(makeTask('shop', 'price', 3, 0)),
      expertOn(makeTask('desk', 'comment', 3, 0)),
    ]);
    const source = file('expert.jsonl', printTrajectories(episodes));
    const flows = await reverie([
      'export',
      source,
      '--to',
      'recorder',
      '--out',
      path('flows'),
      '--origin',
      'http://a.example/',
    ]);
    expect(flows).toMatchObject({ code: 0, err: '' });
    expect(flows.out.split('\n')[0]).toBe(`2 episodes in ${path('flows')}, without:`);
    expect(flows.out).toMatch(/^episode 1, step \d+, stop: Recorder has no answer/m);
    const first = JSON.parse(readFileSync(path('flows/1.json'), 'utf8'));
    expect(first.title).toBe(episodes[0].task.goal);
    expect(first.steps[0]).toEqual({ type: 'navigate', target: 'main', url: 'http://a.example/site/0/shop/3/' });
    expect(JSON.parse(readFileSync(path('flows/2.json'), 'utf8')).title).toBe(episodes[1].task.goal);

    const adp = await reverie(['export', source, '--to', 'adp', '--out', path('adp.jsonl')]);
    expect(adp.out.trim().split('\n')).toEqual([
      `2 episodes in ${path('adp.jsonl')}, without:`,
      'state: the privileged state is for checkers only',
    ]);
    const lines = readFileSync(path('adp.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(episodes.map(({ id }) => id));

    await Promise.all([
      complains(['export', source, '--to', 'recorder', '--out', path('flows')], /--out.*exists already/),
      complains(['export', source, '--to', 'pdf'], /--to.*recorder/),
      complains(['export', source], /--to/),
      complains(
        ['export', file('cut.jsonl', readFileSync(source, 'utf8').slice(0, -20)), '--to', 'adp'],
        /line 3: the file ends/,
      ),
    ]);
  });
});
