import type { Observation } from '../../core/types.ts';
import { percent } from '../format.ts';
import type { FreeDream } from '../viewer.ts';
import { tagsOf } from './followedDream.tsx';
import { Depth, sayAction } from './steps.tsx';
import { TreePair } from './treePair.tsx';

export interface FreeDreamProps {
  /** The real page that it began on. */
  start: Observation;
  dream: FreeDream;
  depth: number;
  onDepth(depth: number): void;
}

/** A dream that the policy steered itself: each page beside the one before it. */
export function FreeDreamView({ start, dream, depth, onDepth }: FreeDreamProps) {
  const { actions, views, belief } = dream;
  const pages = [start.tree, ...views.map(({ tree }) => tree)];
  const view = depth > 0 ? views[depth - 1] : undefined;
  const before = pages[Math.max(0, depth - 1)];
  return (
    <>
      <Depth
        label="The agent’s own dream"
        depth={depth}
        most={actions.length}
        said={depth > 0 ? `after ${sayAction(actions[depth - 1], before)}` : 'the real page it begins on'}
        onDepth={onDepth}
      />
      <p class="small">
        {belief === null
          ? 'It did not come to an end within its steps.'
          : `It stopped; the judge believes in success with ${percent(belief)}.`}
      </p>
      <TreePair
        left={{
          title: depth <= 1 ? 'Real' : 'Dreamed, one step before',
          imagined: depth > 1,
          tree: before,
          tags: [],
          note: depth === 0 ? start.feedback : '',
        }}
        right={{
          title: depth === 0 ? 'Given' : 'Dreamed',
          imagined: depth > 0,
          tree: pages[depth],
          tags: tagsOf(view),
          note: view?.feedback ?? start.feedback,
          instead: '',
        }}
        words={{ matched: 'as before', 'wrong-attribute': 'changed', missing: 'gone', invented: 'new' }}
      />
    </>
  );
}
