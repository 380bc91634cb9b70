import type { Rng } from '../core/rng.ts';
import type { Tier } from '../core/types.ts';
import type { TaskTemplate } from './site.ts';

type Slots = Record<string, string>;

/** A task template that draws its slots; the goal is told of them. */
export interface Recipe<World, Name extends string> {
  name: Name;
  tier: Tier;
  slots(world: World, rng: Rng): Slots;
}

/** The templates of a family from its recipes, its way to tell a goal and its way to change one. */
export const templatesOf = <World, Name extends string>(
  recipes: readonly Recipe<World, Name>[],
  goalOf: (world: World, name: Name, slots: Slots) => string,
  counterfactual: (world: World, name: Name, slots: Slots, rng: Rng) => { goal: string; slots: Slots } | null,
): TaskTemplate<World>[] =>
  recipes.map(({ name, tier, slots }) => ({
    name,
    tier,
    make: (world, rng) => {
      const values = slots(world, rng);
      return { goal: goalOf(world, name, values), slots: values };
    },
    counterfactual: (world, values, rng) => counterfactual(world, name, values, rng),
  }));
