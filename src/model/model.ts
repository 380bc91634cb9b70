import * as tf from '@tensorflow/tfjs';
import type { Grammar, Network, Prompt } from '../engine/network.ts';
import { type Lexicon, WordRows } from './features.ts';
import { CONTROL_TOKENS } from './tokens.ts';
import type { Vocabulary } from './words.ts';
import { WORLD_FORM, type WorldForm } from './worldForm.ts';

/** Weights, the network that runs them, and the words they were trained on. */
export class Model {
  readonly rows: WordRows;
  readonly theta: tf.Variable<tf.Rank.R1>;
  constructor(
    readonly network: Network,
    theta: Float32Array,
    readonly vocabulary: Vocabulary,
    /** How it says what comes next; of no meaning for policies and judges. */
    readonly form: WorldForm = WORLD_FORM,
  ) {
    this.rows = new WordRows(vocabulary, CONTROL_TOKENS);
    this.theta = tf.variable(tf.tensor1d(theta), true);
  }

  /** Words as this model reads them. */
  lexicon(salt = 0, dropout = 0): Lexicon {
    return { rows: this.rows, salt, dropout };
  }

  generate(prompts: readonly Prompt[], grammar: Grammar, temperature: number, uniform: () => number) {
    return this.network.generate(this.theta as tf.Tensor1D, prompts, grammar, { temperature, uniform });
  }

  async weights(): Promise<Float32Array> {
    return (await this.theta.data()) as Float32Array;
  }

  setWeights(theta: Float32Array): void {
    const fresh = tf.tensor1d(theta);
    this.theta.assign(fresh);
    fresh.dispose();
  }

  dispose(): void {
    this.theta.dispose();
    this.network.dispose();
  }
}
