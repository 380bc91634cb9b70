import { hash32, mix32 } from '../core/rng.ts';
import type { NetworkShape, Prompt } from '../engine/network.ts';
import { CAUSES, ROLES, STATICS, token } from './tokens.ts';
import { stem, type Vocabulary } from './words.ts';

/** Buckets for words without a row of their own. */
const HASH_BUCKETS = 256;
const FREQUENT = 176;
const CHANNEL = FREQUENT + HASH_BUCKETS;
export const POSITIONS = 96;

/** Sizes of the feature blocks: one embedding row per bucket. What each says is written where it is emitted. */
const BLOCKS = {
  // a node by itself
  role: ROLES.length,
  depth: 8,
  ordinal: 8,
  place: 16,
  state: 9,
  synthetic: 1,
  labelled: 1,
  // a node and the goal
  goalOverlap: 4,
  goalRare: 4,
  goalWhole: 2,
  goalValue: 4,
  goalLabel: 3,
  choice: 3,
  acted: 3,
  noted: 2,
  twin: 3,
  // goal words
  goalKind: 1,
  goalPlace: 32,
  onPage: 4,
  inValue: 1,
  rare: 1,
  typed: 2,
  // past actions, notes, the summary item
  pastKind: 1,
  pastAge: 10,
  pastVerb: 8,
  pastRole: ROLES.length + 1,
  pastOrdinal: 8,
  pastStill: 1,
  noteKind: 1,
  noteAge: 6,
  noteGoal: 4,
  mode: 4,
  steps: 16,
  // world model: the action on this page
  actKind: 1,
  target: 1,
  option: 1,
  actText: 1,
  targetOverlap: 4,
  sameAsTarget: 1,
  sameAsText: 1,
  // world model: remembered pages
  memory: 1,
  memoryWhole: 1,
  memorySamePath: 1,
  memoryPrevious: 1,
  memoryVisited: 1,
  memoryTarget: 4,
  memoryPath: 5,
  memoryHeading: 1,
  memoryCurrent: 4,
  memorySelf: 1,
  memoryForward: 1,
  // world model, second phase
  old: 1,
  contextOverlap: 4,
  conflict: 1,
  // judge
  answer: 1,
  answerWhole: 2,
  answerNear: 4,
  goalUnseen: 5,
  goalUnclicked: 5,
  goalNowhere: 5,
  cause: CAUSES.length,
} as const;

type Block = keyof typeof BLOCKS;

const starts = {} as Record<Block, number>;
let next = STATICS + 3 * CHANNEL;
for (const name of Object.keys(BLOCKS) as Block[]) {
  starts[name] = next;
  next += BLOCKS[name];
}
const PTR = next;
const POS = next + 1;
/** Rows of every network; those of its emitted positions come on top. */
export const FEATURE_ROWS = POS;

/** The row of bucket `k` of a feature block; `k` is clamped to the block. */
export const row = (block: Block, k = 0): number => starts[block] + Math.min(Math.max(k, 0), BLOCKS[block] - 1);

/** The three channels in which a word can belong to an item: its name, its value, what stands before it. */
export type Channel = 0 | 1 | 2;

/** Word rows of one network: frequent stems by name, all others by a salted hash. */
export class WordRows {
  private readonly frequent: Map<string, number>;
  private readonly outputs: Map<string, number>;
  constructor(
    readonly vocabulary: Vocabulary,
    firstOutput: number,
  ) {
    this.frequent = new Map(vocabulary.input.slice(0, FREQUENT).map((word, i) => [word, i]));
    this.outputs = new Map(vocabulary.output.map((word, i) => [word, firstOutput + i]));
  }
  isRare(word: string): boolean {
    return !this.frequent.has(stem(word));
  }
  /**
   * Embedding row of `word`. A fresh `salt` per sample moves rare words to other buckets: names cannot be memorised.
   * With `dropout`, that share of the frequent words looks rare in this sample, because other sites use other words.
   */
  row(word: string, channel: Channel, salt: number, dropout = 0): number {
    const key = stem(word);
    const dropped = dropout > 0 && mix32(hash32(key) ^ mix32(salt)) < dropout * 2 ** 32;
    const known = dropped ? undefined : this.frequent.get(key);
    const bucket = known ?? FREQUENT + (mix32(hash32(key) ^ salt) % HASH_BUCKETS);
    return STATICS + channel * CHANNEL + bucket;
  }
  /** Output token of an exact word, if the network may emit it. */
  output(word: string): number | undefined {
    return this.outputs.get(word);
  }
}

/** The words of a network as one sample reads them; salt 0 without dropout is what inference uses. */
export interface Lexicon {
  rows: WordRows;
  salt: number;
  dropout: number;
}

export interface SizePreset {
  dim: number;
  layers: number;
  heads: number;
  hidden: number;
}

/** The network of a size preset over our rows and tokens. */
export const networkShape = (size: SizePreset, positions = POSITIONS): NetworkShape => ({
  rows: FEATURE_ROWS + positions,
  statics: STATICS,
  ...size,
  bos: token('BOS'),
  ptr: PTR,
  pos: POS,
  positions,
});

/** Collects items: `add` rows, `end` the item. */
export class ItemWriter {
  private readonly ids: number[] = [];
  private readonly offsets: number[] = [0];
  add(...rows: number[]): void {
    for (const id of rows) this.ids.push(id);
  }
  words({ rows, salt, dropout }: Lexicon, words: readonly string[], channel: Channel, limit = 12): void {
    for (let i = 0; i < words.length && i < limit; i++) this.ids.push(rows.row(words[i], channel, salt, dropout));
  }
  /** Closes the item and returns its index. */
  end(): number {
    this.offsets.push(this.ids.length);
    return this.offsets.length - 2;
  }
  get count(): number {
    return this.offsets.length - 1;
  }
  prompt(): Prompt {
    return { ids: Int32Array.from(this.ids), offsets: Int32Array.from(this.offsets) };
  }
}
