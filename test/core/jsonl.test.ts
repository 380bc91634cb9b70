import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTrajectories, printTrajectories, TrajectoryFileError } from '../../src/core/jsonl.ts';
import { isSecretField, MASK, maskSecrets } from '../../src/core/secrets.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { trajectory } from './arbitraries.ts';

const sample = (seed: number): Trajectory => fc.sample(trajectory, { seed, numRuns: 1 })[0];

describe('trajectory files', () => {
  it('parse ∘ print = identity (secrets apart)', () => {
    fc.assert(
      fc.property(fc.array(trajectory, { maxLength: 3 }), (episodes) => {
        const { header, trajectories } = parseTrajectories(printTrajectories(episodes, { split: 'train' }));
        expect(header).toEqual({ schema: 'reverie-trajectories', version: 1, made: { split: 'train' } });
        expect(trajectories).toEqual(episodes.map(maskSecrets));
      }),
      { numRuns: 200 },
    );
  });

  it('printing what was read settles after one round; text and lines read alike', () => {
    fc.assert(
      fc.property(fc.array(trajectory, { maxLength: 2 }), (episodes) => {
        const text = printTrajectories(episodes);
        const again = printTrajectories(parseTrajectories(text).trajectories);
        expect(printTrajectories(parseTrajectories(again).trajectories)).toBe(again);
        expect(parseTrajectories(text.split('\n').slice(0, -1))).toEqual(parseTrajectories(text));
      }),
      { numRuns: 50 },
    );
  });

  it('names the line that was cut, wherever the cut is', () => {
    const text = printTrajectories([sample(1), sample(2)]);
    const [header, first, second] = text.split('\n');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: second.length - 1 }), (length) => {
        const cut = `${header}\n${first}\n${second.slice(0, length)}`;
        expect(problemOf(cut)).toEqual({ problem: 'truncated', line: 3 });
      }),
    );
  });

  const problemOf = (text: string) => {
    try {
      parseTrajectories(text);
    } catch (error) {
      if (error instanceof TrajectoryFileError) {
        expect(error.message).toContain(`line ${error.line}`);
        expect(error.message).not.toContain('\n');
        return { problem: error.problem, line: error.line };
      }
      throw error;
    }
    return null;
  };

  it('says what is wrong with files of others, later versions and damaged ones', () => {
    const good = printTrajectories([sample(1), sample(2)]);
    const [header, first, second] = good.split('\n');
    expect(problemOf(good)).toBeNull();
    expect(problemOf('')).toEqual({ problem: 'empty', line: 1 });
    expect(problemOf('{"steps":[]}\n')).toEqual({ problem: 'foreign', line: 1 });
    expect(problemOf('PK\u0003\u0004…')).toEqual({ problem: 'foreign', line: 1 });
    expect(problemOf('null\n')).toEqual({ problem: 'foreign', line: 1 });
    expect(problemOf(header.replace('"version":1', '"version":2'))).toEqual({ problem: 'future-version', line: 1 });
    expect(problemOf(header.replace('"version":1', '"version":0'))).toEqual({ problem: 'malformed', line: 1 });
    expect(problemOf(`${header}\n${first.slice(0, 9)}\n${second}\n`)).toEqual({ problem: 'malformed', line: 2 });
    expect(problemOf(`${header}\n${first}\n{"id":"x"}\n`)).toEqual({ problem: 'malformed', line: 3 });
    expect(problemOf(`${header}\n\n${first}\n`)).toEqual({ problem: 'malformed', line: 2 });
  });

  it('refuses sizes that nothing recorded has', () => {
    const big = sample(1);
    big.final.tree.nodes = Array.from({ length: 5001 }, (_, id) => ({ id, role: 'link', name: '', depth: 0 }));
    expect(problemOf(printTrajectories([big]))).toEqual({ problem: 'malformed', line: 2 });
    const long = sample(1);
    long.final.feedback = 'x'.repeat(100_001);
    expect(problemOf(printTrajectories([long]))).toEqual({ problem: 'malformed', line: 2 });
  });
});

describe('secrets', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9]{6,12}$/).filter((s) => !/^(password|trajectories)/i.test(s));

  /** A login: the secret is typed, shown by a careless page, repeated in feedback, notes, goal and state. */
  const login = (value: string, name: string, shown: string): Trajectory => {
    const page = (fieldValue: string) => ({
      url: `/login?next=${value}`,
      title: 'Log in',
      nodes: [
        { id: 1, role: 'RootWebArea', name: 'Log in', depth: 0 },
        { id: 2, role: 'textbox', name, depth: 1, value: fieldValue },
        { id: 3, role: 'textbox', name: 'User', depth: 1, value: 'ann' },
      ],
      omitted: 0,
    });
    const base = { goal: `Log in as ann with ${value}`, notes: [value] };
    const start = { ...base, tree: page(''), feedback: '', step: 0 };
    const final = { ...base, tree: page(shown), feedback: `Typed '${value}'.`, step: 1 };
    const state = { users: [{ name: 'ann', password: value }] };
    return {
      ...sample(1),
      task: { ...sample(1).task, goal: base.goal, slots: { password: value } },
      steps: [
        { observation: start, action: { verb: 'type', target: 2, text: value, enter: false }, reward: 0, state, ms: 3 },
      ],
      final,
      finalState: state,
    };
  };

  it('never print the value of a password field', () => {
    fc.assert(
      fc.property(secret, fc.boolean(), (value, careless) => {
        const shown = careless ? value : '•'.repeat(value.length);
        // A page whose field says "password", and one that only shows bullets.
        for (const episode of [
          login(value, 'Your password', shown),
          login(value, 'Geheimnis', '•'.repeat(value.length)),
        ]) {
          const text = printTrajectories([episode]);
          expect(text).not.toContain(value);
          const [read] = parseTrajectories(text).trajectories;
          expect(read.steps[0].action).toMatchObject({ verb: 'type', target: 2, text: MASK });
          expect(read.final.tree.nodes[1].value).toBe(MASK);
          expect(read.final.tree.nodes[2].value).toBe('ann');
          expect(read.final.feedback).toBe(`Typed '${MASK}'.`);
        }
      }),
    );
  });

  it('leaves everything else alone', () => {
    const plain = login('Blue mug', 'Search', 'Blue mug');
    expect(maskSecrets(plain)).toBe(plain);
    expect(isSecretField({ id: 1, role: 'textbox', name: 'Shipping', depth: 0, value: 'x' })).toBe(false);
    // Whatever a password is made of, it is meant literally.
    const odd = login('a-b/c^[$.*+?(){}|\\]', 'Password', '');
    expect(maskSecrets(odd).final.notes).toEqual([MASK]);
    // The titles of other tabs, too.
    const tabbed = login('hunter22', 'Password', '');
    tabbed.final.tree.tabs = { titles: ['Login', 'Hello hunter22'], current: 0 };
    expect(maskSecrets(tabbed).final.tree.tabs).toEqual({ titles: ['Login', `Hello ${MASK}`], current: 0 });
    // A short PIN is replaced as a word, not inside words.
    const pin = login('7', 'PIN', '7');
    pin.final.notes = ['Room 7, code 1734'];
    expect(maskSecrets(pin).final.notes).toEqual([`Room ${MASK}, code 1734`]);
  });
});
