import type { Trajectory } from '../core/types.ts';
import { DreamWorld, isOver } from '../env/dream.ts';
import { judge } from '../model/imagine.ts';
import { SURE } from '../model/judge.ts';
import type { Model } from '../model/model.ts';
import { agentView, historyOf, sameNode } from '../model/view.ts';
import { nodeF1 } from '../page/compare.ts';
import { checkTask } from '../sites/tasks.ts';
import { reground } from './audit.ts';
import type { Corpus } from './corpus.ts';
import { transitionsOf } from './worldSamples.ts';

/** How true dreams are after `depth` imagined steps, over held-out episodes replayed action by action. */
export interface DepthFidelity {
  depth: number;
  /** Episodes that long. */
  episodes: number;
  /** Share of actions whose target still exists in the imagined page. */
  targetExists: number;
  /** Share of imagined steps that were MISSING / malformed. */
  missing: number;
  malformed: number;
  /** Of the pages that were imagined: equal to the real page in every node; mean F1 over nodes. */
  deltaExact: number;
  nodeF1: number;
}

/** Follows recorded episodes inside the dream for up to `depths` imagined steps. */
export async function fidelityByDepth(
  models: { world: Model; judge: Model },
  corpus: Corpus,
  episodes: readonly Trajectory[],
  depths: number,
): Promise<DepthFidelity[]> {
  const world = new DreamWorld(models, corpus.memoryOf);
  const rows = Array.from({ length: depths }, () => ({
    n: 0,
    target: 0,
    missing: 0,
    malformed: 0,
    pages: 0,
    exact: 0,
    f1: 0,
  }));
  for (const trajectory of episodes) {
    const { steps, final, task } = trajectory;
    const learnt = new Set(transitionsOf([trajectory]).map(({ t }) => t));
    const dream = world.start({ ...task, horizon: 1000 });
    let depth = 0;
    for (let t = 0; t < steps.length && depth < depths; t++) {
      const { action, observation } = steps[t];
      if (action.verb === 'stop') break;
      const here = reground(action, observation.tree, dream.observation.tree);
      if (!learnt.has(t)) {
        if (here && action.verb === 'note') await world.advance([dream], [here], () => 0);
        continue;
      }
      const row = rows[depth++];
      row.n++;
      if (!here) break;
      row.target++;
      await world.advance([dream], [here], () => 0);
      if (dream.missing) {
        row.missing++;
        break;
      }
      if (dream.last?.malformed) row.malformed++;
      const real = t + 1 < steps.length ? steps[t + 1].observation.tree : final.tree;
      const imagined = dream.observation.tree;
      row.pages++;
      row.f1 += nodeF1(real.nodes, imagined.nodes);
      if (
        real.nodes.length === imagined.nodes.length &&
        real.nodes.every((node, i) => sameNode(node, imagined.nodes[i]))
      )
        row.exact++;
      if (isOver(dream)) break;
    }
  }
  return rows.flatMap(({ n, target, missing, malformed, pages, exact, f1 }, i) =>
    n === 0
      ? []
      : [
          {
            depth: i + 1,
            episodes: n,
            targetExists: target / n,
            missing: missing / n,
            malformed: malformed / n,
            deltaExact: pages ? exact / pages : 0,
            nodeF1: pages ? f1 / pages : 0,
          },
        ],
  );
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
