// npx vitest run test/model/relations.test.ts
import { describe, expect, it } from 'vitest';
import type { AXNode } from '../../src/core/types.ts';
import { WordRows } from '../../src/model/features.ts';
import { decodeAction, encodeAction, policyPrompt } from '../../src/model/policy.ts';
import { CONTROL_TOKENS } from '../../src/model/tokens.ts';
import { agentView } from '../../src/model/view.ts';
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
