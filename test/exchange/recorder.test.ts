import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskText } from '../../src/core/mask.ts';
import {
  type Flow,
  type FlowAction,
  type FlowStep,
  type FlowTarget,
  parseFlow,
  printFlow,
} from '../../src/exchange/flow.ts';
import { importFlow } from '../../src/exchange/import.ts';
import { flowOfTrajectory } from '../../src/exchange/ofTrajectory.ts';
import { exportRecorder } from '../../src/exchange/recorderExport.ts';
import { locate } from '../../src/exchange/target.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { expertOn } from '../sites/pureWorld.ts';
import { problemOf } from './problem.ts';

const read = (file: object): Flow => importFlow(JSON.stringify(file)).flow;
const send = { selectors: [['aria/Send'], ['#send']] };

/** A recording with one step of every kind, as DevTools writes them. */
const RECORDING = {
  title: 'Recording 1',
  timeout: 5000,
  steps: [
    {
      type: 'setViewport',
      width: 800,
      height: 600,
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
      isLandscape: false,
    },
    {
      type: 'navigate',
      url: 'http://shop.example/',
      assertedEvents: [{ type: 'navigation', url: 'http://shop.example/', title: 'Shop' }],
    },
    {
      type: 'click',
      target: 'main',
      selectors: [['aria/Search'], ['#q'], ['xpath///*[@id="q"]'], ['pierce/#q']],
      offsetX: 12.5,
      offsetY: 8,
    },
    { type: 'change', value: 'mugs', target: 'main', selectors: [['aria/Search']] },
    {
      type: 'keyDown',
      target: 'main',
      key: 'Enter',
      assertedEvents: [{ type: 'navigation', url: 'http://shop.example/list' }],
    },
    { type: 'keyUp', target: 'main', key: 'Enter' },
    { type: 'scroll', target: 'main', x: 0, y: 700 },
    { type: 'scroll', target: 'main', x: 0, y: 100 },
    { type: 'hover', target: 'main', selectors: [['my-host', 'aria/Blue mug[role="link"]']], frame: [0, 2] },
    { type: 'doubleClick', ...send, offsetX: 1, offsetY: 1 },
    { type: 'click', ...send, offsetX: 1, offsetY: 1, button: 'secondary' },
    { type: 'keyDown', key: 'Control' },
    { type: 'keyDown', key: 'a' },
    { type: 'keyUp', key: 'a' },
    { type: 'keyUp', key: 'Control' },
    { type: 'keyDown', key: 'Shift' },
    { type: 'keyUp', key: 'Shift' },
    { type: 'keyDown', key: 'F5' },
    { type: 'keyUp', key: 'F5' },
    { type: 'change', value: '3', selectors: ['select#size'] },
    { type: 'change', value: 'x', selectors: ['aria/Your password'] },
    { type: 'scroll', y: 10, selectors: ['#box'] },
    { type: 'waitForExpression', expression: 'globalThis.stolen = 1' },
    { type: 'waitForElement', selectors: ['#x'] },
    { type: 'emulateNetworkConditions', download: 1, upload: 1, latency: 1 },
    { type: 'customStep', name: 'x', parameters: {} },
    { type: 'click', target: 'http://other.example/', ...send, offsetX: 1, offsetY: 1 },
    { type: 'navigate', url: 'http://shop.example/cart' },
    { type: 'close', target: 'main' },
    { type: 'teleport' },
  ],
};

