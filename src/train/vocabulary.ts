import type { AXTree, Trajectory } from '../core/types.ts';
import { siteKey } from '../model/memory.ts';
import { goalWords, type Vocabulary, VocabularyBuilder, wordsOf } from '../model/words.ts';
import { diffTrees } from '../page/diff.ts';
import type { Corpus } from './corpus.ts';
import { afterOf, transitionsOf } from './worldSamples.ts';

const wordsOfTree = ({ nodes }: AXTree): string[] => nodes.flatMap(({ name, value }) => [...wordsOf(name), ...wordsOf(value ?? '')]);

/** Frequent words of a corpus: what most sites of a family show, and what changes on them bring in. */
export function vocabularyOf(corpus: Corpus): Vocabulary {
  const builder = new VocabularyBuilder();
  const siteOf = ({ task }: Trajectory): [string, string] => [task.family, siteKey(task.family, task.siteSeed)];
  for (const trajectory of corpus.trajectories) {
    const [family, site] = siteOf(trajectory);
    builder.shows(family, site, goalWords(trajectory.task.goal));
    const trees = [...trajectory.steps.map(({ observation }) => observation.tree), trajectory.final.tree];
    for (const tree of trees) builder.shows(family, site, wordsOfTree(tree));
  }
  for (const ref of transitionsOf(corpus.trajectories)) {
    const before = ref.trajectory.steps[ref.t].observation.tree;
    const after = afterOf(ref);
    const base = after.url === before.url ? before : corpus.memoryOf(ref.trajectory.task).memory.get(after.url);
    if (!base || base === after) continue;
    for (const change of diffTrees(base.nodes, after.nodes)) {
      if (change.op === 'name') builder.brings(...siteOf(ref.trajectory), wordsOf(change.name));
      else if (change.op === 'value') builder.brings(...siteOf(ref.trajectory), wordsOf(change.value));
      else if (change.op === 'add') builder.brings(...siteOf(ref.trajectory), wordsOf(`${change.node.name} ${change.node.value ?? ''}`.trim()));
    }
  }
  return builder.build();
}
