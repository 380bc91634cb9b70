import { readFileSync, readdirSync } from 'node:fs';
import { launchChrome } from './src/cli/chrome.ts';
import { startServer } from './src/cli/server.ts';
import { createBrowserWorld } from './src/env/browser.ts';
import type { Environment } from './src/env/environment.ts';
import { runEpisode } from './src/env/rollout.ts';
import { listTasks, expertAction } from './src/sites/tasks.ts';
import { openHost, openFrameWorld } from './test/env/hostPage.ts';
const server = await startServer();
const browser = await launchChrome();
function cpu(): number { // seconds of all processes below this one
  const all = readdirSync('/proc').filter((d) => /^\d+$/.test(d)).flatMap((d) => { try { const s = readFileSync(`/proc/${d}/stat`, 'utf8'); const f = s.slice(s.lastIndexOf(')') + 2).split(' '); return [{ pid: +d, ppid: +f[1], t: (+f[11] + +f[12]) / 100 }]; } catch { return []; } });
  const mine = new Set([process.pid]); let grew = true; while (grew) { grew = false; for (const p of all) if (mine.has(p.ppid) && !mine.has(p.pid)) { mine.add(p.pid); grew = true; } }
  return all.filter((p) => mine.has(p.pid)).reduce((s, p) => s + p.t, 0);
}
const tasks = listTasks('train', { sites: 1, instances: 1, firstSite: 40 });
for (const [which, n] of [['frame', 1], ['browser', 1], ['browser', 2], ['browser', 4]] as const) {
  const host = which === 'frame' ? await openHost(browser, server.url) : null;
  const envs: Environment[] = []; for (let i = 0; i < n; i++) envs.push(host ? await openFrameWorld(host, i) : createBrowserWorld({ browser, base: server.url, slot: i }));
  for (const e of envs) await e.reset(tasks[0], 0);
  const queue = tasks.slice(); let steps = 0, ok = 0; const by: Record<string, number[]> = {};
  const t0 = performance.now(), c0 = cpu();
  await Promise.all(envs.map(async (env) => { for (let task = queue.pop(); task; task = queue.pop()) { const tk = task; const t = await runEpisode(env, tk, 7, (o, s) => expertAction(tk, s, o), { world: which, policy: 'expert' }); steps += t.steps.length; ok += t.reward; t.steps.forEach((s, i) => { const next = t.steps[i + 1]?.observation ?? t.final; (by[s.action.verb + (next.tree.url !== s.observation.tree.url ? '+nav' : '')] ??= []).push(s.ms); }); } }));
  const wall = (performance.now() - t0) / 1000;
  console.log(which, n, { ok: `${ok}/${tasks.length}`, steps, wall: wall.toFixed(1), stepsPerS: (steps / wall).toFixed(1), cpuMsPerStep: ((cpu() - c0) / steps * 1000).toFixed(0) }, Object.entries(by).map(([k, v]) => `${k} ${v.length}: ${v.sort((a, b) => a - b)[v.length >> 1].toFixed(1)}`).join(' | '));
  for (const e of envs) await e.close(); await host?.close();
}
await browser.close(); await server.close();
