import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Action } from '../../src/core/types.ts';
import { exportAdp } from '../../src/exchange/adp.ts';
import { parseTree } from '../../src/page/text.ts';
import { FAMILIES } from '../../src/sites/index.ts';
import { makeTask } from '../../src/sites/tasks.ts';
import { expertOn } from '../sites/pureWorld.ts';

/** The agent data protocol 1.2.0 by its schema document: it refuses fields that it does not know. */
const extra = { reward: z.number().nullish() };
const spoken = { ...extra, description: z.string().nullish(), reasoning_content: z.string().nullish() };
const adp = z.strictObject({
  schema_version: z.enum(['1.0.0', '1.1.0', '1.2.0']),
  id: z.string(),
  content: z.array(
    z.discriminatedUnion('class_', [
      z.strictObject({
        class_: z.literal('api_action'),
        function: z.string(),
        kwargs: z.record(z.string(), z.unknown()),
        ...spoken,
      }),
      z.strictObject({ class_: z.literal('message_action'), content: z.string(), ...spoken }),
      z.strictObject({
        class_: z.literal('text_observation'),
        content: z.string(),
        source: z.enum(['user', 'agent', 'environment']),
        name: z.string().nullish(),
        ...extra,
      }),
      z.strictObject({
        class_: z.literal('web_observation'),
        html: z.string().nullable(),
        axtree: z.string().nullable(),
        url: z.string().nullable(),
        image_observation: z.null(),
        viewport_size: z.tuple([z.int(), z.int()]).nullable(),
        ...extra,
      }),
    ]),
  ),
  available_apis: z.array(z.string()).nullish(),
  details: z.record(z.string(), z.unknown()),
});

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
