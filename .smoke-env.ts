import { launchChrome } from './src/cli/chrome.ts';
import { startServer } from './src/cli/server.ts';
import { ensureBuilt } from './src/cli/build.ts';
import { createBrowserWorld } from './src/env/browser.ts';
import { runEpisode } from './src/env/rollout.ts';
import { listTasks, expertAction } from './src/sites/tasks.ts';
import { openHost, openFrameWorld } from './test/env/hostPage.ts';
import { printTree } from './src/page/text.ts';
await ensureBuilt();
const server = await startServer();
const browser = await launchChrome();
const which = process.argv[2];
const env = which === 'browser' ? createBrowserWorld({ browser, base: server.url, slot: 1 }) : await openFrameWorld(await openHost(browser, server.url), 2);
const tasks = listTasks('train', { sites: Number(process.argv[3] ?? 1), instances: 1 });
let steps = 0, ms = 0, t0 = performance.now(), ok = 0;
const by: Record<string, number[]> = {};
for (const task of tasks) {
  const t = await runEpisode(env, task, 7, (o, s) => expertAction(task, s, o), { world: which as 'browser', policy: 'expert' });
  steps += t.steps.length; ok += t.reward;
  for (const s of t.steps) { ms += s.ms; const nav = s.action.verb + (t.steps[t.steps.indexOf(s)+1]?.observation.tree.url !== s.observation.tree.url ? '+nav' : ''); (by[nav] ??= []).push(s.ms); }
  if (t.reward !== 1) { console.log('FAIL', task.id, task.goal, t.failure, t.steps.map(s => JSON.stringify(s.action) + ' ' + s.observation.tree.url + ' fb:' + s.observation.feedback + (s.failure ? ' !'+s.failure.code : '')).join('\n   ')); console.log(printTree(t.final.tree), JSON.stringify(t.finalState).slice(0,300)); }
}
console.log({ which, tasks: tasks.length, ok, steps, stepMs: (ms / steps).toFixed(1), wall: ((performance.now() - t0) / 1000).toFixed(1), stepsPerS: (steps / ((performance.now() - t0) / 1000)).toFixed(1) });
for (const [k, v] of Object.entries(by)) console.log(k, v.length, 'median', v.sort((a, b) => a - b)[v.length >> 1].toFixed(1), 'max', v.at(-1)!.toFixed(1));
await env.close(); await browser.close(); await server.close();
