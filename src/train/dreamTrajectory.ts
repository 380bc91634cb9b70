import { noteText } from '../action/table.ts';
import type { Observation, Step, Trajectory, WorldName } from '../core/types.ts';
import type { DreamedTrajectory } from './dreaming.ts';

/** An attempt from a site's first page as a trajectory, which can be cloned like a recorded one. */
export function trajectoryOf(attempt: DreamedTrajectory, world: WorldName, id: string): Trajectory {
  const { start, trees, actions, reward, terminated } = attempt;
  const { task } = start;
  let notes: string[] = [];
  const seen = (t: number): Observation => ({ goal: task.goal, tree: trees[t], feedback: '', notes, step: t });
  const steps = actions.map((action, t): Step => {
    const observation = seen(t);
    const noted = action.verb === 'note' && trees[t].nodes.find((node) => node.id === action.target);
    if (noted) notes = [...notes, noteText(noted)];
    return { observation, action, reward: t === actions.length - 1 ? reward : 0, ms: 0 };
  });
  const policy = world === 'dream' ? 'dreamed' : 'online';
  const final = seen(actions.length);
  return { id, task, seed: 0, world, policy, steps, final, reward, terminated, truncated: !terminated };
}
