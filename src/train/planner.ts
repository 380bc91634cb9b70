import type { Rng } from '../core/rng.ts';
import type { Action, Observation, Task } from '../core/types.ts';
import { type Dream, DreamWorld, isOver } from '../env/dream.ts';
import { decide } from '../model/agent.ts';
import { judge } from '../model/imagine.ts';
import { SURE } from '../model/judge.ts';
import { branch, type PageMemory, startVisit, travel, type Visit } from '../model/memory.ts';
import type { Model } from '../model/model.ts';
import { agentView, type PastAction } from '../model/view.ts';
import type { Config } from './config.ts';
import type { Decide } from './evaluate.ts';

/** Draws from the policy for each candidate that is wanted: many are the same action again. */
const DRAWS = 3;

/** Where one running episode stands. `visit` is what it has seen, with pages recorded before, if any were. */
export interface Situation {
  task: Task;
  observation: Observation;
  past: PastAction[];
  visit: Visit;
}

/** An action and what became of it in the imagination. */
export interface Candidate {
  action: Action;
  /** The judge's P(success) at its end; null when the world model did not know the way there. */
  belief: number | null;
}

export interface Plan {
  action: Action;
  /** The policy's own choice first. */
  candidates: Candidate[];
}

/** What decisions took, in total: sequences decoded by any model, tokens they emitted, wall time in milliseconds. */
export interface Cost {
  actions: number;
  calls: number;
  tokens: number;
  ms: number;
}

const nothing = (): Cost => ({ actions: 0, calls: 0, tokens: 0, ms: 0 });

/**
 * The candidate that is done: the one with the best future, if the judge is as sure of it as a dream must be to earn its
 * reward. Else the policy's own choice, the first: small differences between futures that nobody believes in say nothing,
 * and a future that is not known cannot be compared.
 */
export function bestOf(candidates: readonly Candidate[]): number {
  let best = 0;
  candidates.forEach(({ belief }, i) => {
    if (belief !== null && belief >= SURE && belief > (candidates[best].belief ?? 0)) best = i;
  });
  return best;
}

/**
 * Look-ahead at test time with the world model of the dreams (the role of WebDreamer, arXiv 2411.06559): at every step the
 * policy proposes candidate actions, each is imagined, the policy goes on greedily for the rest of `depth`, and the judge
 * says how the ends look: at `stop` with its answer, else as if the visit stopped there without one. All futures of all
 * situations advance together, one forward pass of each model per step.
 */
export class Planner {
  /** What planning took, and what the policy alone took for the same actions. */
  readonly cost = { planned: nothing(), bare: nothing() };
  private readonly world: DreamWorld;
  private readonly models: { policy: Model; world: Model; judge: Model };

  constructor(
    models: { policy: Model; world: Model; judge: Model },
    private readonly config: Config['plan'],
  ) {
    const { policy, world, judge } = models;
    this.models = { policy: this.metered(policy), world: this.metered(world), judge: this.metered(judge) };
    this.world = new DreamWorld(this.models, () => {
      throw new Error('internal: a plan starts where an episode stands');
    });
  }

  /** Plans one step of every situation. `uniform` decides which candidates are drawn. */
  async plan(situations: readonly Situation[], uniform: () => number): Promise<Plan[]> {
    const { planned, bare } = this.cost;
    const [before, began] = [{ ...planned }, performance.now()];
    const own = await this.decide(situations, 0, () => 0);
    bare.actions += situations.length;
    bare.calls += planned.calls - before.calls;
    bare.tokens += planned.tokens - before.tokens;
    bare.ms += performance.now() - began;
    const plans = this.config.candidates > 1 ? await this.lookAhead(situations, own, uniform) : own.map(alone);
    planned.actions += situations.length;
    planned.ms += performance.now() - began;
    return plans;
  }

