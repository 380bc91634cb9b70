import { parseKey } from '../action/keys.ts';
import { CLICKABLE } from '../page/roles.ts';
import type { Flow, FlowStep, FlowTarget, Lost, Selector } from './flow.ts';
import { printSelectors, type RecorderSelector } from './recorderSelectors.ts';

/** What is written of a step; see docs/formats.md. */
interface RecorderStep {
  type: string;
  target?: 'main';
  frame?: number[];
  selectors?: RecorderSelector[];
  offsetX?: number;
  offsetY?: number;
  value?: string;
  key?: string;
  url?: string;
  x?: number;
  y?: number;
  assertedEvents?: { type: 'navigation'; url: string }[];
}

/** Recorder asks for a point on the element: this near its corner even a small one has it, CSS pixels. */
const CORNER = { x: 5, y: 5 };

/** Height of a page's window, CSS pixels: how far one `scroll` goes. Recorder writes where the page stands afterwards. */
const SCREEN = 768;

/** Modifiers as Recorder names them, in the order in which they are held. */
const MODIFIERS = { ctrl: 'Control', alt: 'Alt', shift: 'Shift', meta: 'Meta' } as const;

const element = ({ selectors, frame }: FlowTarget) => ({
  target: 'main' as const,
  ...(frame !== undefined && { frame }),
  selectors: printSelectors(selectors),
});

/** A chain that no browser understands: the role of a clickable element is our own word. */
const isOurs = (chain: readonly Selector[]): boolean =>
  chain.some((one) => one.by === 'aria' && one.role === CLICKABLE);

function keySteps(key: string): RecorderStep[] | null {
  const press = parseKey(key);
  if (press === null) return null;
  const held = (Object.keys(MODIFIERS) as (keyof typeof MODIFIERS)[]).filter((name) => press[name]);
  const step = (type: 'keyDown' | 'keyUp', name: string): RecorderStep => ({ type, target: 'main', key: name });
  return [
    ...held.map((name) => step('keyDown', MODIFIERS[name])),
    step('keyDown', press.key),
    step('keyUp', press.key),
    ...held.reverse().map((name) => step('keyUp', MODIFIERS[name])),
  ];
}

/** Why Recorder cannot say an action. */
const UNSAYABLE = {
  note: 'Recorder has no notes',
  stop: 'Recorder has no answer; a flow just ends',
  select: 'Recorder names an option by its value, which an accessibility tree does not show',
  drag: 'Recorder has no drag',
  click_at: 'Recorder writes places in pixels, which an accessibility tree does not show',
  new_tab: 'Recorder opens no tabs',
  tab_focus: 'Recorder names tabs by their address',
} as const;

/** One flow as Chrome's Recorder and @puppeteer/replay read it, and what they cannot say of it. */
export function exportRecorder(flow: Flow): { text: string; lost: Lost[] } {
  const out: RecorderStep[] = [];
  const lost = [...flow.lost];
  let y = 0;

  function convert({ from, action, arrives }: FlowStep): RecorderStep[] {
    const lose = (why: string): RecorderStep[] => {
      lost.push({ step: from, what: action.verb, why });
      return [];
    };
    if ('target' in action && action.target.selectors.every(isOurs)) return lose('its element has no role and no name');
    switch (action.verb) {
      case 'click': {
        const { x: offsetX, y: offsetY } = action.target.offset ?? CORNER;
        return [{ type: 'click', ...element(action.target), offsetX, offsetY }];
      }
      case 'hover':
        return [{ type: 'hover', ...element(action.target) }];
      case 'type': {
        const change: RecorderStep = { type: 'change', ...element(action.target), value: action.text };
        return [change, ...(action.enter ? keySteps('Enter')! : [])];
      }
      case 'press':
        return keySteps(action.key) ?? lose('there is no such key');
      case 'scroll': {
        const to = Math.max(0, y + (action.direction === 'down' ? SCREEN : -SCREEN));
        if (to === y) return lose('Recorder writes positions, and by those the page is at its top');
        y = to;
        return [{ type: 'scroll', target: 'main', x: 0, y }];
      }
      case 'goto':
        return [{ type: 'navigate', target: 'main', url: action.url }];
      case 'go_back':
      case 'go_forward':
        if (arrives === undefined) return lose('Recorder has no history, and where this led is not known');
        lose('Recorder has no history: written as a navigation to where it led');
        return [{ type: 'navigate', target: 'main', url: arrives }];
      case 'close_tab':
        return [{ type: 'close', target: 'main' }];
      default:
        return lose(UNSAYABLE[action.verb]);
    }
  }

  if (flow.start !== undefined) out.push({ type: 'navigate', target: 'main', url: flow.start });
  for (const step of flow.steps) {
    const steps = convert(step);
    const { arrives } = step;
    // The key that goes down is the one that the page acts on.
    const cause = steps.findLast(({ type }) => type === 'keyDown') ?? steps.at(-1);
    if (arrives !== undefined && cause) cause.assertedEvents = [{ type: 'navigation', url: arrives }];
    // A new page stands at its top, for readers of the file as far as it says that there is one.
    if (cause && (arrives !== undefined || step.action.verb === 'goto')) y = 0;
    out.push(...steps);
  }
  return { text: `${JSON.stringify({ title: flow.title, steps: out }, null, 2)}\n`, lost };
}
