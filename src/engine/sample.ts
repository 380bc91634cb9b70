const MULTIPLIER = 0xd256d193;
const WEYL = 0x9e3779b9;

/** The high word of a · MULTIPLIER, from 16-bit halves: the same steps as in WGSL (`webgpu/sampling.ts`). */
function highProduct(a: number): number {
  const low = a & 0xffff;
  const high = a >>> 16;
  const middle = high * (MULTIPLIER & 0xffff) + ((low * (MULTIPLIER & 0xffff)) >>> 16);
  const cross = low * (MULTIPLIER >>> 16) + (middle & 0xffff);
  return high * (MULTIPLIER >>> 16) + (middle >>> 16) + (cross >>> 16);
}

/**
 * Philox2x32-10 (Salmon et al. 2011, Random123): a counter-based generator. The draws of a key have no order and no state, so
 * that every lane of a GPU makes the ones it needs.
 */
export function philox(counter: readonly [number, number], key: number): [number, number] {
  let [left, right] = counter;
  for (let round = 0; round < 10; round++) {
    const high = highProduct(left);
    const low = Math.imul(left, MULTIPLIER) >>> 0;
    left = (high ^ right ^ (key + round * WEYL)) >>> 0;
    right = low;
  }
  return [left, right];
}

/** Uniform of column w under a key: an odd multiple of 2⁻²⁴, strictly inside (0, 1) and exact in float32. */
export const uniformOf = (key: number, w: number): number => ((philox([w, 0], key)[0] >>> 8) | 1) / 2 ** 24;

/** The key of a sampled token, from one draw in [0, 1). */
export const keyOf = (uniform: number): number => Math.floor(uniform * 2 ** 32);

/**
 * Picks from masked log-probabilities (−∞ = illegal); the first maximum wins. `temperature` 0 takes the most likely and
 * draws nothing. Otherwise p ∝ exp(log p / temperature) by the Gumbel-max trick: noise −log(−log u) on every column, from
 * one draw for all of them.
 */
export function pick(logProbs: ArrayLike<number>, temperature: number, uniform: () => number): number {
  const key = temperature === 0 ? 0 : keyOf(uniform());
  let best = -1;
  let top = Number.NEGATIVE_INFINITY;
  for (let w = 0; w < logProbs.length; w++) {
    if (logProbs[w] === Number.NEGATIVE_INFINITY) continue;
    const score = temperature === 0 ? logProbs[w] : logProbs[w] / temperature - Math.log(-Math.log(uniformOf(key, w)));
    if (score > top) {
      top = score;
      best = w;
    }
  }
  return best;
}
