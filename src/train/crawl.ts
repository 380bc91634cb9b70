import type { Rng } from '../core/rng.ts';
import type { Instead } from './evaluate.ts';

/** A link that is on every page (home, cart) is followed so often; one that is on one page (a product), once. */
const FOLLOWED_AT_MOST = 3;

/**
 * Walks a site along links that it has not followed from that page yet, and back from dead ends. One crawl shows the
 * world model more pages than many rollouts: what nobody recorded, dreams cannot visit.
 */
export function crawler(rng: Rng): Instead {
  const followed = new Map<string, number>();
  const times = (key: string): number => followed.get(key) ?? 0;
  let depth = 0;
  return ({ tree }) => {
    const fresh = tree.nodes.filter(
      ({ role, name }) => role === 'link' && times(`${tree.url} ${name}`) === 0 && times(name) < FOLLOWED_AT_MOST,
    );
    if (fresh.length === 0) return depth-- > 0 ? { verb: 'go_back' } : { verb: 'stop', answer: '' };
    const { id, name } = rng.pick(fresh);
    for (const key of [name, `${tree.url} ${name}`]) followed.set(key, times(key) + 1);
    depth++;
    return { verb: 'click', target: id };
  };
}
