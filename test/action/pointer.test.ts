import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { performCdp } from '../../src/action/performCdp.ts';
import type { PageAction } from '../../src/action/problems.ts';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { Failure } from '../../src/core/types.ts';
import { openHidden } from '../../src/env/openPage.ts';
import { readCdp } from '../../src/page/fromCdp.ts';
import { createNodeIds } from '../../src/page/ids.ts';
import { type Hands, type Kind, openHands } from './hands.ts';

/*
 * What a mouse does besides clicking the middle of things, with script events and with trusted input. `log` in the page
 * collects what its scripts noticed.
 */

let chrome: Browser;
let page: Page;
let hands: Record<Kind, Hands>;

beforeAll(async () => {
  chrome = await launchChrome();
  ({ page, hands } = await openHands(chrome));
});
afterAll(() => chrome.close());

const LOG = '<script>const log = []; const say = (word) => log.push(word);</script>';
const STYLE = '<style>body { margin: 0 } div[role], li[role] { width: 80px; height: 40px; user-select: none }</style>';
const documentOf = (html: string): string =>
  `data:text/html,${encodeURIComponent(`<!doctype html><title>Case</title>${STYLE}${LOG}${html}`)}`;

/** A tile and a bin for HTML's own drag and drop. */
const NATIVE = `<div role="button" aria-label="Tile" draggable="true">T</div>
  <div style="height: 100px"></div><div role="button" aria-label="Bin">B</div><script>
    const [tile, bin] = document.querySelectorAll('[role]');
    tile.ondragstart = (e) => { e.dataTransfer.setData('text/plain', 'tile'); say('start'); };
    bin.ondragover = (e) => e.preventDefault();
    bin.ondrop = (e) => { e.preventDefault(); say('drop ' + e.dataTransfer.getData('text/plain')); };
    tile.ondragend = () => say('end');</script>`;

