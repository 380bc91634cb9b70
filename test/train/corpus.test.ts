// npx vitest run test/train/corpus.test.ts
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { AXTree, Observation, Trajectory } from '../../src/core/types.ts';
import { WordRows } from '../../src/model/features.ts';
import { CONTROL_TOKENS, tokenName } from '../../src/model/tokens.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { Corpus } from '../../src/train/corpus.ts';
import { vocabularyOf } from '../../src/train/vocabulary.ts';
import { emptyCoverage, transitionSequences, visitAt } from '../../src/train/worldSamples.ts';

/** A page with one link, `said` in its heading. */
const page = (url: string, said: string): AXTree => ({
  url,
  title: said,
  nodes: [
    { id: 1, role: 'RootWebArea', name: said, depth: 0 },
    { id: 2, role: 'heading', name: said, depth: 1 },
    { id: 3, role: 'link', name: 'Next', depth: 1 },
  ],
  omitted: 0,
});

/** A visit that clicked its way through `pages`. */
const visit = (instance: number, ...pages: AXTree[]): Trajectory => {
  const task = makeTask('shop', 'add', 1, instance);
  const seen = (tree: AXTree, step: number): Observation => ({ goal: task.goal, tree, feedback: '', notes: [], step });
  const last = pages.length - 1;
  return {
    ...{ id: `visit ${instance}`, task, seed: 1, world: 'browser', policy: 'expert', reward: 1 },
    ...{ terminated: true, truncated: false, final: seen(pages[last], last) },
    steps: pages
      .slice(0, -1)
      .map((tree, t) => ({ observation: seen(tree, t), action: { verb: 'click', target: 3 }, reward: 0, ms: 0 })),
  };
};

const mine = visit(1, page('/', 'Home'), page('/basket', 'One mug'), page('/done', 'Thanks'));
const other = visit(2, page('/', 'Home, again'), page('/basket', 'Two cups'));
const held = visit(3, page('/', 'Home'), page('/help', 'Help'));
const corpus = new Corpus([mine, other]);
const headings = (memory: Map<string, AXTree>): string[] => [...memory].map(([url, { title }]) => `${url} ${title}`);

describe('memory of a site', () => {
  it('holds for dreams what any visit saw, the first version of every page', () => {
    const { memory, home } = corpus.memoryOf(mine.task);
    expect(headings(memory)).toEqual(['/ Home', '/basket One mug', '/done Thanks']);
    expect(home).toBe(mine.steps[0].observation.tree);
    expect(corpus.sites).toEqual([['shop', 1]]);
  });

  it('holds for learning a visit what the others saw: never the page that this visit is about to cause', () => {
    expect(headings(corpus.memoryWithout(mine))).toEqual(['/ Home, again', '/basket Two cups']);
    expect(headings(corpus.memoryWithout(other))).toEqual(['/ Home', '/basket One mug', '/done Thanks']);
    // An episode that was held out is no part of memory in the first place.
    expect(headings(corpus.memoryWithout(held))).toEqual(headings(corpus.memoryOf(held.task).memory));
  });

  it('gets the pages that the visit itself has left, as it left them', () => {
    const { memory, back } = visitAt({ trajectory: mine, t: 1 }, corpus);
    expect(headings(memory)).toEqual(['/ Home', '/basket Two cups']);
    expect(back).toEqual(['/']);
  });

  it('makes a page that nobody else saw MISSING, and one that others saw differently a recall with edits', () => {
    const lex = { rows: new WordRows(vocabularyOf(corpus), CONTROL_TOKENS), salt: 0, dropout: 0 };
    const said = (t: number): string[][] =>
      transitionSequences({ trajectory: mine, t }, corpus, lex, 0, createRng(1), emptyCoverage()).map(({ tokens }) =>
        [...tokens].map(tokenName).filter((name) => !name.startsWith('#')),
      );
    expect(said(1)).toEqual([['cause:navigation', 'MISSING', 'END']]);
    // Neither 'One' nor 'mug' stands on a page of the other visit or is a word of two sites: Δ cannot say the edit.
    expect(said(0)).toEqual([['cause:navigation', 'RECALL']]);
  });
});
