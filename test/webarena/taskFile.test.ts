import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FileError } from '../../src/core/fileError.ts';
import { fillBases, parseBases } from '../../src/webarena/bases.ts';
import { readTasks } from '../../src/webarena/taskFile.ts';

/** Own tasks in the published shapes. */
const MUG = {
  sites: ['shopping'],
  task_id: 21,
  require_login: true,
  storage_state: './.auth/shopping_state.json',
  start_url: '__SHOPPING__/mugs |AND| __SHOPPING_ADMIN__',
  geolocation: null,
  intent_template: 'Put a {{colour}} mug into the cart and tell me its price',
  instantiation_dict: { colour: 'blue' },
  intent: 'Put a blue mug into the cart and tell me its price',
  require_reset: false,
  eval: {
    eval_types: ['string_match', 'url_match', 'program_html'],
    reference_answers: { must_include: ['12.50', 'EUR'] },
    reference_url: '__SHOPPING__/cart |OR| __SHOPPING__/basket',
    url_note: 'GOLD in PRED',
    program_html: [
      { url: 'last', locator: '', required_contents: { must_include: ['Blue mug |OR| blue mug'] } },
      {
        url: '__SHOPPING__/cart',
        locator: "document.querySelector('#total').outerText",
        required_contents: { exact_match: '12.50' },
        prep_actions: ["document.querySelector('#more').click()"],
      },
    ],
    string_note: '',
    reference_answer_raw_annotation: '12.50 EUR',
  },
  intent_template_id: 7,
};
const { eval: _, start_url, ...COMMON } = MUG;
const VERIFIED = {
  ...COMMON,
  start_urls: ['__SHOPPING__'],
  eval: [{ evaluator: 'AgentResponseEvaluator', expected: { task_type: 'retrieve', retrieved_data: ['x'] } }],
  revision: 2,
};
const CHORE = { ...MUG, type_main: 'Calculation', type_sub: 1, required_obs: 'any', start_url_lite: '__SHOPPING__' };
const VISUAL = {
  ...MUG,
  image: 'http://localhost/mug.png',
  overall_difficulty: 'easy',
  eval: { eval_types: ['page_image_query'] },
};
const VOYAGER = { web_name: 'Mugs', id: 'Mugs--0', ques: 'Find a blue mug', web: 'https://example.com/' };

const read = (...tasks: unknown[]) => readTasks(JSON.stringify(tasks, null, 2));
const refusal = (source: string): [problem: string, message: string] => {
  try {
    readTasks(source);
  } catch (error) {
    if (error instanceof FileError) return [error.problem, error.message];
    throw error;
  }
  throw new Error('was read');
};

