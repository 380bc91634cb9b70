import { describe, expect, it } from 'vitest';
import { feedbackLine } from '../../src/action/feedback.ts';
import type { AXTree } from '../../src/core/types.ts';
import { SHOP } from './pages.ts';

/** The page with node `id` changed. */
const change = (id: number, more: object): AXTree => ({
  ...SHOP,
  nodes: SHOP.nodes.map((node) => (node.id === id ? { ...node, ...more } : node)),
});

describe('feedbackLine', () => {
  it('names what was hit and where it led', () => {
    const after = { ...SHOP, url: '/item/3' };
    expect(feedbackLine({ verb: 'click', target: 7 }, SHOP, after)).toBe('clicked link "Blue mug"; now at /item/3');
  });

  it('names both ends of a drag, and the place of a click', () => {
    const after = change(8, { name: 'EUR 13.00' });
    expect(feedbackLine({ verb: 'drag', target: 7, to: 9 }, SHOP, after)).toBe(
      'dragged link "Blue mug" to button "Add"',
    );
    expect(feedbackLine({ verb: 'click_at', target: 9, x: 20, y: 2.5 }, SHOP, SHOP)).toBe(
      'clicked button "Add" at 20 %, 2.5 %; no visible change',
    );
  });

  it('says when nothing visible changed; a moved caret is no change', () => {
    const after = change(9, { states: { focused: true } });
    expect(feedbackLine({ verb: 'click', target: 9 }, SHOP, after)).toBe('clicked button "Add"; no visible change');
  });

  it('says nothing more when the page changed in place, also when only a state did', () => {
    expect(feedbackLine({ verb: 'click', target: 9 }, SHOP, change(8, { name: 'EUR 13.00' }))).toBe(
      'clicked button "Add"',
    );
    expect(feedbackLine({ verb: 'click', target: 9 }, SHOP, change(9, { states: { pressed: true } }))).toBe(
      'clicked button "Add"',
    );
  });

  it('takes pages for equal whose nodes are new but look the same', () => {
    const after = { ...SHOP, nodes: SHOP.nodes.map((node) => ({ ...node, id: node.id + 100 })) };
    expect(feedbackLine({ verb: 'press', key: 'Escape' }, SHOP, after)).toBe('pressed Escape; no visible change');
  });

  it('shows the real value when the field holds something else', () => {
    const action = { verb: 'type', target: 2, text: 'red mug', enter: false } as const;
    expect(feedbackLine(action, SHOP, change(2, { value: 'red mug' }))).toBe('typed "red mug" into searchbox "Search"');
    expect(feedbackLine(action, SHOP, change(2, { value: 'RED MUG' }))).toBe(
      'typed "red mug" into searchbox "Search"; the field holds "RED MUG"',
    );
  });

  it('adds what a tree does not show', () => {
    expect(feedbackLine({ verb: 'scroll', direction: 'down' }, SHOP, SHOP, ['alert "Hi" accepted'])).toBe(
      'scrolled down; no visible change; alert "Hi" accepted',
    );
  });

  it('repeats a noted text', () => {
    expect(feedbackLine({ verb: 'note', target: 8 }, SHOP, SHOP)).toBe('noted "EUR 12.50"');
  });
});
