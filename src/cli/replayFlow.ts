import { ReverieError } from '../core/errors.ts';
import type { Task } from '../core/types.ts';
import type { Environment } from '../env/environment.ts';
import type { OpenVisit } from '../env/webarena.ts';
import { type Flow, type FlowAction, type FlowStep, parseFlow } from '../exchange/flow.ts';
import { exportHar } from '../exchange/har.ts';
import { actionOn } from '../exchange/target.ts';
import { readStorageState } from '../webarena/storageState.ts';
import type { ReplayOptions } from './commands/replay.ts';
import { refuseExisting, writeAtomic } from './files.ts';
import { createNetworkRecorder } from './networkRecorder.ts';
import { readText } from './readText.ts';
import { misuse } from './suite.ts';

/** What a step does and to what, for people. */
function describe(action: FlowAction): string {
  if (!('target' in action)) return Object.values(action).join(' ');
  const [selector] = action.target.selectors[0].slice(-1);
  const what =
    'path' in selector
      ? selector.path
      : 'text' in selector
        ? selector.text
        : `${selector.role ?? ''} "${selector.name}"`;
  return `${action.verb} ${what.trim()}`;
}

/** Addresses of the recorded site as they are now. */
function relocate(flow: Flow, base: string | undefined): { flow: Flow; start: string } {
  const isAddress = (url: string): boolean => /^https?:\/\//.test(url) && URL.canParse(url);
  if (base !== undefined && !isAddress(base)) misuse('--base', 'not the address of a site', base);
  const { start = base } = flow;
  if (start === undefined || !isAddress(start)) return misuse('--base', 'the flow does not say where it begins');
  if (base === undefined) return { flow, start };
  const { origin } = new URL(start);
  const move = (url: string): string => {
    const whole = URL.canParse(url, start) ? new URL(url, start) : null;
    return whole?.origin === origin ? base.replace(/\/+$/, '') + whole.pathname + whole.search + whole.hash : url;
  };
  const steps = flow.steps.map((step): FlowStep => {
    const { action, arrives } = step;
    return {
      ...step,
      action: action.verb === 'goto' ? { ...action, url: move(action.url) } : action,
      ...(arrives !== undefined && { arrives: move(arrives) }),
    };
  });
  return { flow: { ...flow, steps }, start: move(start) };
}

/** The flow as a visit: it may go wherever it went when it was recorded. */
function visitOf({ title, steps }: Flow, start: string): OpenVisit {
  const urls = steps.flatMap(({ action, arrives }) => (action.verb === 'goto' ? [action.url] : [arrives ?? start]));
  return {
    task: {
      ...{ suite: 'webarena', id: 'flow', sites: [], goal: title, images: [], storageState: null, template: null },
      startUrls: [start],
      evaluation: { notScored: 'a flow has no score' },
    },
    origins: urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin),
  };
}

const taskOf = (goal: string): Task => ({
  ...{ id: 'flow', suite: 'webarena', family: 'flow', template: 'flow', siteSeed: 0, instance: 0 },
  ...{ goal, tier: 3, horizon: 1, slots: {} },
});

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : url);

/** Does the steps up to the first that fails; null when all were done, else its place and the reason. */
async function play(env: Environment, { title, steps }: Flow): Promise<{ step: number; why: string } | null> {
  let seen = await env.reset(taskOf(title), 0);
  for (const [i, { action, arrives }] of steps.entries()) {
    const fail = (why: string) => ({ step: i + 1, why: `${describe(action)}: ${why}` });
    const here = actionOn(action, seen.tree);
    if (here === null) return fail(`this is not on the page ${seen.tree.url}`);
    const result = await env.step(here);
    seen = result.observation;
    const { failure } = result;
    if (failure?.kind === 'environment')
      throw new ReverieError('environment', { who: `step ${i + 1} of ${steps.length}`, rule: failure.message });
    if (failure) return fail(failure.message);
    if (arrives !== undefined && pathOf(seen.tree.url) !== pathOf(arrives))
      return fail(`it led to ${seen.tree.url}, not to ${arrives}`);
    if (result.terminated) break;
  }
  return null;
}

/** `reverie replay`: exit 0 when every step was done and led where it should, 1 with the number of the step otherwise. */
export async function replay(file: string, options: ReplayOptions): Promise<void> {
  refuseExisting(options.har, '--har', options.force);
  const { flow, start } = relocate(parseFlow(readText('replay', file)), options.base);
  const [{ createRealPages }, { createWebArenaWorld }] = await Promise.all([
    import('./realPages.ts'),
    import('../env/webarena.ts'),
  ]);
  const visit = visitOf(flow, start);
  if (options.storageState !== undefined)
    visit.storage = readStorageState(readText('--storage-state', options.storageState));
  const network = options.har === undefined ? undefined : createNetworkRecorder();
  const pages = createRealPages((browser) =>
    createWebArenaWorld({ browser, visitOf: () => visit, onTab: async (session) => network?.watch(session) }),
  );
  try {
    const env = await pages.open();
    const failed = await play(env, flow);
    if (options.har !== undefined && network)
      writeAtomic(options.har, exportHar(await network.exchanges(), await pages.version()));
    await env.close();
    if (failed === null) {
      console.log(`${flow.steps.length} steps done`);
      return;
    }
    const { from } = flow.steps[failed.step - 1];
    process.stderr.write(`step ${failed.step} of ${flow.steps.length} (${from} in the source): ${failed.why}\n`);
    process.exitCode = 1;
  } finally {
    await pages.close();
  }
}