describe('a flow of Recorder', () => {
  it('becomes our actions; what cannot be said is listed with its number', () => {
    const flow = read(RECORDING);
    const search: FlowTarget = { selectors: [[{ by: 'aria', name: 'Search' }]] };
    expect(flow.title).toBe('Recording 1');
    expect(flow.start).toBe('http://shop.example/');
    expect(flow.steps).toEqual([
      {
        from: 3,
        action: {
          verb: 'click',
          target: {
            selectors: [
              [{ by: 'aria', name: 'Search' }],
              [{ by: 'css', path: '#q' }],
              [{ by: 'xpath', path: '//*[@id="q"]' }],
              [{ by: 'pierce', path: '#q' }],
            ],
            offset: { x: 12.5, y: 8 },
          },
        },
      },
      {
        from: 4,
        action: { verb: 'type', target: search, text: 'mugs', enter: true },
        arrives: 'http://shop.example/list',
      },
      { from: 7, action: { verb: 'scroll', direction: 'down' } },
      { from: 8, action: { verb: 'scroll', direction: 'up' } },
      {
        from: 9,
        action: {
          verb: 'hover',
          target: {
            selectors: [
              [
                { by: 'css', path: 'my-host' },
                { by: 'aria', name: 'Blue mug', role: 'link' },
              ],
            ],
            frame: [0, 2],
          },
        },
      },
      { from: 13, action: { verb: 'press', key: 'Ctrl+a' } },
      {
        from: 21,
        action: {
          verb: 'type',
          target: { selectors: [[{ by: 'aria', name: 'Your password' }]] },
          text: '••••',
          enter: false,
        },
      },
      { from: 28, action: { verb: 'goto', url: 'http://shop.example/cart' } },
      { from: 29, action: { verb: 'close_tab' } },
    ]);
    expect(flow.lost.map(({ step, what }) => `${step} ${what}`)).toEqual([
      "1 'setViewport'",
      "10 'doubleClick'",
      "11 'click'",
      "16 'keyDown'",
      "18 'keyDown'",
      "20 'change'",
      "21 'change'",
      "22 'scroll'",
      "23 'waitForExpression'",
      "24 'waitForElement'",
      "25 'emulateNetworkConditions'",
      "26 'customStep'",
      "27 'click'",
      "30 'teleport'",
    ]);
    expect('stolen' in globalThis).toBe(false);
  });

  it('is refused with the step and the field', () => {
    const broken = (step: unknown, n = 0): string => {
      const steps = [...RECORDING.steps] as unknown[];
      steps[n] = step;
      return problemOf(() => read({ ...RECORDING, steps })).message;
    };
    expect(broken(7, 4)).toMatch(/^Recorder flow: step 5: /);
    expect(broken({ type: 7 }, 1)).toMatch(/^Recorder flow: step 2, type: /);
    expect(broken({ type: 'click', offsetX: 1 })).toMatch(/^Recorder flow: step 1, selectors: /);
    expect(broken({ type: 'click', selectors: [['a', 5]] })).toMatch(/^Recorder flow: step 1, selectors\.0/);
    expect(broken({ type: 'click', selectors: [] })).toMatch(/^Recorder flow: step 1, selectors: /);
    expect(broken({ type: 'hover', selectors: ['a'], frame: [-1] })).toMatch(/^Recorder flow: step 1, frame\.0: /);
    expect(broken({ type: 'navigate' })).toMatch(/^Recorder flow: step 1, url: /);
    expect(broken({ type: 'keyDown', key: 'x'.repeat(51) })).toMatch(/^Recorder flow: step 1, key: /);
    const many = { title: '', steps: Array.from({ length: 2001 }, () => ({ type: 'close' })) };
    expect(problemOf(() => read(many))).toMatchObject({
      problem: 'too-large',
      message: expect.stringContaining('step 2001'),
    });
    expect(problemOf(() => read({ title: '', steps: {} })).message).toMatch(/^Recorder flow: steps: /);
    expect(problemOf(() => read({ title: 'x' })).problem).toBe('foreign');
    expect(problemOf(() => importFlow('[]')).problem).toBe('foreign');
  });

  it('that was cut anywhere says where', () => {
    const text = JSON.stringify(RECORDING, null, 2);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: text.length - 1 }), (length) => {
        const { problem, message } = problemOf(() => importFlow(text.slice(0, length)));
        expect(problem).toBe('truncated');
        expect(message).toMatch(/line \d+, column \d+: the file ends/);
      }),
    );
  });

  it('that was tampered with is a flow or one error, never anything else', () => {
    fc.assert(
      fc.property(fc.nat(RECORDING.steps.length - 1), fc.nat(), fc.jsonValue(), (n, k, value) => {
        const step: Record<string, unknown> = { ...RECORDING.steps[n] };
        const keys = Object.keys(step);
        step[keys[k % keys.length]] = value;
        const steps = RECORDING.steps.map((one, i) => (i === n ? step : one));
        try {
          const flow = read({ ...RECORDING, steps });
          expect(parseFlow(printFlow(flow))).toEqual(flow);
        } catch (error) {
          const { message } = problemOf(() => {
            throw error;
          });
          expect(message).toContain(`step ${n + 1}`);
        }
      }),
      { numRuns: 500 },
    );
  });
});

