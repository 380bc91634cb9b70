import type { Action, AXNode, Observation } from '../../core/types.ts';
import { click, type Expert, named, nodesOf, ordinal, quoted, tick } from './hand.ts';

const submit = (seen: Observation): Action => click(named(seen, 'Submit'));

/** `Select A, B and click Submit.` → the names; none for "nothing". */
const listed = (goal: string): string[] => {
  const names = /Select (.*?)(?: from .*?)? and click Submit/i.exec(goal)?.[1] ?? '';
  return names === 'nothing' ? [] : names.split(', ');
};

/** Clicks what the goal quotes. */
const clickQuoted: Expert = (seen) => click(named(seen, quoted(seen.goal)[0] ?? ''));

const SHAPES: Record<string, string> = { rect: 'Rectangle', circle: 'Circle', polygon: 'Triangle' };

/** Ticks the boxes that the goal lists. */
const checkboxes: Expert = (seen) => {
  const names = listed(seen.goal);
  return tick(
    nodesOf(seen, 'checkbox'),
    ({ name }) => names.includes(name),
    () => submit(seen),
  );
};

/** Clicks the link where it shows, else opens the next section or tab. `step` counts the ones opened before. */
const behind =
  (sections: (seen: Observation) => AXNode[]): Expert =>
  (seen) => {
    // To the letter: the same word with a capital is another link.
    const link = nodesOf(seen, 'clickable', 'link').find(({ name }) => name === quoted(seen.goal)[0]);
    if (link) return click(link);
    const all = sections(seen);
    return click(all[seen.step % Math.max(1, all.length)]);
  };

const tabs = (seen: Observation): AXNode[] => nodesOf(seen, 'tab');

