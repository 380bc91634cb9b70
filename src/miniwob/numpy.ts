/**
 * Draws as NumPy's `RandomState` makes them, for protocols that name their episodes by NumPy seeds. Not a source of
 * randomness of our own: that is `core/rng.ts`.
 */
export interface RandomState {
  /** `randint(0, n)`: uniform in [0, n), 1 ≤ n ≤ 2³². */
  randint(n: number): number;
}

const N = 624;
const M = 397;

/**
 * MT19937 (Matsumoto and Nishimura 1998, `init_genrand` and `genrand_int32` of mt19937ar.c). `randint` rejects, as NumPy's legacy
 * bounded draw does: one word a try, masked to the least 2ᵏ − 1 that holds n − 1, until it is at most n − 1.
 */
export function randomState(seed: number): RandomState {
  const state = new Uint32Array(N);
  state[0] = seed;
  for (let i = 1; i < N; i++) state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
  let at = N;
  const word = (): number => {
    if (at === N) {
      for (let i = 0; i < N; i++) {
        const y = (state[i] & 0x80000000) | (state[(i + 1) % N] & 0x7fffffff);
        state[i] = state[(i + M) % N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      at = 0;
    }
    let y = state[at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
  return {
    randint(n) {
      if (n === 1) return 0;
      const mask = 0xffffffff >>> Math.clz32(n - 1);
      for (;;) {
        const draw = (word() & mask) >>> 0;
        if (draw < n) return draw;
      }
    },
  };
}
