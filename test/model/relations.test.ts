// npx vitest run test/model/relations.test.ts
import { describe, expect, it } from 'vitest';
import type { AXNode } from '../../src/core/types.ts';
import { row, WordRows } from '../../src/model/features.ts';
import { decodeAction, encodeAction, policyPrompt } from '../../src/model/policy.ts';
import { CONTROL_TOKENS } from '../../src/model/tokens.ts';
import { agentView, pastOf } from '../../src/model/view.ts';
import { goalWords, stem } from '../../src/model/words.ts';

const lex = { rows: new WordRows({ input: [], output: [] }, CONTROL_TOKENS), salt: 0, dropout: 0 };
const root: AXNode = { id: 1, role: 'RootWebArea', name: '', depth: 0 };
const pageOf = (...nodes: AXNode[]) => ({ url: '/', title: '', nodes: [root, ...nodes], omitted: 0 });

describe('words', () => {
  it('of a goal keep their punctuation inside quotes, so that a quoted text is typed to the letter', () => {
    const goal = 'Reply with the text "Quam eu." (now), please.';
    expect(goalWords(goal)).toEqual(['Reply', 'with', 'the', 'text', 'Quam', 'eu.', 'now', 'please']);
    const tree = pageOf({ id: 2, role: 'textbox', name: '', depth: 1 });
    const prompt = policyPrompt(agentView({ goal, tree, feedback: '', notes: [], step: 0 }, []), lex);
    const action = { verb: 'type', target: 2, text: 'Quam eu.', enter: false } as const;
    expect(decodeAction(prompt, encodeAction(prompt, action)!)).toEqual(action);
  });

  it('are told apart by the sign of a number, and by no other punctuation around them', () => {
    expect(['(-1,2)', '(1,2)', '-5', '5.', '--', 'Mugs'].map(stem)).toEqual(['-1,2', '1,2', '-5', '5', '', 'mug']);
  });
});

describe('nodes of the same role and name', () => {
  const post = (user: string, id: number): AXNode[] => [
    { id, role: 'StaticText', name: user, depth: 1 },
    { id: id + 1, role: 'clickable', name: 'like', depth: 1, synthetic: true },
    { id: id + 2, role: 'clickable', name: 'like', depth: 1, synthetic: true },
  ];
  const tree = pageOf(...post('@ann', 10), ...post('@bob', 20));
  const saying = (goal: string, clicked: number, page = tree) => {
    const past = [pastOf(tree, { verb: 'click', target: clicked }, false)];
    const view = agentView({ goal, tree: page, feedback: '', notes: [], step: 1 }, past);
    const { ids, offsets } = policyPrompt(view, lex);
    return (block: 'acted' | 'twin', k: number): number[] =>
      page.nodes.filter((_, i) => ids.slice(offsets[i], offsets[i + 1]).includes(row(block, k))).map(({ id }) => id);
  };

  it('are told apart by their place: only the one that was clicked counts as clicked', () => {
    expect(saying('Like', 21)('acted', 0)).toEqual([21]);
    // The only one left is known by its name wherever it stands.
    const rest = pageOf({ id: 22, role: 'clickable', name: 'like', depth: 1, synthetic: true });
    expect(saying('Like', 21, rest)('acted', 0)).toEqual([22]);
  });

  it('are counted from the last node that the goal names', () => {
    const says = saying('Like the post of @bob', 21);
    expect([says('twin', 0), says('twin', 1), says('twin', 2)]).toEqual([[21], [22], []]);
    expect(saying('Like everything', 21)('twin', 0), 'no node is named').toEqual([]);
  });
});
