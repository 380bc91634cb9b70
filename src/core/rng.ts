/**
 * The only source of randomness on the CPU. Splittable: `rng.fork('label')` gives an independent stream, so that adding
 * a draw in one place never shifts the draws of another.
 */
export interface Rng {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, n). */
  int(n: number): number;
  /** True with probability p. */
  chance(p: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** A shuffled copy (Fisher – Yates). */
  shuffle<T>(items: readonly T[]): T[];
  /** `count` distinct items in random order. */
  sample<T>(items: readonly T[], count: number): T[];
  /** Standard normal (Box – Muller). */
  normal(): number;
  /** An independent stream, a function of this stream's *seed* and the label only (not of the draws made so far). */
  fork(label: string | number): Rng;
}

/** FNV-1a over UTF-16 code units; used to derive stream seeds and to hash rare words. */
export function hash32(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/** Finaliser of murmur3: every input bit reaches every output bit. */
export function mix32(x: number): number {
  let h = x >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** sfc32 seeded from one 32-bit number. Same seed, same stream, on every machine. */
export function createRng(seed: number): Rng {
  let a = mix32(seed);
  let b = mix32(seed ^ 0x9e3779b9);
  let c = mix32(seed ^ 0x6a09e667);
  let counter = 1;
  const word = (): number => {
    const t = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) word();
  const rng: Rng = {
    next: () => word() / 4294967296,
    int: (n) => Math.floor(rng.next() * n),
    chance: (p) => rng.next() < p,
    pick: (items) => items[rng.int(items.length)],
    shuffle: (items) => {
      const out = items.slice();
      for (let i = out.length - 1; i > 0; i--) {
        const j = rng.int(i + 1);
        [out[i], out[j]] = [out[j], out[i]];
      }
      return out;
    },
    sample: (items, count) => rng.shuffle(items).slice(0, count),
    normal: () => Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next()),
    fork: (label) => createRng(mix32(seed ^ hash32(`fork:${label}`))),
  };
  return rng;
}