export const CLICKS: Record<string, Expert> = {
  'click-test': (seen) => click(nodesOf(seen, 'button')[0]),
  'click-test-2': (seen) => click(named(seen, /button (\w+)/.exec(seen.goal)?.[1] ?? '')),
  'click-test-transfer': (seen) => click(named(seen, /button (\w+)/.exec(seen.goal)?.[1] ?? '')),
  'click-button': clickQuoted,
  'click-button-sequence': (seen) => click(named(seen, seen.step === 0 ? 'ONE' : 'TWO')),
  'click-link': clickQuoted,
  'click-dialog': (seen) => click(named(seen, 'Close')),
  'click-dialog-2': (seen) => {
    const [label] = quoted(seen.goal);
    return click(named(seen, label === 'x' ? 'Close' : label));
  },
  'click-option': (seen) => {
    const [name] = listed(seen.goal);
    const wrong = nodesOf(seen, 'radio').find((radio) => radio.name === name && !radio.states?.checked);
    return wrong ? click(wrong) : submit(seen);
  },
  'click-checkboxes': checkboxes,
  'click-checkboxes-large': checkboxes,
  'click-checkboxes-transfer': checkboxes,
  'click-tab': (seen) => click(named(seen, /Tab #\d+/.exec(seen.goal)?.[0] ?? '', 'tab', 'link')),
  'click-tab-2': behind(tabs),
  'click-tab-2-easy': behind(tabs),
  'click-tab-2-medium': behind(tabs),
  'click-tab-2-hard': behind(tabs),
  'click-collapsible': (seen) => {
    const closed = tabs(seen).find(({ name, states }) => name.startsWith('Section') && !states?.expanded);
    return closed ? click(closed) : submit(seen);
  },
  'click-collapsible-2': behind(tabs),
  'focus-text': (seen) => click(nodesOf(seen, 'textbox')[0]),
  'focus-text-2': (seen) => click(nodesOf(seen, 'textbox')[ordinal(seen.goal) - 1]),
  'unicode-test': clickQuoted,
  // All are hidden after the first click, but the next one stays the first of the rest.
  'ascending-numbers': (seen) => click(named(seen, '1') ?? nodesOf(seen, 'clickable')[0]),
  'grid-coordinate': (seen) => {
    const place = /\(-?\d+,-?\d+\)/.exec(seen.goal)?.[0] ?? '';
    return click(nodesOf(seen, 'clickable').find(({ name }) => name.includes(` ${place} `)));
  },
  // A figure is named by its shape, a letter or digit by itself.
  'identify-shape': (seen) => {
    const figure = nodesOf(seen, 'clickable', 'StaticText')[0]?.name ?? '';
    const shape = Object.keys(SHAPES).find((word) => figure.includes(` ${word} `));
    return click(named(seen, shape ? SHAPES[shape] : /^\d$/.test(figure) ? 'Number' : 'Letter'));
  },
  'find-greatest': (seen) => {
    const cards = nodesOf(seen, 'clickable').sort((a, b) => Number(b.name) - Number(a.name));
    return seen.step === 0 ? click(cards[0]) : submit(seen);
  },
  'click-color': (seen) => {
    const colour = (/on the (\w+) colored/.exec(seen.goal)?.[1] ?? '').replace('grey', 'gray');
    return click(nodesOf(seen, 'clickable').find(({ name }) => name.startsWith(`${colour} `)));
  },
  'odd-or-even': (seen) => {
    const numbers = nodesOf(seen, 'StaticText').filter(({ name }) => /^-?\d+$/.test(name));
    const at = numbers[seen.step];
    if (!at) return submit(seen);
    const label = Number(at.name) % 2 === 0 ? 'Even' : 'Odd';
    return click(nodesOf(seen, 'button').filter(({ name }) => name === label)[seen.step]);
  },
  'generate-number': (seen) => {
    const [number] = nodesOf(seen, 'StaticText').map(({ name }) => (/^\d+$/.test(name) ? Number(name) : Number.NaN));
    const [, side, bound] = /(less|greater) than (\d+)/.exec(seen.goal) ?? [];
    const fine =
      side === 'less'
        ? number < Number(bound)
        : side === 'greater'
          ? number > Number(bound)
          : number % 2 === (/\bodd\b/.test(seen.goal) ? 1 : 0);
    return fine ? submit(seen) : click(named(seen, 'Generate'));
  },
  'navigate-tree': (seen) => {
    const name = quoted(seen.goal)[0] ?? '';
    const found = nodesOf(seen, 'clickable').filter((node) => node.name === name);
    // The innermost of equal names; else the next folder that is still closed.
    return click(found.at(-1) ?? nodesOf(seen, 'clickable').find((node) => node.name.includes('expandable-hitarea')));
  },
  'buy-ticket': (seen) => {
    const tickets = seen.tree.nodes.filter(({ role, name }) => role === 'button' && /\$\d+/.test(name));
    const price = ({ name }: AXNode): number => Number(/\$(\d+)/.exec(name)?.[1]);
    const minutes = (node: AXNode): number => {
      const { name } = seen.tree.nodes[seen.tree.nodes.indexOf(node) - 1];
      const [, hours = 0, rest = 0] = /(?:(\d+)h)?\s*(?:(\d+)m)?/.exec(name) ?? [];
      return Number(hours) * 60 + Number(rest);
    };
    const worth = /cost|price/.test(seen.goal) ? price : minutes;
    const order = [...tickets].sort((a, b) => worth(a) - worth(b));
    return click(/most expensive|longest/.test(seen.goal) ? order.at(-1) : order[0]);
  },
  // Menus open under the pointer, level by level.
  'click-menu': (seen) => {
    const path = seen.goal.replace('Select ', '').split('>');
    const shown = path.map((name) => named(seen, name, 'menuitem'));
    const deepest = shown.findLastIndex((node) => node !== undefined);
    const node = shown[deepest];
    return node && deepest < path.length - 1 ? { verb: 'hover', target: node.id } : click(node);
  },
};

for (const name of ['click-collapsible', 'click-collapsible-2']) CLICKS[`${name}-nodelay`] = CLICKS[name];
