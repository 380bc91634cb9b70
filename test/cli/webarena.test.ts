import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchSchema } from '../../src/core/report.ts';
import { wilson } from '../../src/core/stats.ts';
import { type MiniShop, openMiniShop } from '../webarena/miniShop.ts';
import { reverie } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'reverie-webarena-'));
let shop: MiniShop;
beforeAll(async () => {
  shop = await openMiniShop();
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

const at = (name: string): string => join(folder, name);
const write = (name: string, value: unknown): string => {
  writeFileSync(at(name), typeof value === 'string' ? value : JSON.stringify(value));
  return at(name);
};

/** A task in WebArena's form. `scoring`: its `eval`. */
const task = (task_id: number, start_url: string, scoring: object) => ({
  task_id,
  sites: ['shopping'],
  intent: `Task ${task_id}`,
  start_url,
  storage_state: './.auth/shopping_state.json',
  eval: scoring,
});
const answers = (reference_answers: object) => ({ eval_types: ['string_match'], reference_answers });
const html = (url: string, locator: string, required_contents: object, more: object = {}) => ({
  eval_types: ['program_html'],
  program_html: [{ url, locator, required_contents, ...more }],
});

const SHOP = '__SHOPPING__/';
const SAY_SEEN = "document.querySelector('h1').textContent = 'Seen'";
const TASKS = [
  task(1, SHOP, answers({ exact_match: 'EUR 12.50' })),
  task(2, SHOP, answers({ must_include: ['12.50', 'EUR'] })),
  task(3, SHOP, answers({ fuzzy_match: ['twelve and a half'] })),
  task(4, SHOP, answers({ fuzzy_match: 'N/A' })),
  task(5, SHOP, { eval_types: ['url_match'], reference_url: '__SHOPPING__/mug/red', url_note: 'GOLD in PRED' }),
  task(6, SHOP, html('__SHOPPING__/cart', '', { must_include: ['Blue mug & lid'] })),
  task(7, SHOP, html('last', "document.querySelector('#price').outerText", { exact_match: 'EUR 8.00' })),
  task(8, SHOP, {
    ...html('last', "document.querySelector('h1').outerText", { exact_match: 'Seen' }, { prep_actions: [SAY_SEEN] }),
    eval_types: ['string_match', 'program_html'],
    reference_answers: { exact_match: 'yes' },
  }),
  task(9, SHOP, html('func:shopping_get_latest_order_url()', '', { must_include: ['x'] })),
  task(10, '__GITLAB__/', answers({ exact_match: 'x' })),
  task(11, '__SHOPPING__/account', html('last', '', { must_include: ['Hello Ada'] })),
  task(12, '__SHOPPING__/cart |AND| __SHOPPING__/help', answers({ exact_match: 'two' })),
  task(13, SHOP, answers({ exact_match: 'wrong target' })),
  task(14, SHOP, answers({ exact_match: 'eight' })),
  task(15, SHOP, answers({ exact_match: 'not in the list of actions' })),
];

const click = (name: string, role = 'link') => ({
  verb: 'click',
  target: { selectors: [[{ by: 'aria', name, role }]] },
});
const stop = (answer: string) => ({ verb: 'stop', answer });
const buy = [click('Blue mug'), click('Add to cart', 'button')];
const DEEDS = {
  1: [click('Blue mug'), stop('"eur 12.50"')],
  2: [click('Blue mug'), stop('It is EUR 12.50.')],
  3: [stop('12.50')],
  4: [stop('N/A')],
  // Opens a tab, and is scored there.
  5: [click('Red mug'), stop('')],
  6: [...buy, { verb: 'go_back' }, stop('')],
  7: [click('Red mug'), stop('')],
  8: [stop('yes')],
  9: [stop('')],
  11: [{ verb: 'tab_focus', index: 0 }, stop('')],
  12: [{ verb: 'close_tab' }, stop('two')],
  13: [click('Green mug'), stop('wrong target')],
  14: [stop('nine')],
};

const STATE = {
  cookies: [
    {
      name: 'user',
      value: 'Ada-secret-cookie',
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax',
    },
  ],
  origins: [],
};

describe('reverie bench --suite webarena', () => {
  it('plays recorded actions, scores every kind of task, and says what has no score', async () => {
    const [json, junit, har] = ['replay.json', 'replay.xml', 'hars'].map(at);
    const args = [
      ...['bench', '--suite', 'webarena', '--tasks', write('tasks.json', TASKS), '--base', `SHOPPING=${shop.url}/`],
      ...['--policy', `replay:${write('deeds.json', { schema: 'reverie-actions', version: 1, tasks: DEEDS })}`],
      ...['--storage-state', write('state.json', STATE), '--json', json, '--junit', junit, '--har', har],
    ];
    const ended = await reverie([...args, '--min-success', '0.9']);
    expect(ended.code, ended.err).toBe(1);
    const result = benchSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
    const outcome = Object.fromEntries(result.tasks!.map(({ id, outcome }) => [id.replace('webarena/', ''), outcome]));
    expect(outcome).toEqual({
      ...{ 1: 'passed', 2: 'passed', 3: 'not-scored', 4: 'passed', 5: 'passed', 6: 'passed', 7: 'passed', 8: 'passed' },
      ...{ 9: 'not-scored', 10: 'not-run', 11: 'passed', 12: 'passed', 13: 'failed', 14: 'failed', 15: 'not-run' },
    });
    // Nine of the eleven that were scored; the others are in no rate.
    const { rate, lo, hi } = wilson(9, 11);
    expect(result).toMatchObject({ suite: 'webarena', split: null, episodes: 11, success: { rate, lo, hi } });
    // The target that is not there.
    expect(result.failures).toEqual({ environment: 0, format: 1, policy: 0 });
    const reasons = (id: number) => result.tasks!.find((one) => one.id === `webarena/${id}`)!.reasons;
    expect(reasons(3)).toEqual(['fuzzy_match needs a judge, and none is given']);
    expect(reasons(10)).toEqual([expect.stringContaining('there is no base for __GITLAB__')]);
    expect(ended.out).toContain('9 passed, 2 failed, 2 not scored, 0 lost, 2 not run');
    expect(ended.out).toContain('webarena/15: not run: replay: there are no actions for this task');
    expect(ended.err).toContain('below the bar: 82 % < 90 %');

    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('tests="15" failures="2" errors="0" skipped="4"');
    expect(xml.match(/<skipped message="not scored: /g)).toHaveLength(2);
    expect(xml.match(/<skipped message="not run: /g)).toHaveLength(2);

    expect(readdirSync(har)).toHaveLength(13);
    const asked = (id: number) => {
      const text = readFileSync(join(har, `webarena%2F${id}.har`), 'utf8');
      expect(text).not.toContain('secret-cookie');
      return JSON.parse(text).log.entries.map(
        ({ request }: { request: { method: string; url: string } }) =>
          `${request.method} ${request.url.replace(shop.url, '')}`,
      );
    };
    // A tab that a page opened is heard from its first request on.
    expect(asked(5).filter((line: string) => !line.includes('favicon'))).toEqual(['GET /', 'GET /mug/red']);
    // What the evaluator asked for is not the agent's: it looked at the cart once more.
    expect(asked(6).filter((line: string) => /cart/.test(line))).toEqual(['POST /cart', 'GET /cart']);
  });

  it('tells a site that is not there from a policy that fails', async () => {
    const json = at('lost.json');
    const tasks = write('lost-tasks.json', TASKS);
    const bench = [
      'bench',
      '--suite',
      'webarena',
      '--tasks',
      tasks,
      '--policy',
      'random',
      '--base',
      'GITLAB=http://127.0.0.1:1',
    ];
    const [some, all] = await Promise.all([
      reverie([...bench, '--base', `SHOPPING=${shop.url}`, '--only', '1,10', '--json', json]),
      reverie([...bench, '--only', '10']),
    ]);
    expect(some, some.err).toMatchObject({ code: 0 });
    const result = benchSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
    expect(result).toMatchObject({ episodes: 1, failures: { environment: 1 } });
    const why = expect.stringContaining('http://127.0.0.1:1/ does not load: net::ERR');
    expect(result.tasks).toContainEqual({ id: 'webarena/10', outcome: 'lost', reasons: [why] });
    // A random agent never finds the price by chance, and stops, or is stopped, within the limit.
    expect(result.tasks![0]).toMatchObject({ id: 'webarena/1', outcome: 'failed' });
    expect(result.steps.mean).toBeLessThanOrEqual(31);
    expect(all).toMatchObject({ code: 3, err: expect.stringContaining('every episode was lost') });
  });

  it('asks a judge where the user gives one', async () => {
    const heard: [authorization: string | undefined, body: string][] = [];
    const judge = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        heard.push([request.headers.authorization, body]);
        response.end(JSON.stringify({ choices: [{ message: { content: 'Correct.' } }] }));
      });
    });
    await new Promise<void>((resolve) => judge.listen(0, '127.0.0.1', resolve));
    const { port } = judge.address() as AddressInfo;
    const policy = `replay:${write('judged.json', { schema: 'reverie-actions', version: 1, tasks: DEEDS })}`;
    const args = [
      ...[
        'bench',
        '--suite',
        'webarena',
        '--tasks',
        write('judged-tasks.json', TASKS),
        '--base',
        `SHOPPING=${shop.url}`,
      ],
      ...['--only', '3', '--policy', policy, '--judge', `http://127.0.0.1:${port}/v1`, '--judge-model', 'some-model'],
    ];
    const ended = await reverie([...args, '--min-success', '1'], { env: { REVERIE_JUDGE_KEY: 'key-of-the-judge' } });
    judge.close();
    expect(ended, ended.err).toMatchObject({ code: 0 });
    expect(heard).toEqual([
      ['Bearer key-of-the-judge', expect.stringMatching(/some-model.*twelve and a half.*12\.50/s)],
    ]);
  });

  it('refuses what does not fit together, on one line', async () => {
    const tasks = write('usage-tasks.json', TASKS);
    const bench = (...more: string[]) => ['bench', '--suite', 'webarena', ...more];
    const random = ['--tasks', tasks, '--policy', 'random'];
    mkdirSync(at('taken'));
    const wrong: [string[], RegExp][] = [
      [bench('--policy', 'random'), /needs --tasks with one task file/],
      [bench('--tasks', at('none.json'), '--policy', 'random'), /no such file.*none\.json/],
      [bench('--tasks', write('cut.json', '[{"task_id": 1,'), '--policy', 'random'), /line 1.*ends in the middle/],
      [bench('--tasks', tasks, '--policy', 'expert'), /no expert/],
      [bench(...random), /no task of the file can be run.*--base SHOPPING=http/],
      [bench(...random, '--base', 'shopping'), /--base: not the address of a site; got shopping; expected NAME=URL/],
      [bench(...random, '--only', '1,99'), /--only: the file has no such task; got 99/],
      [bench(...random, '--judge', 'http://127.0.0.1:1/v1'), /--judge.*--judge-model/],
      [bench(...random, '--base', `SHOPPING=${shop.url}`, '--har', at('taken')), /--har.*exists already/],
      [
        bench(
          ...random,
          '--base',
          `SHOPPING=${shop.url}`,
          '--storage-state',
          write('bad.json', '{"cookies":[{"name":1,"value":"hush"}]}'),
        ),
        /cookies\.0\.name/,
      ],
      [bench('--tasks', tasks, '--policy', `replay:${tasks}`), /not a reverie-actions file/],
      [['bench', '--policy', 'random', '--base', `SHOPPING=${shop.url}`], /--base.*--suite webarena/],
      [['bench', '--policy', 'random', '--storage-state', 'x'], /--storage-state.*--suite webarena/],
    ];
    for (const [args, why] of wrong) {
      const ended = await reverie(args);
      expect(ended, args.join(' ')).toMatchObject({ code: 2, out: '', err: expect.stringMatching(why) });
      expect(ended.err.trim().split('\n'), args.join(' ')).toHaveLength(1);
      expect(ended.err).not.toContain('hush');
    }
  });
});
