import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MiniShop, openMiniShop } from '../webarena/miniShop.ts';
import { reverie } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'reverie-replay-'));
let shop: MiniShop;
beforeAll(async () => {
  shop = await openMiniShop();
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

const RECORDED = 'http://shop.example';

/** A flow as Chrome's Recorder would export it, brought in by `reverie import`. */
async function imported(name: string, addToCart: string): Promise<string> {
  const [source, flow] = [join(folder, `${name}.json`), join(folder, `${name}.flow.json`)];
  const click = (selector: string, url: string) => ({
    ...{ type: 'click', target: 'main', selectors: [[selector]], offsetX: 1, offsetY: 1 },
    assertedEvents: [{ type: 'navigation', url, title: '' }],
  });
  const steps = [
    { type: 'navigate', url: `${RECORDED}/`, assertedEvents: [{ type: 'navigation', url: `${RECORDED}/`, title: '' }] },
    click('aria/Blue mug[role="link"]', `${RECORDED}/mug/blue`),
    click(addToCart, `${RECORDED}/cart`),
  ];
  writeFileSync(source, JSON.stringify({ title: 'Buy a mug', steps }));
  const ended = await reverie(['import', source, '--out', flow]);
  expect(ended, ended.err).toMatchObject({ code: 0 });
  return flow;
}

describe('reverie replay', () => {
  it('does a recorded flow on the site where it is now', async () => {
    const har = join(folder, 'buy.har');
    const flow = await imported('buy', 'aria/Add to cart[role="button"]');
    const ended = await reverie(['replay', flow, '--base', shop.url, '--har', har]);
    expect(ended, ended.err).toMatchObject({ code: 0, out: '2 steps done\n' });
    expect(shop.asked.slice(-3)).toEqual([`${shop.url}/mug/blue`, `${shop.url}/cart`, `${shop.url}/cart`]);
    expect(existsSync(har)).toBe(true);
  });

  it('ends with 1 and the number of the step that cannot be done, or that leads elsewhere', async () => {
    const wrong = await imported('wrong', 'aria/Put into cart[role="button"]');
    const flow = await imported('astray', 'aria/Add to cart[role="button"]');
    writeFileSync(flow, readFileSync(flow, 'utf8').replace(`${RECORDED}/mug/blue`, `${RECORDED}/mug/green`));
    const [missing, astray] = await Promise.all(
      [wrong, flow].map((one) => reverie(['replay', one, '--base', shop.url])),
    );
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toBe(
      `step 2 of 2 (3 in the source): click button "Put into cart": this is not on the page ${shop.url}/mug/blue\n`,
    );
    expect(astray).toMatchObject({ code: 1, out: '' });
    expect(astray.err).toBe(
      `step 1 of 2 (2 in the source): click link "Blue mug": it led to ${shop.url}/mug/blue, not to ${shop.url}/mug/green\n`,
    );
  });

  it('tells a site that is not there, and a wrong command line, from a step that fails', async () => {
    const flow = await imported('gone', 'aria/Add to cart[role="button"]');
    const [gone, none] = await Promise.all([
      reverie(['replay', flow, '--base', 'http://127.0.0.1:1']),
      reverie(['replay', flow, '--base', 'shop']),
    ]);
    expect(gone).toMatchObject({ code: 3, err: expect.stringContaining('does not load') });
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('--base: not the address of a site') });
  });
});