describe.each(['script events', 'trusted input'] as const)('%s', (kind) => {
  const open = async (html: string): Promise<void> => {
    await page.goto(documentOf(html));
    await hands[kind].read();
  };
  const log = (): Promise<string[]> => page.evaluate('log') as Promise<string[]>;
  const idOf = async (name: string): Promise<number> => {
    const { nodes } = await hands[kind].read();
    const node = nodes.find((one) => one.name === name);
    if (!node) throw new Error(`no ${name} in ${JSON.stringify(nodes)}`);
    return node.id;
  };
  const drag = async (from: string, to: string): Promise<Failure | null> => {
    const [target, goal] = [await idOf(from), await idOf(to)];
    return hands[kind].act({ verb: 'drag', target, to: goal });
  };
  const clickAt = async (name: string, x: number, y: number): Promise<Failure | null> =>
    hands[kind].act({ verb: 'click_at', target: await idOf(name), x, y });

  describe('drag', () => {
    it("is HTML's drag and drop where the page asks for it", async () => {
      await open(NATIVE);
      expect(await drag('Tile', 'Bin')).toBeNull();
      expect(await log()).toEqual(['start', 'drop tile', 'end']);
    });

    it('drops nothing where the page takes nothing', async () => {
      await open(`${NATIVE}<div role="button" aria-label="Wall">W</div>`);
      expect(await drag('Tile', 'Wall')).toBeNull();
      expect(await log()).toEqual(['start', 'end']);
    });

    it('is moves with the button held for scripts that listen on the document', async () => {
      await open(`<div role="button" aria-label="Box" style="position: absolute; left: 20px; top: 10px">B</div>
        <div role="button" aria-label="Goal" style="position: absolute; left: 300px; top: 200px">G</div><script>
          const [box, goal] = document.querySelectorAll('[role]');
          let grip = null;
          box.onmousedown = (e) => { grip = [e.clientX - box.offsetLeft, e.clientY - box.offsetTop]; e.preventDefault(); };
          document.onmousemove = (e) => {
            if (!grip) return;
            if (e.buttons !== 1) say('buttons ' + e.buttons);
            box.style.left = e.clientX - grip[0] + 'px';
            box.style.top = e.clientY - grip[1] + 'px';
          };
          document.onmouseup = () => { grip = null; say(box.offsetLeft + ',' + box.offsetTop); };</script>`);
      expect(await drag('Box', 'Goal')).toBeNull();
      // Both are of one size and meet at their middles.
      expect(await log()).toEqual(['300,200']);
    });

    it('sorts a list whose items make room on the way', async () => {
      await open(`<ul style="margin: 0; padding: 0; list-style: none">${['A', 'B', 'C', 'D']
        .map((name) => `<li role="button" tabindex="0" aria-label="${name}">${name}</li>`)
        .join('')}</ul><script>
          let held = null;
          document.onmousedown = (e) => { held = e.target.closest('li'); e.preventDefault(); };
          document.onmousemove = (e) => {
            const over = document.elementFromPoint(e.clientX, e.clientY)?.closest('li');
            if (!held || !over || over === held) return;
            const after = held.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
            over[after ? 'after' : 'before'](held);
          };
          document.onmouseup = () => { held = null; };</script>`);
      expect(await drag('A', 'C')).toBeNull();
      expect(await page.$eval('ul', (list) => list.textContent)).toBe('BCAD');
    });

    it('keeps to an element that captures the pointer', async () => {
      await open(`<div role="button" aria-label="Thumb">T</div>
        <div style="height: 100px"></div><div role="button" aria-label="Far">F</div><script>
          const [thumb] = document.querySelectorAll('[role]');
          thumb.onpointerdown = (e) => thumb.setPointerCapture(e.pointerId);
          thumb.onpointerup = (e) => say('up ' + Math.round(e.clientY));</script>`);
      expect(await drag('Thumb', 'Far')).toBeNull();
      // The middle of the second box: 40 + 100 + 20.
      expect(await log()).toEqual(['up 160']);
    });

    it('moves the thumb of a slider', async () => {
      await open(`<input type="range" aria-label="Volume" min="0" max="10" value="5" oninput="say('input')"
          onchange="say('change ' + this.value)" style="display: block; width: 216px; height: 40px; margin: 0">
        <div role="button" aria-label="End" style="margin-left: 300px">E</div>`);
      expect(await drag('Volume', 'End')).toBeNull();
      expect((await log()).at(-1)).toBe('change 10');
    });

    it('scrolls to what is dragged, and says when the goal cannot be on the screen with it', async () => {
      const apart = (gap: number) => NATIVE.replace('height: 100px', `height: ${gap}px`);
      await open(`<div style="height: 900px"></div>${apart(100)}<div style="height: 900px"></div>`);
      expect(await drag('Tile', 'Bin')).toBeNull();
      expect(await log()).toEqual(['start', 'drop tile', 'end']);
      await open(apart(3_000));
      expect(await drag('Tile', 'Bin')).toMatchObject({
        kind: 'policy',
        code: 'not-visible',
        message: /^button "Bin"/,
      });
      expect(await log()).toEqual([]);
    });

    it('names what covers the goal', async () => {
      await open(
        `${NATIVE}<div id="veil" style="position: fixed; left: 0; top: 120px; width: 300px; height: 200px">Ad</div>`,
      );
      expect((await drag('Tile', 'Bin'))?.message).toBe('button "Bin" is covered by div#veil "Ad".');
      expect(await log()).toEqual([]);
    });

    it('is loud about a goal that is gone', async () => {
      await open(NATIVE);
      const [target, to] = [await idOf('Tile'), await idOf('Bin')];
      await page.evaluate(() => document.querySelectorAll('[role]')[1].remove());
      expect(await hands[kind].act({ verb: 'drag', target, to })).toMatchObject({
        kind: 'format',
        code: 'stale-id',
        message: 'button "Bin" is no longer on the page.',
      });
    });
  });

  describe('click_at', () => {
    const PAD = `<div role="button" aria-label="Pad" style="position: absolute; left: 100px; top: 50px; width: 200px; height: 100px"
      onclick="say(event.clientX + ',' + event.clientY)"><canvas width="200" height="100"></canvas></div>`;

    it.each([
      // The box is 200 × 100 at (100, 50).
      [25, 50, '150,100'],
      [0, 0, '100,50'],
      [62.5, 10, '225,60'],
    ])('hits the place in the box: %d and %d percent', async (x, y, where) => {
      await open(PAD);
      expect(await clickAt('Pad', x, y)).toBeNull();
      expect(await log()).toEqual([where]);
    });

    it('stays inside the box at its far edges', async () => {
      await open(
        `${PAD}<div style="position: fixed; left: 300px; top: 0; width: 99px; height: 400px" onclick="say('beside')"></div>`,
      );
      expect(await clickAt('Pad', 100, 50)).toBeNull();
      expect(await log()).toHaveLength(1);
      expect(await log()).not.toContain('beside');
    });

    it('scrolls to the place, in a box larger than the screen too', async () => {
      await open(`<div role="button" aria-label="Map" style="width: 700px; height: 4000px"
        onclick="say(event.offsetX + ',' + event.offsetY)">M</div>`);
      expect(await clickAt('Map', 50, 75)).toBeNull();
      expect(await log()).toEqual(['350,3000']);
    });

    it('hits shapes, and what shapes stand in where they leave their box empty', async () => {
      await open(`<svg width="100" height="100" onclick="say(event.target.tagName)" role="img" aria-label="Chart">
        <circle cx="50" cy="50" r="50" tabindex="0" role="button" aria-label="Pie"></circle></svg>`);
      expect(await clickAt('Pie', 50, 50)).toBeNull();
      expect(await clickAt('Pie', 2, 2)).toBeNull();
      expect(await log()).toEqual(['circle', 'svg']);
    });

    it('sets a slider', async () => {
      // The thumb is 16 px wide: its middle goes from 8 to 208, and 28 % of 216 px is 60.48 px, 26.24 % of that way.
      await open(`<input type="range" aria-label="Volume" min="0" max="100" value="80" oninput="say('input ' + this.value)"
        onchange="say('change ' + this.value)" style="display: block; width: 216px; height: 40px; margin: 0">`);
      expect(await clickAt('Volume', 28, 50)).toBeNull();
      expect(await log()).toEqual(['input 26', 'change 26']);
    });

    it('says what covers the place, though the rest of the box is free', async () => {
      await open(
        `${PAD}<div id="note" style="position: fixed; left: 260px; top: 0; width: 99px; height: 400px">Note</div>`,
      );
      expect(await clickAt('Pad', 90, 50)).toMatchObject({
        code: 'intercepted',
        message: /^button "Pad" is covered by div#note/,
      });
      expect(await log()).toEqual([]);
      expect(await clickAt('Pad', 10, 50)).toBeNull();
    });
  });

  // A list that opens under the pointer does not take that for a choice: what is there counts from the first move on.
  it('sets out from where it rests, in a list that has opened there too', async () => {
    await open(`<div role="button" aria-label="Open">O</div><script>
      let chosen = 'none';
      let isNew = true;
      const open = document.querySelector('[role]');
      open.onclick = () => {
        document.body.insertAdjacentHTML('afterbegin', ['One', 'Two'].map((name) => '<div role="button" aria-label="' + name + '">' + name + '</div>').join(''));
        for (const item of document.querySelectorAll('[role]')) {
          const choose = () => { chosen = item.ariaLabel; };
          item.onmouseenter = () => {
            if (isNew) document.addEventListener('mousemove', choose, { once: true });
            else choose();
            isNew = false;
          };
          item.onclick = () => say(chosen);
        }
      };</script>`);
    expect(await hands[kind].act({ verb: 'click', target: await idOf('Open') })).toBeNull();
    expect(await hands[kind].act({ verb: 'click', target: await idOf('Two') })).toBeNull();
    expect(await log()).toEqual(['Two']);
  });

  it('click puts the caret into a field', async () => {
    await open(
      `<input aria-label="Name" onfocus="say('focus')" onclick="say('click')"><textarea aria-label="Note"></textarea>`,
    );
    expect(await hands[kind].act({ verb: 'click', target: await idOf('Name') })).toBeNull();
    expect(await log()).toEqual(['focus', 'click']);
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Name');
  });
});

