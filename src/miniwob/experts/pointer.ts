import type { Action, AXNode, Observation } from '../../core/types.ts';
import { click, type Expert, GIVE_UP, named } from './hand.ts';

const drag = (node: AXNode | undefined, to: AXNode | undefined): Action =>
  node && to ? { verb: 'drag', target: node.id, to: to.id } : GIVE_UP;

/** A slider with the number that it stands at; its look says its kind. */
interface Slider {
  track: AXNode;
  handle: AXNode;
  value: AXNode;
  vertical: boolean;
}

function slidersOf({ tree: { nodes } }: Observation): Slider[] {
  return nodes.flatMap((track, i) => {
    const handle = nodes[i + 1];
    if (!/ui-slider\b/.test(track.name) || !handle?.name.includes('ui-slider-handle')) return [];
    const value = nodes.slice(i).find(({ role, name }) => role === 'StaticText' && /^-?\d+$/.test(name));
    return value ? [{ track, handle, value, vertical: track.name.includes('vertical') }] : [];
  });
}

/** Clicks the track at a share of the way from its least to its greatest value. */
function slideTo({ track, vertical }: Slider, share: number): Action {
  const percent = Math.round(1e4 * (vertical ? 1 - share : share)) / 100;
  return { verb: 'click_at', target: track.id, x: vertical ? 50 : percent, y: vertical ? percent : 50 };
}

const step = ({ value }: Slider, wanted: number): Action => ({
  verb: 'press',
  key: Number(value.name) < wanted ? 'ArrowRight' : 'ArrowLeft',
});

/** The ends of the slider are tried and noted first: nothing else says how far it goes. */
const slider: Expert = (seen) => {
  const wanted = Number(/Select (-?\d+)/.exec(seen.goal)?.[1]);
  const [one] = slidersOf(seen);
  if (!one) return GIVE_UP;
  const [low, high] = seen.notes.map(Number);
  const tries: Action[] = [
    slideTo(one, 0),
    { verb: 'press', key: 'Home' },
    { verb: 'note', target: one.value.id },
    { verb: 'press', key: 'End' },
    { verb: 'note', target: one.value.id },
    slideTo(one, (wanted - low) / (high - low)),
  ];
  if (seen.step < tries.length) return tries[seen.step];
  return Number(one.value.name) === wanted ? click(named(seen, 'Submit')) : step(one, wanted);
};

/** These sliders go from 0 to 20. */
const sliders: Expert = (seen) => {
  const wanted = (/\[([\d,]+)\]/.exec(seen.goal)?.[1] ?? '').split(',').map(Number);
  const all = slidersOf(seen);
  const wrong = all.findIndex(({ value }, i) => Number(value.name) !== wanted[i]);
  if (wrong < 0) return click(named(seen, 'Submit'));
  const { focused } = all[wrong].handle.states ?? {};
  return focused ? step(all[wrong], wanted[wrong]) : slideTo(all[wrong], wanted[wrong] / 20);
};

export const POINTER: Record<string, Expert> = {
  'drag-box': (seen) => {
    const [small, large] = ['s', 'L'].map((name) => named(seen, name, 'clickable'));
    return seen.step === 0 ? drag(small, large) : click(named(seen, 'Submit'));
  },
  'use-slider': slider,
  'use-slider-2': sliders,
};
