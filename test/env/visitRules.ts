import { describe, expect, it } from 'vitest';
import type { Action, AXNode, Observation, Transition, WorldName } from '../../src/core/types.ts';
import type { Environment } from '../../src/env/environment.ts';
import { runEpisode } from '../../src/env/rollout.ts';
import { expertAction, makeTask } from '../../src/sites/tasks.ts';

const task = makeTask('desk', 'comment', 3, 0);

export const find = ({ tree }: Observation, test: (node: AXNode) => boolean): number => tree.nodes.find(test)!.id;

/** Rules of a visit that hold on real pages, however they are driven. */
export function visitRules(name: string, world: WorldName, open: () => Promise<Environment>): void {
  describe(`${name}: a visit`, () => {
    it('has a history of its own that starts at the first page', async () => {
      const env = await open();
      const first = await env.reset(task, 0);
      const links = first.tree.nodes.filter((node) => node.role === 'link');
      const go = async (action: Action): Promise<Transition> => env.step(action);
      let second: Transition | undefined;
      for (const link of links) {
        await env.reset(task, 0);
        second = await go({ verb: 'click', target: link.id });
        if (second.observation.tree.url !== first.tree.url) break;
      }
      const secondUrl = second!.observation.tree.url;
      expect(secondUrl).not.toBe(first.tree.url);
      expect(second!.observation.feedback).toContain(`now at ${secondUrl}`);
      const third = await go({ verb: 'goto', url: '/nowhere?fresh&a=1' });
      expect(third.observation.tree.url).toBe('/nowhere?a=1');

      const urls: string[] = [];
      for (const verb of ['go_back', 'go_back', 'go_forward', 'go_back'] as const) {
        const { observation, failure } = await go({ verb });
        expect(failure).toBeUndefined();
        urls.push(observation.tree.url);
      }
      expect(urls).toEqual([secondUrl, first.tree.url, secondUrl, first.tree.url]);
      expect((await go({ verb: 'go_back' })).failure).toMatchObject({ kind: 'policy', code: 'no-history' });
      // A step away from here cuts off what was ahead.
      await go({ verb: 'goto', url: secondUrl });
      expect((await go({ verb: 'go_forward' })).failure).toMatchObject({ code: 'no-history' });
      // A new visit knows nothing of this one.
      expect((await env.reset(task, 0)).tree).toEqual(first.tree);
      expect((await go({ verb: 'go_back' })).failure).toMatchObject({ code: 'no-history' });
      await env.close();
    });

    it('keeps what was done when it goes back, and forgets it at reset', async () => {
      const env = await open();
      const episode = await runEpisode(env, task, 1, (seen, state) => expertAction(task, state, seen), {
        world,
        policy: 'expert',
      });
      expect(episode).toMatchObject({ reward: 1, terminated: true, truncated: false });
      const { steps } = episode;
      expect(episode.finalState).not.toEqual(steps[0].state);
      for (const [i, step] of steps.entries()) {
        expect(step.observation.step).toBe(i);
        expect(step.ms).toBeGreaterThanOrEqual(0);
      }
      const fresh = await env.reset(task, 1);
      expect(fresh.tree).toEqual(steps[0].observation.tree);
      await env.close();
    });

    it('keeps notes over pages', async () => {
      const env = await open();
      const first = await env.reset(task, 0);
      const node = first.tree.nodes.find(({ role, name }) => role === 'heading' && name !== '')!;
      await env.step({ verb: 'note', target: node.id });
      const { observation } = await env.step({ verb: 'goto', url: '/' });
      expect(observation.notes).toEqual([node.name]);
      expect((await env.reset(task, 0)).notes).toEqual([]);
      await env.close();
    });

    it.each(['https://example.org/', '//example.org/x', '/../../../desk/3/', 'javascript:alert(1)', 'http://['])(
      'does not leave the site for %s',
      async (url) => {
        const env = await open();
        await env.reset(task, 0);
        expect((await env.step({ verb: 'goto', url })).failure).toMatchObject({ kind: 'policy', code: 'outside-site' });
        await env.close();
      },
    );
  });
}
