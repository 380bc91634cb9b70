// npx vitest run test/env/dream.test.ts
import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import type { Trajectory } from '../../src/core/types.ts';
import { initBackend } from '../../src/engine/backend.ts';
import { createDreamEnvironment, DreamWorld } from '../../src/env/dream.ts';
import { remoteEnvironment, serveEnvironment } from '../../src/env/remote.ts';
import { runEpisode } from '../../src/env/rollout.ts';
import { withTimeLimit } from '../../src/env/wrappers.ts';
import type { Model } from '../../src/model/model.ts';
import { decodeModel } from '../../src/model/persist.ts';
import { randomDecision } from '../../src/model/randomPolicy.ts';
import { agentView } from '../../src/model/view.ts';
import { listTasks } from '../../src/sites/tasks.ts';
import { configure } from '../../src/train/config.ts';
import { Corpus } from '../../src/train/corpus.ts';
import { remembering } from '../../src/train/evaluate.ts';
import { Learner } from '../../src/train/learner.ts';
import { contract } from '../env.contract.ts';
import { experts, wanderings } from '../model/recorded.ts';

/* A world model of a few seconds: good enough to dream anything, which is all that the contract needs. */
let recorded: Trajectory[];
let world: DreamWorld;
let models: { world: Model; judge: Model };
beforeAll(async () => {
  const backend = await initBackend('wasm');
  // Failures too: a judge that saw only experts says yes to everything.
  recorded = [...(await experts(1)), ...(await wanderings(1))];
  const learner = new Learner();
  await learner.init('wasm');
  const { bytes } = await learner.fitWorld(recorded, configure('debug', { world: { steps: 60 } }));
  const { bytes: judging } = await learner.fitJudge(recorded, configure('debug', { judge: { steps: 150 } }));
  models = { world: decodeModel(bytes, backend).model, judge: decodeModel(judging, backend).model };
  world = new DreamWorld(models, new Corpus(recorded).memoryOf);
});

const [task] = listTasks('train', { sites: 1, instances: 1 });
const subject = { task, seed: 3, offers: 12 };
contract('dream', { ...subject, open: async () => createDreamEnvironment(world) });
contract('dream through remote', {
  ...subject,
  open: async () => remoteEnvironment(serveEnvironment(createDreamEnvironment(world))),
});

describe('dreams', () => {
  it('are the same for the same seed, and leave no tensors behind', async () => {
    const rng = () => createRng(4).fork('walk');
    const play = (draws: ReturnType<typeof rng>) =>
      runEpisode(
        withTimeLimit(createDreamEnvironment(world), 12),
        recorded[5].task,
        9,
        remembering((observation, past) => randomDecision(agentView(observation, past), draws)),
        { world: 'dream', policy: 'random' },
      );
    const trees = (episode: Trajectory) =>
      episode.steps.map(({ observation }) =>
        observation.tree.nodes.map(({ role, name, value }) => [role, name, value]),
      );
    const first = await play(rng());
    const before = tf.memory().numTensors;
    const second = await play(rng());
    expect(trees(second)).toEqual(trees(first));
    expect(tf.memory().numTensors).toBe(before);
  });

  it('end where nobody has been: a page missing from memory truncates', async () => {
    const task = recorded[0].task;
    const { home } = new Corpus(recorded).memoryOf(task);
    const lonely = new DreamWorld(models, () => ({ memory: new Map([[home.url, home]]), home }));
    const dream = lonely.start(task);
    const links = home.nodes.filter(({ role }) => role === 'link');
    for (const { id } of links) {
      const visit = lonely.start(task);
      await lonely.advance([visit], [{ verb: 'click', target: id }], () => 0);
      // With one page in memory there is nothing to recall: the page stays or the dream ends.
      expect(visit.missing ? visit.truncated : visit.observation.tree.url === home.url).toBe(true);
    }
    expect(dream.observation.tree).toBe(home);
  });
});
