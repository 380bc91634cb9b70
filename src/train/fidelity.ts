import type { AXTree, Trajectory } from '../core/types.ts';
import { DreamWorld, isOver } from '../env/dream.ts';
import { judge } from '../model/imagine.ts';
import { SURE } from '../model/judge.ts';
import type { Model } from '../model/model.ts';
import { agentView, historyOf, sameNode } from '../model/view.ts';
import { nodeF1 } from '../page/compare.ts';
import { checkTask } from '../sites/tasks.ts';
import { reground } from './audit.ts';
import { type Calibration, calibrate, type Judgement } from './calibration.ts';
import { CHANGE_KINDS, countChanges, emptyCounts, type KindCounts, precision, recall, total } from './changeScore.ts';
import type { Corpus } from './corpus.ts';
import { transitionsOf } from './worldSamples.ts';

/** How true dreams are after `depth` imagined steps, over held-out episodes replayed action by action. */
export interface DepthFidelity {
  depth: number;
  /** Episodes that long whose dream lasted until then. */
  n: number;
  /** Share of actions whose target still exists in the imagined page. */
  targetExists: number;
  /** Share of imagined steps that were MISSING / malformed. */
  missing: number;
  malformed: number;
  /** Of the pages that were imagined: equal to the real page in every node; mean F1 over nodes; changes (`countChanges`). */
  deltaExact: number;
  nodeF1: number;
  deltaPrecision: number;
  deltaRecall: number;
  /** Dreams that reached `stop` after so many imagined steps, and how often the judge said of them what the checker says. */
  judged: number;
  judgeAgreement: number | null;
}

/** World model quality as plain data. */
export interface Fidelity {
  byDepth: DepthFidelity[];
  /** All depths together. */
  byKind: KindCounts;
  byFamily: Record<string, Omit<DepthFidelity, 'depth'> & { byKind: KindCounts }>;
  /** Of the judge's beliefs at the end of these dreams. */
  calibration: Calibration;
}

/** Sums over imagined steps. */
class Sums {
  n = 0;
  target = 0;
  missing = 0;
  malformed = 0;
  pages = 0;
  exact = 0;
  f1 = 0;
  judged = 0;
  agreed = 0;
  readonly kinds = emptyCounts();

  shares(): Omit<DepthFidelity, 'depth'> {
    const { n, target, missing, malformed, pages, exact, f1, judged, agreed, kinds } = this;
    const share = (count: number, of: number): number => (of ? count / of : 0);
    const changes = total(kinds, PAGE_KINDS);
    return {
      n,
      targetExists: share(target, n),
      missing: share(missing, n),
      malformed: share(malformed, n),
      deltaExact: share(exact, pages),
      nodeF1: share(f1, pages),
      deltaPrecision: precision(changes),
      deltaRecall: recall(changes),
      judged,
      judgeAgreement: judged ? agreed / judged : null,
    };
  }
}

/** MISSING is no change of a page: its share stands for itself. */
const PAGE_KINDS = CHANGE_KINDS.filter((kind) => kind !== 'missing');

const samePage = (a: AXTree, b: AXTree): boolean =>
  a.nodes.length === b.nodes.length && a.nodes.every((node, i) => sameNode(node, b.nodes[i]));

/** Follows recorded episodes inside the dream for up to `depths` imagined steps, and judges those that end by then. */
export async function measureFidelity(
  models: { world: Model; judge: Model },
  corpus: Corpus,
  episodes: readonly Trajectory[],
  depths: number,
): Promise<Fidelity> {
  const world = new DreamWorld(models, corpus.memoryOf);
  const rows = Array.from({ length: depths }, () => new Sums());
  const families: Record<string, Sums> = {};
  const all = emptyCounts();
  const judgements: Judgement[] = [];
  for (const trajectory of episodes) {
    const { steps, final, task } = trajectory;
    const learnt = new Set(transitionsOf([trajectory]).map(({ t }) => t));
    const dream = world.start({ ...task, horizon: 1000 });
    const ofFamily = (families[task.family] ??= new Sums());
    let depth = 0;
    for (let t = 0; t < steps.length; t++) {
      const { action, observation, state } = steps[t];
      const here = reground(action, observation.tree, dream.observation.tree);
      if (action.verb === 'stop') {
        await world.advance([dream], [action], () => 0);
        const success = checkTask(task, state, action.answer);
        judgements.push({ belief: dream.belief, success });
        for (const sums of depth > 0 ? [rows[depth - 1], ofFamily] : [ofFamily]) {
          sums.judged++;
          if ((dream.reward === 1) === success) sums.agreed++;
        }
        break;
      }
      if (!learnt.has(t)) {
        if (here && action.verb === 'note') await world.advance([dream], [here], () => 0);
        continue;
      }
      if (depth === depths) break;
      const places = [rows[depth++], ofFamily];
      for (const sums of places) sums.n++;
      if (!here) break;
      const real = t + 1 < steps.length ? steps[t + 1].observation.tree : final.tree;
      const unknown = real.url !== observation.tree.url && !dream.visit.memory.has(real.url);
      await world.advance([dream], [here], () => 0);
      const saidMissing = dream.missing || dream.last?.madeUp === true;
      for (const kinds of [...places.map((sums) => sums.kinds), all]) {
        if (unknown) kinds.missing.real++;
        if (saidMissing) kinds.missing.said++;
        if (unknown && saidMissing) kinds.missing.right++;
        if (!dream.missing) countChanges(kinds, observation.tree, real, dream.observation.tree);
      }
      for (const sums of places) {
        sums.target++;
        if (dream.missing) {
          sums.missing++;
          continue;
        }
        if (dream.last?.malformed) sums.malformed++;
        sums.pages++;
        sums.f1 += nodeF1(real.nodes, dream.observation.tree.nodes);
        if (samePage(real, dream.observation.tree)) sums.exact++;
      }
      if (isOver(dream)) break;
    }
  }
  return {
    byDepth: rows.flatMap((sums, i) => (sums.n === 0 ? [] : [{ depth: i + 1, ...sums.shares() }])),
    byKind: all,
    byFamily: Object.fromEntries(
      Object.entries(families).map(([family, sums]) => [family, { ...sums.shares(), byKind: sums.kinds }]),
    ),
    calibration: calibrate(judgements),
  };
}

export interface Confusion {
  tp: number;
  fp: number;
  tn: number;
  fn: number;
}

export const emptyConfusion = (): Confusion => ({ tp: 0, fp: 0, tn: 0, fn: 0 });

export function count(confusion: Confusion, said: boolean, is: boolean): void {
  if (said) is ? confusion.tp++ : confusion.fp++;
  else is ? confusion.fn++ : confusion.tn++;
}

/** The judge on the last step of held-out episodes against the checker. */
export async function judgeConfusion(model: Model, episodes: readonly Trajectory[]): Promise<Confusion> {
  const out = emptyConfusion();
  const ended = episodes.filter(({ steps }) => steps.length > 0 && steps[steps.length - 1].action.verb === 'stop');
  const beliefs = await judge(
    model,
    ended.map((trajectory) => {
      const last = trajectory.steps.length - 1;
      const { observation, action } = trajectory.steps[last];
      return {
        view: agentView(observation, historyOf(trajectory).slice(0, last)),
        answer: action.verb === 'stop' ? action.answer : '',
      };
    }),
  );
  ended.forEach((trajectory, i) => {
    const { state, action } = trajectory.steps[trajectory.steps.length - 1];
    count(out, beliefs[i] >= SURE, checkTask(trajectory.task, state, action.verb === 'stop' ? action.answer : ''));
  });
  return out;
}
