import type { NetworkShape, Prompt } from '../network.ts';

/** What the kernels need of a sequence; without masks (decoding) there is no loss. */
export interface Stack extends Prompt {
  tokens: Int32Array;
  legal?: Uint8Array;
}

/**
 * A batch as one rectangle: sequence b is the rows b·length … of a stack, its items first, its emitted rows right behind
 * them, nothing after. A row then sees a prefix of its sequence, and nobody sees padding. Emitted row t is also row
 * b·slots + t of the output side.
 */
export interface BatchSizes {
  sequences: number;
  length: number;
  slots: number;
}

/** Few distinct sizes: recorded commands are made once for each. The steps also make every depth a multiple of 4. */
export const bucket = (n: number, step: number) => Math.max(step, Math.ceil(n / step) * step);

export function sizesOf(batch: readonly Stack[]): BatchSizes {
  let length = 1;
  let slots = 1;
  for (const { offsets, tokens } of batch) {
    length = Math.max(length, offsets.length - 1 + tokens.length);
    slots = Math.max(slots, tokens.length);
  }
  return { sequences: batch.length, length: bucket(length, 16), slots: bucket(slots, 8) };
}

/** First column of the pointers in a row of logits: statics, padded. Columns of a row in all. */
export function logitColumns({ statics }: NetworkShape, { length }: BatchSizes): { pointers: number; width: number } {
  const pointers = bucket(statics, 4);
  return { pointers, width: pointers + length };
}

/** Where the parts of the packed batch begin, in words. Row starts hold absolute places in `lists`. */
export interface Places {
  /** [stack rows + 1] bags: rows of E that a row of the stack sums. */
  bags: number;
  /** [rows of E + 1] the same, turned round: rows of the stack that a row of E went into. */
  uses: number;
  /** [sequences · 3] items, emitted rows, first place in the concatenated tokens. */
  sequences: number;
  /** [sequences · slots] row of the stack (that of the first item where there is no token); column of the token. */
  emitted: number;
  tokens: number;
  /** [sequences · slots, width] bytes. */
  legal: number;
  lists: number;
}

export function placesOf(shape: NetworkShape, sizes: BatchSizes): Places {
  const { sequences: B, length, slots } = sizes;
  const { width } = logitColumns(shape, sizes);
  let end = 0;
  const take = (words: number) => (end += words) - words;
  return {
    bags: take(B * length + 1),
    uses: take(shape.rows + 1),
    sequences: take(3 * B),
    emitted: take(B * slots),
    tokens: take(B * slots),
    legal: take((B * slots * width) / 4),
    lists: end,
  };
}

/** The whole batch as one array, so that it is one upload. */
export function packBatch(shape: NetworkShape, batch: readonly Stack[], sizes: BatchSizes): Uint32Array<ArrayBuffer> {
  const { statics: S, rows, bos, ptr, pos, positions } = shape;
  const { sequences: B, length, slots } = sizes;
  const at = placesOf(shape, sizes);
  const { pointers, width } = logitColumns(shape, sizes);

  const bags: number[] = [];
  const owners: number[] = [];
  const starts = new Uint32Array(B * length + 1);
  batch.forEach(({ ids, offsets, tokens }, b) => {
    const items = offsets.length - 1;
    for (let i = 0; i < length; i++) {
      const row = b * length + i;
      const put = (id: number) => {
        bags.push(id);
        owners.push(row);
      };
      const t = i - items;
      if (t < 0) ids.subarray(offsets[i], offsets[i + 1]).forEach(put);
      else if (t < tokens.length) {
        const before = t === 0 ? bos : tokens[t - 1];
        put(pos + Math.min(t, positions - 1));
        // A pointer brings the item it points to: its bag, not its row, so that rows depend on weights alone.
        if (t > 0 && before >= S) {
          put(ptr);
          ids.subarray(offsets[before - S], offsets[before - S + 1]).forEach(put);
        } else put(before);
      }
      starts[row + 1] = bags.length;
    }
  });

  const words = new Uint32Array(at.lists + 2 * bags.length);
  words.set(bags, at.lists);
  starts.forEach((start, row) => {
    words[at.bags + row] = at.lists + start;
  });
  // Counting sort by row of E; within a row the order of the stack, so that sums are the same every time.
  const next = new Uint32Array(rows + 1);
  for (const id of bags) next[id + 1]++;
  let start = at.lists + bags.length;
  for (let id = 0; id <= rows; id++) words[at.uses + id] = next[id] = start += next[id];
  bags.forEach((id, k) => {
    words[next[id]++] = owners[k];
  });

  const bytes = new Uint8Array(words.buffer, 4 * at.legal, B * slots * width);
  let place = 0;
  batch.forEach(({ offsets, tokens, legal }, b) => {
    const items = offsets.length - 1;
    words.set([items, tokens.length, place], at.sequences + 3 * b);
    place += tokens.length;
    for (let t = 0; t < slots; t++) {
      const row = b * slots + t;
      words[at.emitted + row] = b * length + (t < tokens.length ? items + t : 0);
      if (t >= tokens.length) continue;
      words[at.tokens + row] = tokens[t] < S ? tokens[t] : pointers + tokens[t] - S;
      if (!legal) continue;
      const mask = legal.subarray(t * (S + items), (t + 1) * (S + items));
      bytes.set(mask.subarray(0, S), row * width);
      bytes.set(mask.subarray(S), row * width + pointers);
    }
  });
  return words;
}
