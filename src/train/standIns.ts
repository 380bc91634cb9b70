import type { Rng } from '../core/rng.ts';
import { MASK } from '../core/secrets.ts';
import type { Observation, Step, Trajectory } from '../core/types.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/**
 * The visit with a made-up word for its secret, in the goal and where it was typed: files keep a mask for it, and who only ever
 * saw the mask learns to copy that. Pages show dots in either case.
 */
export function withStandIn(trajectory: Trajectory, rng: Rng): Trajectory {
  if (!trajectory.task.goal.includes(MASK)) return trajectory;
  const word = Array.from({ length: 3 + rng.int(6) }, () => rng.pick(LETTERS)).join('');
  const told = (text: string): string => text.replaceAll(MASK, word);
  const seen = (observation: Observation): Observation => ({ ...observation, goal: told(observation.goal) });
  const done = (step: Step): Step => ({
    ...step,
    observation: seen(step.observation),
    action: step.action.verb === 'type' ? { ...step.action, text: told(step.action.text) } : step.action,
  });
  const { task, steps, final } = trajectory;
  return { ...trajectory, task: { ...task, goal: told(task.goal) }, steps: steps.map(done), final: seen(final) };
}
