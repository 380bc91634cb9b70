import type { AXTree, Task, Trajectory } from '../core/types.ts';
import { siteKey } from '../model/memory.ts';
import { SPELLED_ROLES } from '../model/tokens.ts';
import { historyOf, textOf } from '../model/view.ts';
import { goalWords, type Vocabulary, VocabularyBuilder, wordsOf } from '../model/words.ts';
import type { Change } from '../page/delta.ts';
import { diffTrees } from '../page/diff.ts';
import type { Corpus } from './corpus.ts';
import { afterOf, transitionsOf } from './worldSamples.ts';

const wordsOfTree = ({ nodes }: AXTree): string[] =>
  nodes.flatMap(({ name, value }) => [...wordsOf(name), ...wordsOf(value ?? '')]);

/** Words of a corpus: what most sites of a family show, and what changes on several sites bring in from nowhere. */
export function vocabularyOf(corpus: Corpus): Vocabulary {
  const builder = new VocabularyBuilder();
  // On MiniWoB++ every task is a kind of page of its own.
  const kindOf = ({ suite, family, template }: Task): string => (suite === 'miniwob' ? template : family);
  const siteOf = ({ task }: Trajectory): [string, string] => [kindOf(task), siteKey(kindOf(task), task.siteSeed)];
  for (const trajectory of corpus.trajectories) {
    const [family, site] = siteOf(trajectory);
    builder.shows(family, site, goalWords(trajectory.task.goal));
    const trees = [...trajectory.steps.map(({ observation }) => observation.tree), trajectory.final.tree];
    for (const tree of trees) builder.shows(family, site, wordsOfTree(tree));
  }
  for (const ref of transitionsOf(corpus.trajectories)) {
    const before = ref.trajectory.steps[ref.t].observation.tree;
    const after = afterOf(ref);
    const base = after.url === before.url ? before : corpus.memoryWithout(ref.trajectory).get(after.url);
    if (!base || base === after) continue;
    // Words that stand on either page or were entered can be copied; the rest must be known by name.
    const { action } = ref.trajectory.steps[ref.t];
    const copied = new Set([...wordsOfTree(base), ...wordsOfTree(before), ...wordsOf(textOf(action))]);
    for (const { name, text } of historyOf(ref.trajectory).slice(0, ref.t))
      for (const word of [...name, ...text]) copied.add(word);
    const brought = diffTrees(base.nodes, after.nodes).flatMap(textsOf).flatMap(wordsOf);
    builder.brings(
      ...siteOf(ref.trajectory),
      brought.filter((word) => !copied.has(word)),
    );
  }
  return builder.build();
}

/** What a change says, roles without a token included. */
const textsOf = (change: Change): string[] => {
  if (change.op === 'name') return [change.name];
  if (change.op === 'value') return [change.value];
  if (change.op !== 'add') return [];
  const { role, name, value } = change.node;
  return [name, value ?? '', ...(SPELLED_ROLES.includes(role) ? [role] : [])];
};