  /** The planner as the policy of one episode; `recorded`: pages of its site that are known beforehand. */
  episode(task: Task, rng: Rng, recorded: PageMemory = new Map()): Decide {
    const visit = startVisit(recorded);
    let last: Observation | null = null;
    return async (observation, past) => {
      if (last) travel(visit, last.tree, observation.tree.url, past[past.length - 1].verb);
      last = observation;
      const [{ action }] = await this.plan([{ task, observation, past, visit }], rng.next);
      return action;
    };
  }

  private async lookAhead(
    situations: readonly Situation[],
    own: readonly Drawn[],
    uniform: () => number,
  ): Promise<Plan[]> {
    const { candidates: wanted, depth, temperature } = this.config;
    const draws = wanted * DRAWS;
    const drawn = await this.decide(
      situations.flatMap((situation) => new Array<Situation>(draws).fill(situation)),
      temperature,
      uniform,
    );
    const actions = own.map((first, i) => distinct([first, ...drawn.slice(i * draws, (i + 1) * draws)], wanted));
    const futures = situations.flatMap(({ task, observation, past, visit }, i) =>
      // With nothing to choose from there is nothing to imagine.
      actions[i].length < 2
        ? []
        : actions[i].map((action) => ({
            action,
            dream: this.world.goOn(task, observation, past, branch(visit)),
          })),
    );
    const beliefs = await this.imagine(futures, depth);
    let next = 0;
    return actions.map((list, i): Plan => {
      if (list.length < 2) return alone(own[i]);
      const candidates = list.map((action): Candidate => ({ action, belief: beliefs[next++] }));
      return { action: candidates[bestOf(candidates)].action, candidates };
    });
  }

  /** What the judge says of each future; null where the world model met a page nobody recorded, or lost itself. */
  private async imagine(futures: readonly Future[], depth: number): Promise<(number | null)[]> {
    for (let d = 0; d < depth; d++) {
      const live = futures.filter(({ dream }) => !isOver(dream) && dream.malformed === 0);
      if (live.length === 0) break;
      const dreams = live.map(({ dream }) => dream);
      const actions = d === 0 ? live : await this.decide(dreams, 0, () => 0);
      await this.world.advance(
        dreams,
        actions.map(({ action }) => action),
        () => 0,
      );
    }
    const isKnown = ({ dream }: Future): boolean => !dream.missing && dream.malformed === 0;
    const open = futures.filter((future) => isKnown(future) && !future.dream.terminated);
    const views = open.map(({ dream }) => ({ view: agentView(dream.observation, dream.past), answer: '' }));
    const judged = views.length > 0 ? await judge(this.models.judge, views) : [];
    return futures.map((future) => {
      if (!isKnown(future)) return null;
      return future.dream.terminated ? future.dream.belief : judged[open.indexOf(future)];
    });
  }

  private async decide(
    where: readonly { observation: Observation; past: PastAction[] }[],
    temperature: number,
    uniform: () => number,
  ): Promise<Drawn[]> {
    const views = where.map(({ observation, past }) => agentView(observation, past));
    return decide(this.models.policy, views, { temperature, uniform });
  }

  /** The model, with what it decodes counted as planning. */
  private metered(model: Model): Model {
    const counted: Model = Object.create(model);
    counted.generate = async (...args) => {
      const decoded = await model.generate(...args);
      this.cost.planned.calls += decoded.length;
      for (const { tokens } of decoded) this.cost.planned.tokens += tokens.length;
      return decoded;
    };
    return counted;
  }
}

interface Drawn {
  action: Action;
  tokens: number[];
}

interface Future {
  action: Action;
  dream: Dream;
}

const alone = ({ action }: Drawn): Plan => ({ action, candidates: [{ action, belief: null }] });

/** The first `most` different actions, in their order. */
function distinct(drawn: readonly Drawn[], most: number): Action[] {
  const found = new Map(drawn.map(({ tokens, action }) => [tokens.join(), action]));
  return [...found.values()].slice(0, most);
}
