import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Flow, parseFlow, printFlow } from '../../src/exchange/flow.ts';
import { importFlow } from '../../src/exchange/import.ts';
import { problemOf } from './problem.ts';

const read = (file: object): Flow => importFlow(JSON.stringify(file)).flow;

const element = (more: object) => ({
  node_id: 5,
  backend_node_id: 9,
  frame_id: null,
  node_type: 1,
  node_value: '',
  bounds: { x: 1, y: 2, width: 3, height: 4 },
  element_hash: 123,
  ...more,
});
const search = element({
  node_name: 'INPUT',
  attributes: { id: 'q', type: 'search' },
  x_path: 'html/body/form/input[1]',
  ax_name: 'Search',
});
const password = element({ node_name: 'INPUT', attributes: { type: 'password' }, x_path: 'html/body/input[2]' });
const card = element({
  node_name: 'INPUT',
  attributes: { autocomplete: 'billing cc-number' },
  x_path: 'html/body/input[3]',
});

interface Item {
  actions?: object[];
  results?: object[];
  elements?: (object | null)[];
  url?: string;
}
const item = ({ actions, results, elements, url = 'http://shop.example/' }: Item) => ({
  model_output: actions && { thinking: '…', memory: 'm', next_goal: 'g', action: actions },
  result: results ?? (actions ?? []).map(() => ({ is_done: false })),
  state: { url, title: 'Shop', tabs: [], interacted_element: elements ?? (actions ?? []).map(() => null) },
  metadata: { step_start_time: 1, step_end_time: 2, step_number: 1 },
});

