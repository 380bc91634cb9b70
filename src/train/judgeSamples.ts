import type { Rng } from '../core/rng.ts';
import type { Task, Trajectory } from '../core/types.ts';
import type { Sequence } from '../engine/network.ts';
import type { Lexicon } from '../model/features.ts';
import { judgePrompt, judgeSequence } from '../model/judge.ts';
import { agentView, historyOf, viewOf } from '../model/view.ts';
import { goalWords, stem, stemsOf } from '../model/words.ts';
import { FAMILIES } from '../sites/index.ts';
import { checkerOf, checkTask, counterfactualTask, makeTask } from '../sites/tasks.ts';
import { drawSalt, type Trainer } from './trainer.ts';

/** What a visit that stops before its step `t` claims to have done. */
export interface Claim {
  trajectory: Trajectory;
  t: number;
  task: Task;
  answer: string;
}

interface Goal {
  task: Task;
  words: string[];
}

/** Share of claims about the visit's own goal at its own end; the others are told in hindsight. */
const OWN = 0.4;
/** Share of true claims among the visits' own. */
const OWN_TRUE = 0.6;
/** Of the true claims, this share stays true; the rest becomes a near miss. */
const KEPT = 0.5;
/** Goals made up per template and site, and how many of them, nearest to what the visit met, are tried at a moment. */
const GOALS_FROM = 5000;
const GOALS_PER_TEMPLATE = 48;
const GOALS_TRIED = 24;
/** Counterfactual goals from which the nearest to the page is taken. */
const COUNTERFACTUALS = 4;
/** A fact this near to the answer is easily taken for it. */
const NEIGHBOURS = 4;

/** Share of the frequent words that look rare in a sample: the judge has to compare goal and page, not to recall them. */
const JUDGE_DROPOUT = 0.3;

/** Roles whose name can be taken for an answer. */
const FACTS = new Set(['StaticText', 'cell', 'gridcell', 'definition', 'heading', 'link']);

/**
 * Samples for the judge, all labelled by the checker on the recorded state. A few hundred successful visits are too few to
 * learn what a goal asks for, and easy negatives leave holes that the policy finds. So every moment of every visit serves:
 * which goals does it fulfil *in hindsight* (Andrychowicz et al., 2017)? Those are the true claims; half of them become near
 * misses that differ in one thing: the goal, the answer, or the moment.
 */
export class JudgeSamples {
  private readonly visits: Trajectory[];
  private readonly good: Trajectory[];
  private readonly bad: Trajectory[];
  private readonly goals = new Map<string, Goal[]>();
  private readonly fulfilled = new Map<string, Claim[]>();

  constructor(
    trajectories: readonly Trajectory[],
    private readonly rng: Rng,
  ) {
    this.visits = trajectories.filter(
      ({ steps }) => steps.length > 0 && steps.every(({ state }) => state !== undefined),
    );
    this.good = this.visits.filter(({ reward }) => reward === 1);
    this.bad = this.visits.filter(({ reward }) => reward !== 1);
  }

  draw(lex: Lexicon): Sequence {
    const claim = this.claim();
    const { trajectory, t, task, answer } = claim;
    const view = agentView({ ...trajectory.steps[t].observation, goal: task.goal }, historyOf(trajectory).slice(0, t));
    return judgeSequence(judgePrompt(view, answer, lex), isTrue(claim));
  }

  claim(): Claim {
    const claim = this.rng.chance(OWN) ? this.ownEnd() : this.inHindsight();
    return !isTrue(claim) || this.rng.chance(KEPT) ? claim : this.nearMiss(claim);
  }

  /** A visit's own goal and answer at its end. */
  private ownEnd(): Claim {
    const { rng, good, bad } = this;
    const trajectory = rng.pick(bad.length === 0 || (good.length > 0 && rng.chance(OWN_TRUE)) ? good : bad);
    return endOf(trajectory);
  }

  /** A goal that a moment of some visit fulfils, all templates alike; the visit's own goal where there is none. */
  private inHindsight(): Claim {
    const { rng } = this;
    const trajectory = rng.pick(this.visits);
    const t = rng.int(trajectory.steps.length);
    const claims = this.claimsAt(trajectory, t);
    if (claims.length === 0) return { ...endOf(trajectory), t, answer: '' };
    const template = rng.pick([...new Set(claims.map(({ task }) => task.template))]);
    return rng.pick(claims.filter(({ task }) => task.template === template));
  }