const BASE = 'http://shop.example/site/0/shop/3';

describe('our flows, written for Recorder', () => {
  const write = (action: FlowAction, arrives?: string) => {
    const { text, lost } = exportRecorder({ title: '', steps: [{ from: 1, action, arrives }], lost: [] });
    return { steps: JSON.parse(text).steps, lost };
  };
  const target: FlowTarget = { selectors: [[{ by: 'aria', role: 'searchbox', name: 'Search' }]] };

  it('type by `change`, Enter by a key, and assert where the key leads', () => {
    expect(write({ verb: 'type', target, text: 'mug', enter: true }, '/list').steps).toEqual([
      { type: 'change', target: 'main', selectors: ['aria/Search[role="searchbox"]'], value: 'mug' },
      { type: 'keyDown', target: 'main', key: 'Enter', assertedEvents: [{ type: 'navigation', url: '/list' }] },
      { type: 'keyUp', target: 'main', key: 'Enter' },
    ]);
    expect(
      write({ verb: 'press', key: 'Ctrl+Shift+Tab' }).steps.map(({ type, key }: never) => `${type} ${key}`),
    ).toEqual(['keyDown Control', 'keyDown Shift', 'keyDown Tab', 'keyUp Tab', 'keyUp Shift', 'keyUp Control']);
  });

  it('say what Recorder has no word for', () => {
    for (const action of [
      { verb: 'note', target },
      { verb: 'select', target, option: 'Large' },
      { verb: 'stop', answer: '' },
      { verb: 'new_tab' },
      { verb: 'go_back' },
      { verb: 'scroll', direction: 'up' },
    ] satisfies FlowAction[]) {
      expect(write(action)).toEqual({ steps: [], lost: [{ step: 1, what: action.verb, why: expect.any(String) }] });
    }
    expect(write({ verb: 'go_back' }, 'http://a.example/1')).toEqual({
      steps: [
        {
          type: 'navigate',
          target: 'main',
          url: 'http://a.example/1',
          assertedEvents: [{ type: 'navigation', url: 'http://a.example/1' }],
        },
      ],
      lost: [{ step: 1, what: 'go_back', why: expect.stringContaining('written as a navigation') }],
    });
  });

  it('come back step by step, but for what is listed', () => {
    const word = fc.constantFrom('Send', 'Search', 'Edit "all"', `it's`, 'ß 🛒');
    const anyTarget: fc.Arbitrary<FlowTarget> = fc
      .record({
        selectors: fc.array(
          fc.array(
            fc.oneof(
              fc.record(
                {
                  by: fc.constant('aria' as const),
                  name: word,
                  role: fc.constantFrom('button', 'searchbox'),
                  ordinal: fc.integer({ min: 1, max: 9 }),
                },
                { requiredKeys: ['by', 'name', 'role'] },
              ),
              fc.record({ by: fc.constant('text' as const), text: word }),
              fc.record({ by: fc.constant('css' as const), path: fc.constantFrom('#send', 'main > a') }),
            ),
            { minLength: 1, maxLength: 2 },
          ),
          { minLength: 1, maxLength: 3 },
        ),
        frame: fc.option(fc.array(fc.nat(3), { maxLength: 2 }), { nil: undefined }),
      })
      .map(({ selectors, frame }) => (frame === undefined ? { selectors } : { selectors, frame }));
    const offset = fc.record({ x: fc.nat(100), y: fc.nat(100) });
    const url = fc.webUrl({ withQueryParameters: false }).filter((address) => maskText(address) === address);
    const anyAction: fc.Arbitrary<FlowAction> = fc.oneof(
      fc.record({
        verb: fc.constant('click' as const),
        target: fc.tuple(anyTarget, offset).map(([t, o]) => ({ ...t, offset: o })),
      }),
      fc.record({ verb: fc.constant('type' as const), target: anyTarget, text: word, enter: fc.boolean() }),
      fc.record({ verb: fc.constant('hover' as const), target: anyTarget }),
      fc.record({ verb: fc.constant('drag' as const), target: anyTarget, to: anyTarget }),
      fc.record({ verb: fc.constant('click_at' as const), target: anyTarget, x: fc.nat(100), y: fc.nat(100) }),
      fc.record({
        verb: fc.constant('press' as const),
        key: fc.constantFrom('Tab', 'a', 'Ctrl+a', 'Ctrl+Alt+Shift+Meta+x', ' '),
      }),
      fc.record({ verb: fc.constant('scroll' as const), direction: fc.constantFrom('up' as const, 'down' as const) }),
      fc.record({ verb: fc.constant('goto' as const), url }),
      fc.constant<FlowAction>({ verb: 'close_tab' }),
      fc.record({ verb: fc.constant('stop' as const), answer: word }),
      fc.record({ verb: fc.constant('note' as const), target: anyTarget }),
      fc.record({ verb: fc.constant('select' as const), target: anyTarget, option: word }),
      fc.constant<FlowAction>({ verb: 'go_forward' }),
    );
    const anyStep = fc.record({ action: anyAction, arrives: url }, { requiredKeys: ['action'] });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), fc.constantFrom('', 'Buy a mug'), (list, title) => {
        const steps = list.map((step, i): FlowStep => ({ from: i + 1, ...step }));
        const flow: Flow = { title, start: `${BASE}/`, steps, lost: [] };
        const { text, lost } = exportRecorder(flow);
        const back = importFlow(text).flow;
        const listed = new Set(lost.map(({ step }) => step));
        const kept = steps.flatMap(({ from, action, arrives }): Omit<FlowStep, 'from'>[] => {
          const led = arrives === undefined ? {} : { arrives };
          // Listed and still written: as a navigation to where it led.
          if (action.verb === 'go_forward' && arrives) return [{ action: { verb: 'goto', url: arrives }, ...led }];
          return listed.has(from) ? [] : [{ action, ...led }];
        });
        expect(back.steps.map(({ from: _, ...step }) => step)).toEqual(kept);
        expect(back).toMatchObject({ title, start: `${BASE}/`, lost: [] });
      }),
    );
  });

  it('of every expert lead back to the nodes that the expert meant', async () => {
    const tasks = Object.values(FAMILIES).flatMap(({ name, templates }) =>
      templates.map((template, i) => makeTask(name, template.name, [3, 10_004, 20_005][i % 3], i)),
    );
    for (const task of tasks) {
      const episode = await expertOn(task);
      const flow = flowOfTrajectory(episode, BASE);
      expect(flow.lost).toEqual([]);
      expect(flow.steps).toHaveLength(episode.steps.length);
      const { text, lost } = exportRecorder(flow);
      expect(lost.every(({ what }) => ['note', 'select', 'stop', 'go_back'].includes(what))).toBe(true);
      const listed = new Set(lost.map(({ step }) => step));
      const back = importFlow(text).flow.steps.filter(({ action }) => action.verb !== 'goto');
      const kept = flow.steps.filter(({ from, action }) => !listed.has(from) && action.verb !== 'goto');
      expect(back.map(({ action }) => action.verb)).toEqual(kept.map(({ action }) => action.verb));
      flow.steps.forEach(({ action }, i) => {
        const original = episode.steps[i].action;
        if (!('target' in action) || !('target' in original)) return;
        expect(locate(action.target, episode.steps[i].observation.tree)).toBe(original.target);
      });
    }
  });
});

describe('flow files', () => {
  it('are read back, and refused by version, shape and place', () => {
    const flow = read(RECORDING);
    expect(parseFlow(printFlow(flow))).toEqual(flow);
    expect(problemOf(() => parseFlow('{"title":"x"}')).problem).toBe('foreign');
    expect(problemOf(() => parseFlow(printFlow(flow).replace('"version": 1', '"version": 2'))).problem).toBe(
      'future-version',
    );
    expect(problemOf(() => parseFlow(printFlow(flow).replace('"verb": "hover"', '"verb": "fly"'))).message).toMatch(
      /^flow: steps\.4\.action/,
    );
  });
});
