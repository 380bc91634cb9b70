// npx vitest run test/model/policy.test.ts
import { beforeAll, describe, expect, it } from 'vitest';
import { checkAction } from '../../src/action/table.ts';
import { createRng } from '../../src/core/rng.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { WordRows } from '../../src/model/features.ts';
import { decodeAction, encodeAction, policyMask, policyPrompt, policySequence } from '../../src/model/policy.ts';
import { randomDecision } from '../../src/model/randomPolicy.ts';
import { CONTROL_TOKENS, STATICS, token } from '../../src/model/tokens.ts';
import { agentView } from '../../src/model/view.ts';
import { viewAt } from '../../src/train/corpus.ts';
import { experts, wanderings } from './recorded.ts';

const lex = { rows: new WordRows({ input: [], output: [] }, CONTROL_TOKENS), salt: 0, dropout: 0 };
let demonstrations: Trajectory[];
let logs: Trajectory[];
beforeAll(async () => {
  demonstrations = await experts(3);
  logs = await wanderings(1);
});

describe('policy grammar', () => {
  it('says every expert action, and reads it back as the same action', () => {
    for (const trajectory of demonstrations) {
      trajectory.steps.forEach(({ action }, t) => {
        const prompt = policyPrompt(viewAt(trajectory, t), lex);
        const tokens = encodeAction(prompt, action);
        expect(tokens, `${trajectory.task.id} step ${t}: ${JSON.stringify(action)}`).not.toBeNull();
        expect(decodeAction(prompt, tokens!)).toEqual(action);
        expect(policySequence(prompt, tokens!), 'every token is legal where it stands').not.toBeNull();
      });
    }
  });

  it('offers only actions that the page allows', () => {
    const rng = createRng(3);
    for (const trajectory of logs) {
      for (let t = 0; t < trajectory.steps.length; t++) {
        const view = viewAt(trajectory, t);
        const action = randomDecision(view, rng);
        expect(checkAction(action, view.page.tree), JSON.stringify(action)).toBeNull();
      }
    }
  });

  it('has exactly the masks of click: a verb first, then the nodes that can be clicked, then nothing', () => {
    const prompt = policyPrompt(viewAt(demonstrations[0], 0), lex);
    const first = policyMask(prompt, [])!;
    expect(first.length).toBe(STATICS + prompt.items);
    expect(first.slice(STATICS).some(Boolean), 'no pointer before a verb').toBe(false);
    const targets = policyMask(prompt, [token('click')])!;
    const { nodes } = prompt.view.page.tree;
    const clickable = nodes.flatMap(({ role }, i) =>
      ['link', 'button', 'checkbox', 'radio', 'clickable'].includes(role) ? [STATICS + i] : [],
    );
    const allowed = [...targets.keys()].filter((id) => targets[id]);
    expect(allowed).toEqual(clickable);
    expect(policyMask(prompt, [token('click'), allowed[0]])).toBeNull();
  });

  it('offers a field for a time like one for a day: its value is typed as a whole, without Enter', () => {
    const typed = (role: string) => {
      const nodes = [
        { id: 1, role: 'RootWebArea', name: 'Event', depth: 0 },
        { id: 7, role, name: 'Start', value: '', depth: 1 },
      ];
      const tree = { url: '/event/new', title: 'Event', nodes, omitted: 0 };
      const prompt = policyPrompt(
        agentView({ goal: 'Start at 09:15', tree, feedback: '', notes: [], step: 0 }, []),
        lex,
      );
      const action = { verb: 'type', target: 7, text: '09:15', enter: false } as const;
      const tokens = encodeAction(prompt, action);
      expect(tokens, role).not.toBeNull();
      expect(decodeAction(prompt, tokens!)).toEqual(action);
      expect(policySequence(prompt, tokens!)).not.toBeNull();
      expect(policyMask(prompt, [token('type')])![STATICS + 1]).toBe(1);
      return { enter: policyMask(prompt, tokens!.slice(0, -1))![token('ENTER')], ids: [...prompt.ids] };
    };
    const [time, day, text] = ['InputTime', 'Date', 'textbox'].map(typed);
    expect([time.enter, day.enter, text.enter]).toEqual([0, 0, 1]);
    expect(time.ids).toEqual(day.ids);
    expect(text.ids).not.toEqual(day.ids);
  });

  it('moves rare words to other rows with the salt, and frequent ones never', () => {
    const rows = new WordRows({ input: ['price'], output: [] }, CONTROL_TOKENS);
    expect(rows.row('Prices', 0, 1)).toBe(rows.row('price', 0, 2));
    const salted = new Set([1, 2, 3, 4, 5].map((salt) => rows.row('Gamdum', 0, salt)));
    expect(salted.size).toBeGreaterThan(1);
    expect(rows.row('Gamdum', 0, 1)).toBe(rows.row('gamdum', 0, 1));
  });
});