describe('task files', () => {
  test('WebArena', () => {
    expect(read(MUG)).toEqual([
      {
        suite: 'webarena',
        id: '21',
        sites: ['shopping'],
        goal: MUG.intent,
        images: [],
        startUrls: ['__SHOPPING__/mugs', '__SHOPPING_ADMIN__'],
        storageState: './.auth/shopping_state.json',
        template: 7,
        evaluation: {
          types: ['string_match', 'url_match', 'program_html'],
          answers: { must_include: ['12.50', 'EUR'] },
          note: '',
          url: MUG.eval.reference_url,
          targets: [
            { url: 'last', locator: '', before: [], required: { rule: 'include', texts: ['Blue mug |OR| blue mug'] } },
            {
              url: '__SHOPPING__/cart',
              locator: "document.querySelector('#total').outerText",
              before: ["document.querySelector('#more').click()"],
              required: { rule: 'exact', text: '12.50' },
            },
          ],
        },
      },
    ]);
  });

  test('WebArena-Lite: one text for a list, and contents for a judge', () => {
    const [lite] = read({
      ...MUG,
      old_task_id: 349,
      eval: {
        eval_types: ['string_match', 'program_html'],
        reference_answers: { must_include: 'blue' },
        program_html: [{ url: 'last', locator: '', required_contents: { fuzzy_match: ['refund', '12.99'] } }],
      },
    });
    expect(lite.suite).toBe('webarena-lite');
    expect(lite.evaluation).toMatchObject({
      answers: { must_include: ['blue'] },
      targets: [{ required: { rule: 'fuzzy', text: 'refund, 12.99' } }],
    });
  });

  test('fields of evaluators that are not used may hold anything', () => {
    const unused = { ...MUG.eval, eval_types: ['url_match'], reference_answers: null, program_html: 'none' };
    expect(read({ ...MUG, eval: unused })[0].evaluation).toEqual({
      types: ['url_match'],
      answers: undefined,
      note: '',
      url: MUG.eval.reference_url,
      targets: undefined,
    });
  });

  test.each([
    ['webarena-verified', VERIFIED, ['__SHOPPING__'], []],
    ['webchorearena', CHORE, ['__SHOPPING__/mugs', '__SHOPPING_ADMIN__'], []],
    ['visualwebarena', VISUAL, ['__SHOPPING__/mugs', '__SHOPPING_ADMIN__'], ['http://localhost/mug.png']],
    ['webvoyager', VOYAGER, ['https://example.com/'], []],
  ])('%s: read, and said not to be scored', (suite, task, startUrls, images) => {
    const [found] = read(task);
    expect(found).toMatchObject({ suite, startUrls, images });
    expect(found.evaluation).toEqual({ notScored: expect.any(String) });
  });

  test('WebVoyager has a task per line', () => {
    const lines = [VOYAGER, { ...VOYAGER, id: 'Mugs--1' }].map((task) => JSON.stringify(task));
    expect(readTasks(`${lines.join('\r\n')}\n\n`).map(({ id, sites }) => [id, sites])).toEqual([
      ['Mugs--0', ['Mugs']],
      ['Mugs--1', ['Mugs']],
    ]);
    expect(refusal(`${lines[0]}\n${lines[1].slice(0, 30)}`)).toEqual(['truncated', expect.stringContaining('line 2')]);
    expect(refusal(`${lines[0].slice(0, 30)}\n${lines[1]}`)).toEqual(['malformed', expect.stringContaining('line 1')]);
    expect(refusal(`${lines[0]}\n{"id":"x","ques":"q","web":"w"}`)).toEqual([
      'malformed',
      expect.stringContaining('line 2, web_name'),
    ]);
  });

  test('the examples of docs/formats.md', () => {
    const docs = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');
    const [, section] = docs.split('## WebArena task files\n');
    const suites = ['json', 'jsonl'].flatMap((language) => {
      const [, block] = section.split(`\`\`\`${language}\n`);
      return readTasks(block.slice(0, block.indexOf('```'))).map(({ suite }) => suite);
    });
    expect(suites).toEqual([
      'webarena',
      'webarena-lite',
      'webchorearena',
      'visualwebarena',
      'webarena-verified',
      'webvoyager',
    ]);
  });

  test('a file that was cut anywhere is said to be cut', () => {
    const whole = JSON.stringify([MUG], null, 2);
    // A cut right after a number may also be a wrong number: only the ends of texts and brackets are sure.
    for (let to = 2; to < whole.length; to += 7) {
      const cut = whole.slice(0, to);
      expect(refusal(cut), cut.slice(-20)).toEqual(['truncated', expect.any(String)]);
    }
  });

  test.each<[string, unknown, string]>([
    ['another kind of file', { name: 'x' }, 'task 2: this is not a task of a known suite'],
    ['no object', 5, 'task 2: this is not a task of a known suite'],
    ['no goal', { ...MUG, intent: undefined }, 'task 2 (task_id 21), intent: '],
    [
      'another evaluator',
      { ...MUG, eval: { ...MUG.eval, eval_types: ['magic'] } },
      'task 2 (task_id 21), eval.eval_types.0: ',
    ],
    ['no evaluation', { ...MUG, eval: [] }, 'task 2 (task_id 21), eval: '],
    [
      'another rule of answers',
      { ...MUG, eval: { ...MUG.eval, reference_answers: { one_of: ['a'] } } },
      'task 2 (task_id 21), eval.reference_answers: ',
    ],
    [
      'no answers',
      { ...MUG, eval: { ...MUG.eval, reference_answers: {} } },
      'eval.reference_answers: no reference answer',
    ],
    ['another rule for addresses', { ...MUG, eval: { ...MUG.eval, url_note: 'EXACT' } }, 'eval.url_note: '],
    [
      'a target without contents',
      { ...MUG, eval: { ...MUG.eval, program_html: [{ url: 'last', locator: '', required_contents: {} }] } },
      'eval.program_html.0.required_contents',
    ],
    ['a very long text', { ...MUG, intent: 'x'.repeat(100_001) }, 'task 2 (task_id 21), intent: '],
  ])('%s: one error with its place', (_, task, message) => {
    expect(refusal(JSON.stringify([{ ...MUG, task_id: 1 }, task]))[1]).toContain(message);
  });

  test('other files', () => {
    expect(refusal(' \n')).toEqual(['empty', expect.any(String)]);
    expect(refusal('[]')).toEqual(['empty', expect.any(String)]);
    expect(refusal('[{"task_id": 1,}]')).toEqual(['malformed', expect.stringContaining('line 1, column 16')]);
    expect(refusal('hello')).toEqual(['malformed', expect.stringContaining('line 1')]);
    expect(refusal(JSON.stringify([MUG, MUG]))).toEqual([
      'malformed',
      expect.stringContaining('the id 21 was used in task 1'),
    ]);
    expect(refusal(`[${'0,'.repeat(20_000)}0]`)).toEqual(['too-large', expect.stringContaining('20000 tasks')]);
    expect(refusal(' '.repeat(32_000_001))).toEqual(['too-large', expect.any(String)]);
  });
});

describe('bases', () => {
  const [task] = read(MUG);

  test('are filled in wherever a placeholder stands', () => {
    const bases = parseBases(['SHOPPING=http://localhost:7770/', 'SHOPPING_ADMIN=http://localhost:7780/admin']);
    const filled = fillBases(task, bases);
    expect(filled.startUrls).toEqual(['http://localhost:7770/mugs', 'http://localhost:7780/admin']);
    expect(filled.evaluation).toMatchObject({
      url: 'http://localhost:7770/cart |OR| http://localhost:7770/basket',
      targets: [{ url: 'last' }, { url: 'http://localhost:7770/cart' }],
    });
    expect(JSON.stringify(filled)).not.toContain('__');
    expect(task.startUrls[0]).toBe('__SHOPPING__/mugs');
  });

  test('a missing one is named with task and field', () => {
    expect(() => fillBases(task, parseBases(['SHOPPING=http://localhost:7770']))).toThrow(
      'task 21, startUrls.1: there is no base for __SHOPPING_ADMIN__. Give it with --base SHOPPING_ADMIN=http://…',
    );
  });

  test.each([
    'SHOPPING',
    '=http://x',
    'SHOPPING=',
    'SHOPPING=localhost',
    'SHOPPING=file:///etc/passwd',
    'shop=http://x',
  ])('%j is no base', (pair) => {
    expect(() => parseBases([pair])).toThrow('--base: not the address of a site');
  });
  test('a name stands once', () => {
    expect(() => parseBases(['MAP=http://a', 'MAP=http://b'])).toThrow('MAP is given twice');
  });
});
