import { expect, it } from 'vitest';
import { launchChrome } from '../../src/cli/chrome.ts';
import { listTasks } from '../../src/sites/tasks.ts';
import { expertOn } from '../sites/pureWorld.ts';
import { serveSpec } from './serveSpec.ts';

it('training goes on from the last update when the GPU process crashes, at last without it', async () => {
  const [spec, chrome] = await Promise.all([serveSpec('./lossPage.ts'), launchChrome({ webgpu: 'software' })]);
  try {
    const tasks = listTasks('train', { families: ['desk'], sites: 1, instances: 1 }).slice(0, 2);
    const trajectories = await Promise.all(tasks.map(expertOn));
    const session = await chrome.target().createCDPSession();
    const page = await chrome.newPage();
    await page.exposeFunction('crashGpu', () => session.send('Browser.crashGpuProcess'));
    await page.goto(spec.url);
    await page.waitForFunction(() => window.loseDevice !== undefined);
    const result = await page.evaluate((data) => window.loseDevice(data), trajectories);
    const on = (backend: string) => expect.objectContaining({ backend });
    // Chrome gives a new device after the first crash, and none after the second.
    expect(result.engines).toEqual(['webgpu', 'webgpu', 'webgpu', 'webgpu', 'wasm'].map(on));
    expect(result.engines.at(-1)!.reason).toMatch(/no adapter|no working device/);
    const death = expect.stringMatching(/learner worker: the worker died; .*the GPU device was lost: .*restarted/);
    expect(result.deaths).toEqual([death, death]);
    // No step lost, none done twice.
    expect(result.steps).toEqual([8, 8]);
    expect(result.apart).toBeLessThan(0.01 * result.moved);
  } finally {
    await Promise.all([chrome.close(), spec.close()]);
  }
}, 180_000);