  private claimsAt(trajectory: Trajectory, t: number): Claim[] {
    const key = `${trajectory.id} ${t}`;
    const known = this.fulfilled.get(key);
    if (known) return known;
    const met = stemsMet(trajectory, t);
    const shareMet = ({ words }: Goal): number => words.filter((word) => met.has(word)).length / words.length;
    const near = this.goalsOn(trajectory)
      .map((goal) => ({ goal, share: shareMet(goal) }))
      .sort((a, b) => b.share - a.share)
      .slice(0, GOALS_TRIED);
    const answers = ['', ...new Set(factsAt(trajectory, t))];
    const claims = near.flatMap(({ goal: { task } }) => {
      const answer = answers.find(checkerOf(task, trajectory.steps[t].state));
      return answer === undefined ? [] : [{ trajectory, t, task, answer }];
    });
    this.fulfilled.set(key, claims);
    return claims;
  }

  /** Goals on the site of a visit, in random order. */
  private goalsOn({ task: { family, siteSeed } }: Trajectory): Goal[] {
    const key = `${family} ${siteSeed}`;
    const known = this.goals.get(key);
    if (known) return known;
    const goals = FAMILIES[family].templates.flatMap(({ name }) =>
      Array.from({ length: GOALS_PER_TEMPLATE }, (_, k) => {
        const task = makeTask(family, name, siteSeed, GOALS_FROM + k);
        return { task, words: goalWords(task.goal).map(stem) };
      }),
    );
    const shuffled = this.rng.shuffle(goals);
    this.goals.set(key, shuffled);
    return shuffled;
  }

  /** The claim with one thing changed. The checker has the last word: some of them are still true. */
  private nearMiss(claim: Claim): Claim {
    const { rng } = this;
    const { trajectory, t, task, answer } = claim;
    const draw = rng.next();
    if (answer !== '' && draw < 0.15) return { ...claim, answer: '' };
    if (answer !== '' && draw < 0.5) return { ...claim, answer: this.otherAnswer(claim) };
    if (draw < 0.85) return { ...claim, task: this.otherGoal(claim, () => counterfactualTask(task, rng)) };
    if (draw < 0.95) return { ...claim, task: this.otherGoal(claim, () => rng.pick(this.goalsOn(trajectory)).task) };
    return { ...claim, t: rng.int(t + 1), answer: '' };
  }

  /** Another fact of the same page, mostly one that looks alike (another price for a price) or stands beside the right one. */
  private otherAnswer({ trajectory, t, answer }: Claim): string {
    const facts = factsAt(trajectory, t);
    const at = facts.indexOf(answer);
    const other = (text: string): boolean => text !== answer;
    const alike = facts.filter((text) => other(text) && shapeOf(text) === shapeOf(answer));
    const beside = at < 0 ? [] : facts.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).filter(other);
    const pools = [alike, beside, facts.filter(other)].filter(({ length }) => length > 0);
    return pools.length > 0 ? this.rng.pick(this.rng.pick(pools)) : '';
  }

  /** Of several other goals, as often as not the one whose words the page shows most of. */
  private otherGoal({ trajectory, t, task }: Claim, draw: () => Task | null): Task {
    const others = Array.from({ length: this.rng.chance(0.5) ? COUNTERFACTUALS : 1 }, draw);
    const shown = stemsOf(wordsShown(trajectory, t));
    const nearness = ({ goal }: Task): number => goalWords(goal).filter((word) => shown.has(stem(word))).length;
    return others.reduce<Task>(
      (best, other) => (other && (best === task || nearness(other) > nearness(best)) ? other : best),
      task,
    );
  }
}

export const drawVerdict = (samples: JudgeSamples, { model }: Trainer, rng: Rng): Sequence =>
  samples.draw(model.lexicon(drawSalt(rng), JUDGE_DROPOUT));

/** The checker's verdict on a claim. */
export const isTrue = ({ trajectory, t, task, answer }: Claim): boolean =>
  checkTask(task, trajectory.steps[t].state, answer);

function endOf(trajectory: Trajectory): Claim {
  const t = trajectory.steps.length - 1;
  const { action } = trajectory.steps[t];
  return { trajectory, t, task: trajectory.task, answer: action.verb === 'stop' ? action.answer : '' };
}

/** Words of the page before step t. */
const wordsShown = ({ steps }: Trajectory, t: number): string[] =>
  viewOf(steps[t].observation.tree).nodes.flatMap(({ name, value }) => [...name, ...value]);

/** Stems of the page, and of all that was clicked or typed on the way there. */
const stemsMet = (trajectory: Trajectory, t: number): Set<string> =>
  stemsOf([
    ...wordsShown(trajectory, t),
    ...historyOf(trajectory)
      .slice(0, t)
      .flatMap(({ name, text }) => [...name, ...text]),
  ]);

const factsAt = ({ steps }: Trajectory, t: number): string[] =>
  steps[t].observation.tree.nodes.filter(({ role, name }) => FACTS.has(role) && name !== '').map(({ name }) => name);

/** The kind of text, whatever it says: `$61` and `$7` are alike. */
const shapeOf = (text: string): string => text.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '0');