it('drags on a page that is never drawn, both ways', async () => {
  const open = await openHidden(chrome);
  const { session } = open;
  const ids = createNodeIds();
  const evaluate = async (expression: string): Promise<unknown> =>
    (await session.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })).result.value;
  try {
    await session.send('DOM.enable');
    await session.send('Page.enable');
    const scripts = `<script>for (const type of ['mousedown', 'mousemove', 'mouseup']) document.addEventListener(type, (e) => say(type));</script>
      <div role="button" aria-label="Plain">P</div>`;
    const loaded = new Promise<void>((done) => session.once('Page.loadEventFired', () => done()));
    await session.send('Page.navigate', { url: documentOf(NATIVE + scripts) });
    await loaded;
    const drag = async (from: string, to: string): Promise<string[]> => {
      const tree = await readCdp({ session }, ids);
      const [target, goal] = [from, to].map((name) => tree.nodes.find((node) => node.name === name)!.id);
      const action: PageAction = { verb: 'drag', target, to: goal };
      await evaluate('log.length = 0');
      expect(await performCdp({ session, nodeOf: ids.nodeOf, frameOf: ids.frameOf }, action, tree)).toBeNull();
      return (await evaluate('log')) as string[];
    };
    const native = await drag('Tile', 'Bin');
    expect(native.filter((word) => !word.startsWith('mouse'))).toEqual(['start', 'drop tile', 'end']);
    const plain = await drag('Plain', 'Bin');
    // From where the pointer was left, to the tile, and on.
    const before = ['mousemove', 'mousemove', 'mousedown'];
    expect(plain).toEqual([...before, ...Array(plain.length - 4).fill('mousemove'), 'mouseup']);
    expect(plain.length).toBeGreaterThan(4);
  } finally {
    await open.close();
  }
});
