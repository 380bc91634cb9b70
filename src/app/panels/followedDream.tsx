import type { Trajectory } from '../../core/types.ts';
import type { DreamView } from '../../train/dreamer.ts';
import { Depth, sayAction } from './steps.tsx';
import { TreePair } from './treePair.tsx';

export interface FollowedDreamProps {
  trajectory: Trajectory;
  /** The dream begins before this step. */
  start: number;
  /** One per dreamed step; null while they are being dreamed. */
  views: readonly DreamView[] | null;
  busy: boolean;
  depth: number;
  onDepth(depth: number): void;
}

const DEAD_END =
  'The dream ended before this step: the node acted on is not on the dreamed page, or that page is missing.';

/** Real page and dreamed page after the same actions. Depth 0 is what the dream is given. */
export function FollowedDream({ trajectory, start, views, busy, depth, onDepth }: FollowedDreamProps) {
  const { steps, final } = trajectory;
  const at = start + depth;
  const real = at < steps.length ? steps[at].observation : final;
  const dreamed = depth === 0 ? undefined : views?.[depth - 1];
  const last = depth > 0 ? steps[at - 1] : undefined;
  const right = depth === 0 ? real.tree : dreamed?.tree;
  return (
    <>
      <Depth
        label="Dreamed steps"
        depth={depth}
        most={steps.length - start}
        said={last ? `after ${sayAction(last.action, last.observation.tree)}` : 'the real page that the dream is given'}
        onDepth={onDepth}
      />
      <TreePair
        left={{ title: 'Real', tree: real.tree, tags: [], note: real.feedback }}
        right={{
          title: depth === 0 ? 'Given' : 'Dreamed',
          imagined: depth > 0,
          tree: right,
          tags: tagsOf(dreamed),
          note: depth === 0 ? real.feedback : (dreamed?.feedback ?? ''),
          instead: views !== null ? DEAD_END : busy ? 'Dreaming …' : 'Dreams need this run’s world model.',
        }}
        words={{
          matched: 'matched',
          'wrong-attribute': 'wrong attribute',
          missing: 'missing in the dream',
          invented: 'invented',
        }}
      />
    </>
  );
}

/** What is worth knowing about a dreamed page beyond its nodes. */
export const tagsOf = (view: DreamView | undefined): string[] =>
  view
    ? [
        ...(view.missing ? ['MISSING: nobody recorded this page'] : []),
        ...(view.madeUp ? ['nobody recorded this page: told by one like it, some facts made up'] : []),
        ...(view.malformed ? ['malformed change, old page kept'] : []),
      ]
    : [];
