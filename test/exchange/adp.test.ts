import { describe, expect, it } from 'vitest';
import type { Action } from '../../src/core/types.ts';
import { exportAdp } from '../../src/exchange/adp.ts';
import { parseTree } from '../../src/page/text.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { expertOn } from '../sites/pureWorld.ts';
import { adp } from './adpSchema.ts';

describe('the agent data protocol', () => {
  const tasks = Object.values(FAMILIES).flatMap(({ name, templates }) =>
    templates.map((template, i) => makeTask(name, template.name, 3, i)),
  );

  it.each(tasks.map((task) => [task.id, task] as const))(
    '%s: known fields only; pages, actions and rewards come back',
    async (_, task) => {
      const episode = await expertOn(task);
      const { text, lost } = exportAdp(episode);
      expect(text.indexOf('\n')).toBe(text.length - 1);
      const { content, details, id } = adp.parse(JSON.parse(text));
      expect(id).toBe(episode.id);
      expect(details).toMatchObject({ task, reward: 1, policy: 'expert' });
      expect(content[0]).toEqual({ class_: 'text_observation', content: task.goal, source: 'user' });
      const pages = content.flatMap((one) => (one.class_ === 'web_observation' ? [parseTree(one.axtree!)] : []));
      expect(pages).toEqual(episode.steps.map((step) => step.observation.tree));
      const actions = content.flatMap((one): Action[] => {
        if (one.class_ === 'api_action') return [{ verb: one.function, ...one.kwargs } as Action];
        return one.class_ === 'message_action' ? [{ verb: 'stop', answer: one.content }] : [];
      });
      expect(actions).toEqual(episode.steps.map((step) => step.action));
      expect(content.at(-1)).toMatchObject({ class_: 'message_action', reward: 1 });
      expect(lost).toEqual([{ step: 0, what: 'state', why: expect.any(String) }]);
      expect(text).not.toContain('finalState');
    },
  );

  it('ends with the last page when nobody answered', async () => {
    const episode = await expertOn(tasks[0]);
    const cut = { ...episode, steps: episode.steps.slice(0, -1), terminated: false, truncated: true, reward: 0 };
    const { content } = adp.parse(JSON.parse(exportAdp(cut).text));
    expect(content.at(-1)?.class_).toBe('web_observation');
  });
});