describe('a history of browser-use', () => {
  it('becomes our actions, with everything known about the elements', () => {
    const flow = read({
      history: [
        item({
          actions: [{ navigate: { url: 'http://shop.example/', new_tab: false } }],
          url: 'about:blank',
        }),
        item({
          actions: [{ input: { index: 4, text: 'mugs', clear: true } }, { send_keys: { keys: 'Enter' } }],
          elements: [search, null],
        }),
        item({
          actions: [
            { click: { index: 7 } },
            { select_dropdown: { index: 8, text: 'Large' } },
            { scroll: { down: false, pages: 2 } },
            { go_back: {} },
          ],
          elements: [
            element({ node_name: 'A', attributes: {}, x_path: 'html/body/a[3]', ax_name: 'Blue mug' }),
            search,
            null,
            null,
          ],
          url: 'http://shop.example/list?q=mugs',
        }),
        item({ actions: [{ done: { text: 'EUR 12.50', success: true } }], url: 'http://shop.example/' }),
      ],
    });
    expect(flow).toEqual({
      title: 'browser-use',
      lost: [],
      steps: [
        { from: 1, action: { verb: 'goto', url: 'http://shop.example/' }, arrives: 'http://shop.example/' },
        {
          from: 2,
          action: {
            verb: 'type',
            target: {
              selectors: [
                [{ by: 'aria', name: 'Search' }],
                [{ by: 'css', path: 'input[id="q"]' }],
                [{ by: 'xpath', path: '/html/body/form/input[1]' }],
              ],
            },
            text: 'mugs',
            enter: false,
          },
        },
        { from: 2, action: { verb: 'press', key: 'Enter' }, arrives: 'http://shop.example/list?q=mugs' },
        {
          from: 3,
          action: {
            verb: 'click',
            target: {
              selectors: [[{ by: 'aria', name: 'Blue mug', role: 'link' }], [{ by: 'xpath', path: '/html/body/a[3]' }]],
            },
          },
        },
        { from: 3, action: { verb: 'select', target: expect.any(Object), option: 'Large' } },
        { from: 3, action: { verb: 'scroll', direction: 'up' } },
        { from: 3, action: { verb: 'scroll', direction: 'up' } },
        { from: 3, action: { verb: 'go_back' }, arrives: 'http://shop.example/' },
        { from: 4, action: { verb: 'stop', answer: 'EUR 12.50' } },
      ],
    });
  });

  it('of the time before 0.6 too', () => {
    const old = {
      tag_name: 'button',
      xpath: 'html/body/button',
      css_selector: 'html > body > button.go',
      attributes: { name: 'go"1' },
    };
    const { steps, start } = read({
      history: [
        item({
          actions: [{ open_tab: { url: 'http://a.example/' } }, { click_element: { index: 1 } }],
          elements: [null, old],
        }),
        item({ actions: [{ switch_tab: { page_id: 0 } }, { scroll_down: { amount: 300 } }] }),
      ],
    });
    expect(start).toBe('http://shop.example/');
    expect(steps.map(({ action }) => action)).toEqual([
      { verb: 'new_tab' },
      { verb: 'goto', url: 'http://a.example/' },
      {
        verb: 'click',
        target: {
          selectors: [
            [{ by: 'css', path: 'button[name="go\\"1"]' }],
            [{ by: 'css', path: 'html > body > button.go' }],
            [{ by: 'xpath', path: '/html/body/button' }],
          ],
        },
      },
      { verb: 'tab_focus', index: 0 },
      { verb: 'scroll', direction: 'down' },
    ]);
  });

  it('lists what was not carried out, failed, or has no word here', () => {
    const flow = read({
      history: [
        item({
          actions: [{ click: { index: 1 } }, { click: { index: 2 } }, { click: { index: 3 } }],
          elements: [search, search, search],
          results: [{ error: 'Element is gone' }, {}],
        }),
        item({
          actions: [
            { click: { coordinate_x: 3, coordinate_y: 4 } },
            { extract: { query: 'x' } },
            { evaluate: { code: 'globalThis.stolen = 1' } },
            {},
          ],
        }),
        item({}),
        item({
          actions: [{ send_keys: { keys: 'hello' } }, { input: { index: 1, text: 'x', clear: false } }],
          elements: [null, search],
        }),
      ],
    });
    expect(flow.steps).toHaveLength(1);
    expect(flow.lost.map(({ step, what, why }) => `${step} ${what} ${why}`)).toEqual([
      "1 'click' it failed when it was recorded",
      "1 'click' it was never carried out",
      "2 'click' no element was recorded for it",
      "2 'extract' there is no such action here",
      "2 'evaluate' there is no such action here",
      "2 '' there is no such action here",
      '3 nothing the model gave no action',
      "4 'send_keys' it is not one key",
      "4 'input' it adds to a text, and here a text is replaced",
    ]);
    expect('stolen' in globalThis).toBe(false);
  });

  it('keeps no secret: password and card fields, placeholders, tokens', () => {
    const flow = read({
      history: [
        item({
          actions: [
            { input: { index: 1, text: 'hunter2!' } },
            { input: { index: 2, text: '4111 1111 1111 1111' } },
            { input: { index: 3, text: 'I am <secret>name</secret>' } },
            { navigate: { url: 'http://a.example/?q=1&access_token=abc123' } },
          ],
          elements: [password, card, search, null],
        }),
      ],
    });
    const said = flow.steps.map(({ action }) => ('text' in action ? action.text : 'url' in action ? action.url : ''));
    expect(said).toEqual(['••••', '••••', 'I am ••••', 'http://a.example/?q=1&access_token=••••']);
    expect(flow.lost).toHaveLength(3);
  });

  it('is refused with the step and the field', () => {
    const bad = (...history: unknown[]) => problemOf(() => read({ history })).message;
    expect(bad(item({}), 5)).toMatch(/^browser-use history: step 2: /);
    expect(bad({ ...item({}), result: 'fine' })).toMatch(/^browser-use history: step 1, result: /);
    expect(bad(item({ actions: [{ input: { index: 1, text: 7 } }], elements: [search] }))).toMatch(
      /^browser-use history: step 1, model_output\.action\.0\.input, text: /,
    );
    expect(bad(item({ actions: [{ click: {} }], elements: [element({ x_path: 9 })] }))).toMatch(
      /^browser-use history: step 1, state\.interacted_element\.0\.x_path: /,
    );
    expect(problemOf(() => read({ history: Array(2001).fill(item({})) })).message).toContain('step 2001');
    const greedy = item({ actions: Array(100).fill({ scroll: { down: true, pages: 1000 } }) });
    expect(problemOf(() => read({ history: [greedy, greedy, greedy] })).problem).toBe('too-large');
    expect(problemOf(() => read({ history: 'x' })).problem).toBe('malformed');
  });

  it('that was tampered with is a flow or one error, never anything else', () => {
    const good = item({
      actions: [{ input: { index: 1, text: 'a' } }, { scroll: { down: true } }],
      elements: [search, null],
    });
    const paths = [
      ['model_output'],
      ['model_output', 'action'],
      ['model_output', 'action', '0'],
      ['model_output', 'action', '0', 'input'],
      ['model_output', 'action', '1', 'scroll'],
      ['result'],
      ['result', '0'],
      ['state'],
      ['state', 'url'],
      ['state', 'interacted_element'],
      ['state', 'interacted_element', '0'],
      ['state', 'interacted_element', '0', 'attributes'],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        const copy = structuredClone(good) as Record<string, unknown>;
        let at = copy;
        for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
        at[path[path.length - 1]] = value;
        try {
          const flow = read({ history: [good, copy] });
          expect(parseFlow(printFlow(flow))).toEqual(flow);
        } catch (error) {
          const { message } = problemOf(() => {
            throw error;
          });
          expect(message).toMatch(/step [12]/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
