import { printAction } from '../../action/parse.ts';
import { describe } from '../../action/table.ts';
import type { Action, AXTree, Trajectory } from '../../core/types.ts';

/** `click [12] link "Mugs"`: an action with the name of what it hit. */
export function sayAction(action: Action, tree: AXTree): string {
  const node = 'target' in action ? tree.nodes.find(({ id }) => id === action.target) : undefined;
  return node ? `${printAction(action)} ${describe(node)}` : printAction(action);
}

export interface StepsProps {
  trajectory: Trajectory;
  start: number;
  onStart(step: number): void;
}

/** The recorded actions; choosing one lets the dream begin right before it. */
export function Steps({ trajectory: { steps }, start, onStart }: StepsProps) {
  return (
    <ol class="script" aria-label="Recorded actions: the dream begins before the chosen one">
      {steps.map(({ action, observation }, i) => {
        const text = sayAction(action, observation.tree);
        return (
          <li key={i} class={i < start ? 'given' : ''}>
            <button type="button" aria-pressed={i === start} title={text} onClick={() => onStart(i)}>
              {i + 1}. {text}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

export interface DepthProps {
  label: string;
  depth: number;
  most: number;
  /** What was done to get to this depth. */
  said: string;
  onDepth(depth: number): void;
}

/** A slider over the steps of a dream; the arrow keys move it. */
export const Depth = ({ label, depth, most, said, onDepth }: DepthProps) => (
  <label class="field depth">
    <span>
      {label}:{' '}
      <output>
        {depth} of {most}
      </output>
      {said && <> · {said}</>}
    </span>
    <input
      type="range"
      min={0}
      max={most}
      step={1}
      value={depth}
      disabled={most === 0}
      onInput={(event) => onDepth(event.currentTarget.valueAsNumber)}
    />
  </label>
);
