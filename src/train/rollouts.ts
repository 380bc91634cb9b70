import { createRng, type Rng } from '../core/rng.ts';
import type { Task, Trajectory, WorldName } from '../core/types.ts';
import { inTaskOrder, playEpisodes } from '../env/episodes.ts';
import { runEpisode } from '../env/rollout.ts';
import type { EpisodeMeta } from '../env/wrappers.ts';
import type { Bytes } from '../model/persist.ts';
import { FAMILIES } from '../sites/index.ts';
import { SPLIT_SEEDS } from '../sites/site.ts';
import { makeTask } from '../sites/tasks.ts';
import type { Config } from './config.ts';
import { crawler } from './crawl.ts';
import { type Decide, givingUp, type Instead, noisy, remembering, unless } from './evaluate.ts';
import type { Host, Playground } from './host.ts';

/** Instances of crawls, and of held-out episodes on the same sites. */
const CRAWL_FROM = 900;
const VALIDATION_FROM = 1000;

/** A weak policy that has not finished by then is going in circles: those steps teach nothing new. */
const ROLLOUT_STEPS = 20;
export const capped = (task: Task): Task => ({ ...task, horizon: Math.min(task.horizon, ROLLOUT_STEPS) });

/** Every dreamer acts with these weights, also after a restart. */
export const setPolicy = async (host: Host, bytes: Bytes): Promise<void> => {
  for (const dreamer of host.dreamers) await dreamer.remember('setPolicy', bytes);
};

/** The policy that the dreamers hold, one of them for each episode; 0 is greedy. */
export function policyOf(host: Host, temperature: number, seed: number): Decide {
  const { port } = host.dreamers[seed % host.dreamers.length];
  let draw = 0;
  return (observation, past) => port.act(observation, past, { temperature, seed, draw: draw++ });
}

/** How one episode is played: by the policy at a temperature (0 is greedy), but for what is decided instead. */
export interface Part {
  meta: EpisodeMeta;
  temperature: number;
  instead?: Instead;
}

export type Cast = (task: Task, rng: Rng) => Part;

/** Plays tasks side by side with progress, honouring pause and stop between episodes. */
export async function playTasks(
  host: Host,
  ground: Playground,
  stage: string,
  tasks: readonly Task[],
  seed: number,
  cast: Cast,
): Promise<{ episodes: Trajectory[]; steps: number; seconds: number }> {
  const episodes: Trajectory[] = [];
  const { steps, seconds } = await playEpisodes({
    tasks,
    seed,
    parallel: ground.parallel,
    open: ground.open,
    play: (env, task, episodeSeed, rng) => {
      const { meta, temperature, instead } = cast(task, rng);
      let policy: Decide | undefined;
      const decide: Decide = (observation, past) => {
        policy ??= policyOf(host, temperature, rng.int(2 ** 30));
        return policy(observation, past);
      };
      return runEpisode(env, task, episodeSeed, remembering(unless(instead, decide)), meta);
    },
    onEpisode: async (episode) => {
      episodes.push(episode);
      host.progress({ stage, done: episodes.length, total: tasks.length, unit: 'episodes' });
      await host.gate();
    },
  });
  return { episodes: inTaskOrder(episodes, tasks), steps, seconds };
}

/** Rollouts on expert sites and further sites, and held-out episodes on the same sites for measuring the world model. */
export function rolloutTasks({ data, families, seed }: Config): Task[] {
  const { expertSites, logSites, rolloutsPerTemplate, crawlSteps, validationPerFamily } = data;
  const first = SPLIT_SEEDS.train[0] + data.firstSite;
  const rng = createRng(seed).fork('validation');
  return families.flatMap((family) => {
    const templates = FAMILIES[family].templates.map(({ name }) => name);
    const sites = Array.from({ length: expertSites + logSites }, (_, k) => first + k);
    const logs = sites.flatMap((site) =>
      templates.flatMap((template) =>
        Array.from({ length: rolloutsPerTemplate }, (_, k) =>
          capped(makeTask(family, template, site, data.firstInstance + k)),
        ),
      ),
    );
    const crawls =
      crawlSteps > 0
        ? sites.map((site) => ({ ...makeTask(family, templates[0], site, CRAWL_FROM), horizon: crawlSteps }))
        : [];
    const held = Array.from({ length: validationPerFamily }, (_, k) =>
      makeTask(family, templates[k % templates.length], rng.pick(sites), VALIDATION_FROM + k),
    );
    return [...logs, ...crawls, ...held];
  });
}

/** Who plays these tasks: a crawler, or the supervised policy with random actions mixed in, which show what experts never do. */
export const rolloutCast =
  ({ data }: Config, world: WorldName): Cast =>
  (task, rng) => {
    const by = (policy: string, instead: Instead): Part => ({
      meta: { world, policy },
      temperature: 1,
      instead: givingUp(instead),
    });
    if (task.instance === CRAWL_FROM) return by('log:crawl', crawler(rng));
    const held = task.instance >= VALIDATION_FROM;
    const noise = rng.pick(held ? [0, 0.2] : data.noise);
    return by(`${held ? 'validation' : 'log'}:sft+noise${noise}`, noisy(noise, rng.fork('noise')));
  };

/** Lets the supervised policy loose on real pages. */
export async function recordRollouts(config: Config, host: Host): Promise<Trajectory[]> {
  const { real } = host;
  const cast = rolloutCast(config, real.world);
  const { episodes } = await playTasks(host, real, 'record rollouts', rolloutTasks(config), config.seed, cast);
  return episodes;
}
