import type { Service } from '../core/port.ts';
import type { Config } from './config.ts';
import type { Dreamer } from './dreamer.ts';
import type { DreamedTrajectory } from './dreaming.ts';
import { again } from './host.ts';

/** Start states that a dreamer takes at a time: few, so that none waits long for the last dreams of another. */
const PORTION = 2;

/**
 * The dreams of one update, by all dreamers: each takes the next portion when it has dreamt its last. Draws belong to the
 * portion, so who dreams it, and how many dreamers there are, decides nothing.
 */
export async function dreamTogether(
  dreamers: readonly Service<Dreamer>[],
  config: Config,
  update: number,
): Promise<{ groups: DreamedTrajectory[][]; steps: number; seconds: number }> {
  const began = performance.now();
  const portions = Math.ceil(config.dream.prompts / PORTION);
  const dreamed: Awaited<ReturnType<Dreamer['dream']>>[] = [];
  let next = 0;
  await Promise.all(
    dreamers.map(async ({ port }) => {
      while (next < portions) {
        const portion = next++;
        dreamed[portion] = await again(() => port.dream(config, update, portion, portions));
      }
    }),
  );
  return {
    groups: dreamed.flatMap(({ groups }) => groups),
    steps: dreamed.reduce((sum, { steps }) => sum + steps, 0),
    seconds: (performance.now() - began) / 1000,
  };
}
