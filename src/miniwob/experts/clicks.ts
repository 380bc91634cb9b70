import type { Action, AXNode, Observation } from '../../core/types.ts';
import { click, type Expert, GIVE_UP, named, nodesOf, ordinal, quoted, tick } from './hand.ts';

const submit = (seen: Observation): Action => click(named(seen, 'Submit'));

/** `Select A, B and click Submit.` → the names; none for "nothing". */
const listed = (goal: string): string[] => {
  const names = /Select (.*?)(?: from .*?)? and click Submit/i.exec(goal)?.[1] ?? '';
  return names === 'nothing' ? [] : names.split(', ');
};

/** Clicks what the goal quotes. */
const clickQuoted: Expert = (seen) => click(named(seen, quoted(seen.goal)[0] ?? ''));

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
    const link = named(seen, quoted(seen.goal)[0] ?? '', 'clickable', 'link');
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
  'focus-text': (seen) => focus(nodesOf(seen, 'textbox')[0]),
  'focus-text-2': (seen) => focus(nodesOf(seen, 'textbox')[ordinal(seen.goal) - 1]),
  'unicode-test': clickQuoted,
};

/** Typing nothing puts the caret there. */
function focus(node: AXNode | undefined): Action {
  return node ? { verb: 'type', target: node.id, text: '', enter: false } : GIVE_UP;
}

for (const name of ['click-collapsible', 'click-collapsible-2']) CLICKS[`${name}-nodelay`] = CLICKS[name];
