import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { printTrajectories } from '../../src/core/jsonl.ts';
import { trajectory } from '../core/arbitraries.ts';
import { reverie } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'reverie-usage-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** The command must end with this code and say why on one line. */
async function complains(args: string[], code: number, why: RegExp, env?: Record<string, string>): Promise<void> {
  const ended = await reverie(args, { env });
  expect(ended, args.join(' ')).toMatchObject({ code, out: '' });
  expect(ended.err.trim().split('\n'), args.join(' ')).toHaveLength(1);
  expect(ended.err).toMatch(why);
}

const COPY = fileURLToPath(new URL('../fixtures/miniwob', import.meta.url));
const miniwobMisuse: [string[], RegExp][] = [
  [['--policy', 'random', '--tasks', 'pick,fly'], /no such task.*fly/],
  [['--policy', 'random', '--families', 'shop'], /--families.*--suite sites/],
  [['--policy', 'random', '--split', 'test-unseen-style'], /--split.*no such split/],
  [['--policy', 'random', '--protocol', 'browsergym'], /--protocol.*all listed tasks; got 10; expected 125/],
  [['--policy', 'random', '--rounds', '0'], /--rounds.*'0'.*whole number/],
  [['--policy', 'expert', '--tasks', 'pick'], /no scripted expert.*pick/],
];

describe('reverie', () => {
  it('explains every command, with examples', async () => {
    const commands = [
      'run',
      'record',
      'bench',
      'study',
      'inspect',
      'sites',
      'import',
      'replay',
      'export',
      'doctor',
      'perf',
    ];
    const top = await reverie(['--help']);
    expect(top.code).toBe(0);
    const helps = await Promise.all(commands.map((command) => reverie([command, '--help'])));
    for (const [i, command] of commands.entries()) {
      expect(top.out).toContain(`  ${command} `);
      expect(helps[i].code).toBe(0);
      expect(helps[i].out).toContain(`Usage: reverie ${command}`);
      expect(helps[i].out).toMatch(/Examples?:\n {2}reverie /);
    }
  });

  it('exits 2 with one line on a wrong command line', async () => {
    await Promise.all([
      complains(['fly'], 2, /unknown command 'fly'/),
      complains(['bench'], 2, /--policy/),
      complains(['bench', '--policy', 'expert', '--episodes', 'many'], 2, /--episodes.*'many'.*whole number/),
      complains(['bench', '--policy', 'expert', '--min-success', '99'], 2, /--min-success.*0 to 1/),
      complains(['bench', '--policy', 'expert', '--split', 'test'], 2, /--split.*test-seen/),
      complains(['bench', '--policy', 'expert', '--families', 'zoo'], 2, /unknown site family.*zoo.*shop/),
      complains(['bench', '--policy', 'random', '--suite', 'miniwob'], 2, /needs --miniwob-dir.*git clone/),
      complains(
        ['bench', '--policy', 'random', '--suite', 'miniwob', '--miniwob-dir', folder],
        2,
        /no copy of MiniWoB/,
      ),
      complains(['bench', '--policy', 'random', '--miniwob-dir', folder], 2, /--miniwob-dir.*--suite miniwob/),
      complains(['bench', '--policy', 'random', '--rounds', '5'], 2, /--rounds.*--suite miniwob/),
      ...miniwobMisuse.map(([args, why]) =>
        complains(['bench', '--suite', 'miniwob', '--miniwob-dir', COPY, ...args], 2, why),
      ),
      complains(['bench', '--policy', '/no/run'], 2, /neither a known policy nor a run.*\/no\/run/),
      complains(['run', '--preset', 'huge'], 2, /--preset.*debug/),
      complains(['run', '--seed', '-1'], 2, /--seed/),
      complains(['run', '--families', 'shop,zoo'], 2, /unknown site family.*zoo.*shop/),
      complains(['record', '--episodes', '3'], 2, /--out/),
      complains(['study', 'miniwob', '--miniwob-dir', COPY], 2, /--miniwob-dir.*the copy lacks tasks/),
      complains(['study', 'miniwob'], 2, /--miniwob-dir/),
    ]);
  });

  it('overwrites nothing without --force', async () => {
    const precious = file('precious.json', 'precious');
    await Promise.all([
      complains(['bench', '--policy', 'expert', '--json', precious], 2, /--json.*exists already.*--force/),
      complains(['bench', '--policy', 'expert', '--junit', precious], 2, /--junit.*exists already/),
      complains(['record', '--out', precious], 2, /--out.*exists already/),
      complains(['record', '--out', precious, '--resume'], 2, /line 1: this is not a file of Reverie/),
    ]);
    const foreign = join(folder, 'somebody');
    mkdirSync(foreign);
    await Promise.all([
      complains(['run', '--out', foreign], 2, /--out.*not a run of Reverie/),
      complains(['run', '--out', foreign, '--force'], 2, /--out.*not a run of Reverie/),
    ]);
    expect(readFileSync(precious, 'utf8')).toBe('precious');
  });

  it('reads trajectory files, and names the line it cannot read', async () => {
    const episodes = fc.sample(trajectory, { seed: 3, numRuns: 2 });
    const good = printTrajectories(episodes, { split: 'train' });
    const [header, first, second] = good.split('\n');
    const fine = await reverie(['inspect', file('good.jsonl', good)]);
    expect(fine).toMatchObject({ code: 0, err: '' });
    expect(fine.out).toContain('split train');
    await Promise.all([
      complains(['inspect', file('cut.jsonl', good.slice(0, -20))], 2, /line 3: the file ends in the middle/),
      complains(
        ['inspect', file('torn.jsonl', `${header}\n${first.slice(5)}\n${second}\n`)],
        2,
        /line 2: this is not JSON/,
      ),
      complains(['inspect', file('other.jsonl', '{"prompt":"x"}\n')], 2, /line 1: this is not a file of Reverie/),
      complains(
        ['inspect', file('late.jsonl', good.replace('"version":1', '"version":9'))],
        2,
        /line 1.*version 9.*Update/,
      ),
      complains(['inspect', file('empty.jsonl', '')], 2, /line 1: the file is empty/),
      complains(['inspect', join(folder, 'missing.jsonl')], 2, /no such file.*missing\.jsonl/),
    ]);
  });

  it('exits 3 when there is no browser to work with', async () => {
    const env = { CHROME_PATH: join(folder, 'gone'), PUPPETEER_EXECUTABLE_PATH: '' };
    await Promise.all([
      complains(['doctor', '--chrome-only'], 3, /CHROME_PATH.*does not exist/, env),
      complains(['bench', '--policy', 'expert', '--episodes', '1'], 3, /CHROME_PATH/, env),
    ]);
    const broken = file('broken-chrome', 'not a program');
    await complains(['doctor', '--chrome-only'], 3, /does not start/, { ...env, CHROME_PATH: broken });
  });
});
