import type * as tf from '@tensorflow/tfjs';
import type { Arena } from './arena.ts';
import { heapView } from './heap.ts';
import type { Decoded, Grammar, Prompt } from './network.ts';

/** Emitted rows a decoding slot has room for at first; longer outputs grow it. */
const FIRST_TOKENS = 32;

/**
 * Prompts that are one so far: same items, same emitted tokens. They share a slot and every row until they part: the
 * attempts of a group begin alike (`docs/log.md` has what it saves).
 */
interface Branch {
  slot: number;
  members: number[];
}

/** Members of a branch that go on alike: same last token, same mask. */
interface Part {
  mask: Uint8Array;
  members: number[];
}

/** Autoregressive decoding with a key / value cache. `choose` is called in the order (token step, prompt). */
export function decodeBatch(
  memory: Arena,
  theta: tf.Tensor1D,
  prompts: readonly Prompt[],
  grammar: Grammar,
  choose: (logProbs: Float32Array) => number,
): Decoded[] {
  const out: Decoded[] = prompts.map(() => ({ tokens: [], logProbs: [] }));
  const items = ([first]: number[]): number => prompts[first].offsets.length - 1;
  const token = (b: number, t: number): number => out[b].tokens[t] ?? 0;
  // Slot 0 is the scratch of training.
  const free = prompts.map((_, b) => prompts.length - b);
  let branches = equalPrompts(prompts).map((members): Branch => ({ slot: free.pop() as number, members }));
  let capacity = 0;
  for (let t = 0; branches.length > 0; t++) {
    if (t === capacity) {
      // More room moves everything: read the prompts (again), then the tokens so far.
      capacity = Math.max(FIRST_TOKENS, 2 * capacity);
      memory.load(heapView(theta), theta.dataId, prompts, prompts.length + 1, capacity);
      for (const { slot, members } of branches) {
        memory.encode(slot, prompts[members[0]]);
        for (let s = 0; s < t; s++)
          memory.decode([{ slot, items: items(members), token: token(members[0], s - 1) }], s);
      }
    }
    const parts = branches.flatMap(({ slot, members }) => {
      const split = partsOf(members, grammar, out);
      if (split.length === 0) free.push(slot);
      return split.map((part, k) => {
        if (k === 0) return { ...part, slot };
        const own = free.pop() as number;
        memory.copySlot(slot, own);
        return { ...part, slot: own };
      });
    });
    const rows = new Map<number, Float32Array>();
    for (let at = 0; at < parts.length; at += memory.width) {
      const batch = parts.slice(at, at + memory.width);
      const decoded = memory.decode(
        batch.map(({ slot, members, mask }) => ({
          slot,
          items: items(members),
          token: token(members[0], t - 1),
          mask,
        })),
        t,
      );
      batch.forEach(({ members }, k) => {
        const row = decoded[k].slice();
        for (const b of members) rows.set(b, row);
      });
    }
    branches = parts;
    for (const b of [...rows.keys()].sort((a, b) => a - b)) {
      const row = rows.get(b) as Float32Array;
      const chosen = choose(row);
      out[b].tokens.push(chosen);
      out[b].logProbs.push(row[chosen]);
    }
  }
  return out;
}

function equalPrompts(prompts: readonly Prompt[]): number[][] {
  const classes: number[][] = [];
  /** Classes by the hash of their ids. */
  const buckets = new Map<number, number[][]>();
  prompts.forEach(({ ids, offsets }, b) => {
    // FNV-1a over whole ids: joining them to a string costs more than it saves.
    const hash = ids.reduce((h, id) => Math.imul(h ^ id, 16777619), -2128831035);
    const bucket = buckets.get(hash) ?? [];
    const equal = bucket.find(([first]) => same(prompts[first].ids, ids) && same(prompts[first].offsets, offsets));
    if (equal) {
      equal.push(b);
      return;
    }
    const fresh = [b];
    classes.push(fresh);
    bucket.push(fresh);
    buckets.set(hash, bucket);
  });
  return classes;
}

function same(a: Int32Array | Uint8Array, b: Int32Array | Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Who goes on, and with whom; complete sequences are in no part. */
function partsOf(members: readonly number[], grammar: Grammar, out: readonly Decoded[]): Part[] {
  const parts: Part[] = [];
  for (const b of members) {
    const { tokens } = out[b];
    const mask = grammar(b, tokens);
    if (!mask) continue;
    const alike = parts.find((part) => out[part.members[0]].tokens.at(-1) === tokens.at(-1) && same(part.mask, mask));
    if (alike) alike.members.push(b);
    else parts.push({ mask, members: [b] });
  }
  return parts;
}
