import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AXTree } from '../../src/core/types.ts';
import { countedSelector, countingXpath } from '../../src/exchange/ariaXpath.ts';
import type { Selector } from '../../src/exchange/flow.ts';
import { printSelectors, readSelectors } from '../../src/exchange/recorderSelectors.ts';
import { describeTarget, locate } from '../../src/exchange/target.ts';
import { anyText, anyTree, similarNodes } from '../page/arbitraries.ts';

const tree = (...nodes: [role: string, name: string, depth?: number][]): AXTree => ({
  url: '/',
  title: '',
  omitted: 0,
  nodes: nodes.map(([role, name, depth = 1], i) => ({ id: i + 1, role, name, depth })),
});

const name = fc.oneof(anyText, fc.constantFrom('Search', `Tom's "best"`, '[role="link"]', "a [name='b']", "',\"'\",'"));
const counted: fc.Arbitrary<Selector> = fc.oneof(
  fc.record(
    {
      by: fc.constant('aria' as const),
      name,
      role: fc.constantFrom('button', 'Date', `o"d'd`),
      ordinal: fc.integer({ min: 1, max: 99 }),
    },
    { requiredKeys: ['by', 'name', 'ordinal'] },
  ),
  fc.record({ by: fc.constant('text' as const), text: name, ordinal: fc.integer({ min: 1, max: 99 }) }),
);

describe('a described target', () => {
  it('leads back to its node, however many others have its role and name', () => {
    const crowded = similarNodes.map((nodes): AXTree => ({ url: '/', title: '', nodes, omitted: 0 }));
    fc.assert(
      fc.property(fc.oneof(anyTree, crowded), (page) => {
        for (const { id } of page.nodes) expect(locate(describeTarget(page, id)!, page)).toBe(id);
      }),
    );
  });

  it('tells apart two nodes of one name: by role, then by count', () => {
    // The search icon and the search box are both called SEARCH.
    const page = tree(
      ['RootWebArea', '', 0],
      ['searchbox', 'SEARCH'],
      ['button', 'SEARCH'],
      ['button', 'Edit'],
      ['button', 'Edit'],
    );
    expect(describeTarget(page, 3)).toEqual({ selectors: [[{ by: 'aria', role: 'button', name: 'SEARCH' }]] });
    expect(describeTarget(page, 5)).toEqual({
      selectors: [[{ by: 'aria', role: 'button', name: 'Edit', ordinal: 2 }]],
    });
    expect(describeTarget(page, 9)).toBeNull();
    const rows = tree(
      ['RootWebArea', '', 0],
      ['row', 'Ann'],
      ['button', 'Edit', 2],
      ['row', 'Bob'],
      ['button', 'Edit', 2],
    );
    expect(describeTarget(rows, 5)).toEqual({
      selectors: [
        [
          { by: 'aria', role: 'row', name: 'Bob' },
          { by: 'aria', role: 'button', name: 'Edit' },
        ],
        [{ by: 'aria', role: 'button', name: 'Edit', ordinal: 2 }],
      ],
    });
  });

  it('uses the accessible name, not what is shown', () => {
    const page = tree(['RootWebArea', '', 0], ['button', 'Add one Espresso'], ['StaticText', '+', 2]);
    const [[selector]] = describeTarget(page, 2)!.selectors;
    expect(selector).toEqual({ by: 'aria', role: 'button', name: 'Add one Espresso' });
  });

  it('is found on another page by the first alternative that leads somewhere', () => {
    const page = tree(
      ['RootWebArea', '', 0],
      ['list', 'Fruit'],
      ['button', 'Buy', 2],
      ['list', 'Nuts'],
      ['button', 'Buy', 2],
    );
    const buy: Selector = { by: 'aria', name: 'Buy' };
    expect(locate({ selectors: [[buy]] }, page)).toBe(3);
    expect(locate({ selectors: [[{ by: 'aria', name: 'Nuts' }, buy]] }, page)).toBe(5);
    expect(
      locate({ selectors: [[{ by: 'css', path: '#buy' }], [{ by: 'text', text: 'Buy', ordinal: 2 }]] }, page),
    ).toBe(5);
    expect(locate({ selectors: [[{ ...buy, ordinal: 3 }]] }, page)).toBeNull();
    expect(locate({ selectors: [[{ by: 'xpath', path: '//button' }]] }, page)).toBeNull();
    expect(locate({ selectors: [[buy]], frame: [0] }, page)).toBeNull();
  });
});

describe('selectors as Recorder writes them', () => {
  it('count by an XPath that is read back, and no other XPath is', () => {
    fc.assert(
      fc.property(counted, (selector) => {
        expect(countedSelector(countingXpath(selector)!)).toEqual(selector);
      }),
    );
    expect(countingXpath({ by: 'aria', name: 'Go' })).toBeNull();
    for (const xpath of ['//*[@id="a"]', '(//*[@role="a"])[2', '(//*[@role="a"][1])[2]', '(//*)[0x1]']) {
      expect(countedSelector(xpath)).toBeNull();
    }
  });

  it('come back as they were', () => {
    const path = fc.constantFrom('#go', 'main > a.big', '[data-x="1"]', '//*[@id="a"]');
    const any: fc.Arbitrary<Selector> = fc.oneof(
      counted,
      fc.record({ by: fc.constant('aria' as const), name, role: fc.constantFrom('button', 'link') }),
      fc.record({ by: fc.constantFrom('css' as const, 'pierce' as const, 'xpath' as const), path }),
      fc.record({ by: fc.constant('text' as const), text: name }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(any, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        (selectors) => {
          // What could be mistaken for an attribute is counted instead.
          const clear = selectors.map((chain) =>
            chain.map((one) =>
              one.by === 'aria' && /\[\s*(name|role)\s*=/.test(one.name) ? { ordinal: 1, ...one } : one,
            ),
          );
          expect(readSelectors(printSelectors(selectors))).toEqual(clear);
        },
      ),
    );
  });

  it.each([
    ['aria/Send', { by: 'aria', name: 'Send' }],
    ['aria/Send[role="button"]', { by: 'aria', name: 'Send', role: 'button' }],
    ["aria/[name='Send'][role='button']", { by: 'aria', name: 'Send', role: 'button' }],
    ['text/Send it', { by: 'text', text: 'Send it' }],
    ['xpath///*[@id="a"]', { by: 'xpath', path: '//*[@id="a"]' }],
    ['pierce/#a', { by: 'pierce', path: '#a' }],
    ['#a > b', { by: 'css', path: '#a > b' }],
  ])('%s', (written, selector) => {
    expect(readSelectors([written])).toEqual([[selector]]);
    expect(readSelectors([['#host', written]])).toEqual([[{ by: 'css', path: '#host' }, selector]]);
  });
});
