import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageAction } from '../../src/action/problems.ts';
import { launchChrome } from '../../src/cli/chrome.ts';
import type { Failure } from '../../src/core/types.ts';
import { type Hands, type Kind, openHands } from './hands.ts';

/*
 * Cases that broke other agents' hands (numbers of the public threads in comments), each tried with script events and
 * with trusted input. `log` in the page collects what its scripts noticed.
 */

let chrome: Browser;
let page: Page;
let hands: Record<Kind, Hands>;

beforeAll(async () => {
  chrome = await launchChrome();
  ({ page, hands } = await openHands(chrome));
});
afterAll(() => chrome.close());

describe.each(['script events', 'trusted input'] as const)('%s', (kind) => {
  /** Opens a page whose scripts can call `say(word)`. */
  const open = async (html: string): Promise<void> => {
    const setup = '<script>const log = []; const say = (word) => log.push(word);</script>';
    await page.goto(`data:text/html,${encodeURIComponent(`<!doctype html><title>Case</title>${setup}${html}`)}`);
    await hands[kind].read();
  };
  const log = (): Promise<string[]> => page.evaluate('log') as Promise<string[]>;
  const idOf = async (name: string): Promise<number> => {
    const { nodes } = await hands[kind].read();
    const node = nodes.find((n) => n.name === name && n.role !== 'StaticText' && n.role !== 'option');
    if (!node) throw new Error(`no ${name} in ${JSON.stringify(nodes)}`);
    return node.id;
  };
  const on = async (name: string, action: (target: number) => PageAction): Promise<Failure | null> =>
    hands[kind].act(action(await idOf(name)));
  const click = (name: string) => on(name, (target) => ({ verb: 'click', target }));
  const type = (name: string, text: string, enter = false) =>
    on(name, (target) => ({ verb: 'type', target, text, enter }));
  const select = (name: string, option: string) => on(name, (target) => ({ verb: 'select', target, option }));
  const press = (key: string) => hands[kind].act({ verb: 'press', key });
  const shownIn = async (name: string): Promise<string | undefined> =>
    (await hands[kind].read()).nodes.find((n) => n.name === name && n.value !== undefined)?.value;

  describe('click', () => {
    it('sends the events of a mouse, in order', async () => {
      await open(`<button>Go</button><script>
        for (const type of ['pointerdown', 'mousedown', 'focusin', 'pointerup', 'mouseup', 'click'])
          document.querySelector('button').addEventListener(type, () => say(type));</script>`);
      expect(await click('Go')).toBeNull();
      expect(await log()).toEqual(['pointerdown', 'mousedown', 'focusin', 'pointerup', 'mouseup', 'click']);
    });

    it('names what covers the target instead of clicking it (puppeteer 12221)', async () => {
      await open(`<button onclick="say('hit')">Pay</button>
        <div id="veil" style="position:fixed;inset:0;background:#0001" onclick="say('veil')">Cookies?</div>`);
      expect(await click('Pay')).toMatchObject({
        kind: 'policy',
        code: 'intercepted',
        message: 'button "Pay" is covered by div#veil "Cookies?".',
      });
      expect(await log()).toEqual([]);
    });

    it('clicks what is left to see of a target whose middle is covered', async () => {
      await open(`<button style="position:absolute;left:20px;top:20px;width:100px;height:30px" onclick="say('hit')">Pay</button>
        <div style="position:absolute;left:50px;top:0;width:90px;height:80px;background:#ccc" onclick="say('card')">Card</div>`);
      expect(await click('Pay')).toBeNull();
      expect(await log()).toEqual(['hit']);
    });

    it('scrolls the target out from under a sticky bar (puppeteer 12726, playwright 3105)', async () => {
      await open(`<div style="position:sticky;top:0;height:80px;background:#ccc" onclick="say('bar')">Bar</div>
        <div style="height:900px"></div><button onclick="say('hit')">Low</button><div style="height:2000px"></div>`);
      await page.evaluate(() => document.querySelector('button')!.scrollIntoView({ block: 'start' }));
      expect(await click('Low')).toBeNull();
      expect(await log()).toEqual(['hit']);
    });

    it('reaches inside a scrolled box', async () => {
      await open(`<div style="height:100px;overflow:auto">${'<p>line</p>'.repeat(30)}
        <button onclick="say('hit')">Deep</button></div>`);
      expect(await click('Deep')).toBeNull();
      expect(await log()).toEqual(['hit']);
    });

    it('hits a link that is broken over two lines', async () => {
      await open(
        `<p style="width:120px">Some words before <a href="#x" onclick="say('hit')">a link over two lines</a></p>`,
      );
      expect(await click('a link over two lines')).toBeNull();
      expect(await log()).toEqual(['hit']);
    });

    it('toggles a hidden checkbox through its label', async () => {
      await open(`<input type="checkbox" id="c" style="position:absolute;opacity:0;pointer-events:none">
        <label for="c">Gift wrap</label>`);
      expect(await click('Gift wrap')).toBeNull();
      expect(await page.$eval('#c', (box) => (box as HTMLInputElement).checked)).toBe(true);
    });

    it('clicks a clickable without a role, at the listener of its parent', async () => {
      await open(`<div style="cursor:pointer" onclick="say('hit')"><span>+</span></div>`);
      expect(await click('+')).toBeNull();
      expect(await log()).toEqual(['hit']);
    });

    it('is loud about a node that a re-render replaced (chrome-devtools-axi 45)', async () => {
      await open(`<main><button>Old</button></main>`);
      const target = await idOf('Old');
      await page.evaluate(() => document.querySelector('main')!.replaceChildren(document.createElement('button')));
      expect(await hands[kind].act({ verb: 'click', target })).toMatchObject({ kind: 'format', code: 'stale-id' });
    });

    it('says when there is nothing to see', async () => {
      await open(`<button style="position:fixed;left:-500px;top:0">Gone</button>`);
      expect(await click('Gone')).toMatchObject({ kind: 'policy', code: 'not-visible' });
    });
  });

  describe('type', () => {
    it('replaces the content with the events of an edit', async () => {
      await open(`<input aria-label="Name" value="old"><script>const i = document.querySelector('input');
        for (const type of ['beforeinput', 'input', 'change']) i.addEventListener(type, () => say(type + ' ' + i.value));</script>`);
      expect(await type('Name', 'new text')).toBeNull();
      expect(await shownIn('Name')).toBe('new text');
      expect(await log()).toEqual(['beforeinput old', 'input new text']);
    });

    it('sends change when the field is left, once', async () => {
      await open(`<input aria-label="Name" onchange="say(this.value)"><button>Next</button>`);
      await type('Name', 'a');
      await type('Name', 'ab');
      expect(await log()).toEqual([]);
      await click('Next');
      expect(await log()).toEqual(['ab']);
    });

    it('clears a field with an empty text', async () => {
      await open(`<input aria-label="Name" value="old">`);
      await type('Name', '');
      expect(await shownIn('Name')).toBe('');
    });

    it('is seen by a framework that watches the value property (react 10135)', async () => {
      await open(`<input aria-label="Name"><script>
        const i = document.querySelector('input');
        const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        let known = '';
        Object.defineProperty(i, 'value', { get() { return own.get.call(this); }, set(v) { known = v; own.set.call(this, v); } });
        i.addEventListener('input', () => { if (own.get.call(i) !== known) { known = own.get.call(i); say(known); } });</script>`);
      await type('Name', 'Ada');
      expect(await log()).toEqual(['Ada']);
    });

    it('edits a rich text box (dsh-browser 84)', async () => {
      await open(
        `<div contenteditable="true" aria-label="Body" role="textbox" oninput="say(this.innerText)">old</div>`,
      );
      await type('Body', 'new words');
      expect(await log()).toEqual(['new words']);
    });

    it.each([
      ['date', '2026-03-14'],
      ['time', '08:15'],
      ['month', '2026-03'],
    ])('gives a %s its ISO value (stagehand 1249)', async (inputType, value) => {
      await open(`<input type="${inputType}" aria-label="When" oninput="say('input')" onchange="say('change')">`);
      expect(await type('When', value)).toBeNull();
      expect(await page.$eval('input', (input) => input.value)).toBe(value);
      expect(await log()).toEqual(['input', 'change']);
    });

    it('refuses what a date cannot hold, and changes nothing', async () => {
      await open(`<input type="date" aria-label="When" value="2026-01-02" oninput="say('input')">`);
      expect(await type('When', '14 March')).toMatchObject({
        code: 'bad-value',
        message: 'Date "When" takes YYYY-MM-DD, not "14 March".',
      });
      expect(await page.$eval('input', (input) => input.value)).toBe('2026-01-02');
      expect(await log()).toEqual([]);
    });

    it('refuses a read-only field', async () => {
      await open(`<input aria-label="Total" value="5" readonly>`);
      expect(await type('Total', '6')).toMatchObject({ kind: 'policy', code: 'not-editable' });
      expect(await shownIn('Total')).toBe('5');
    });

    it('refuses when the page gives the focus away, instead of typing elsewhere', async () => {
      await open(`<input aria-label="Trap" onfocus="this.blur()"><p>Text</p>`);
      expect(await type('Trap', 'x')).toMatchObject({
        code: 'not-editable',
        message: 'textbox "Trap" does not take the focus.',
      });
    });

    it('submits with Enter through the default button', async () => {
      await open(`<form onsubmit="event.preventDefault(); say('submit ' + event.submitter.value)">
        <input aria-label="Query" onchange="say('change')"><button value="go" onclick="say('click')">Go</button></form>`);
      await type('Query', 'mugs', true);
      expect(await log()).toEqual(['change', 'click', 'submit go']);
    });

    it('submits a form of one field without a button', async () => {
      await open(`<form onsubmit="event.preventDefault(); say('submit')"><input aria-label="Query"></form>`);
      await type('Query', 'mugs', true);
      expect(await log()).toEqual(['submit']);
    });

    it('does not submit when the page handles Enter itself', async () => {
      await open(`<form onsubmit="event.preventDefault(); say('submit')">
        <input aria-label="Query" onkeydown="if (event.key === 'Enter') { event.preventDefault(); say('mine') }"></form>`);
      await type('Query', 'mugs', true);
      expect(await log()).toEqual(['mine']);
    });

    it('respects maxlength', async () => {
      await open(`<input aria-label="Code" maxlength="4">`);
      await type('Code', '123456');
      expect(await shownIn('Code')).toBe('1234');
    });
  });

  describe('select', () => {
    it('chooses by text and tells the page (browser-use 163)', async () => {
      await open(`<select aria-label="Size" oninput="say('input')" onchange="say('change ' + this.value)">
        <option value="" disabled selected>Choose</option><option value="m">Medium  size</option></select>`);
      expect(await select('Size', 'Medium size')).toBeNull();
      expect(await log()).toEqual(['input', 'change m']);
      expect(await shownIn('Size')).toBe('Medium size');
    });

    it('clicks the option of a list that is no native select', async () => {
      await open(`<div role="listbox" aria-label="Size"><div role="option" onclick="say('S')">S</div>
        <div role="option" onclick="say('M')">M</div></div>`);
      expect(await select('Size', 'M')).toBeNull();
      expect(await log()).toEqual(['M']);
    });
  });

  describe('press, hover, scroll', () => {
    it('walks and works controls by keyboard', async () => {
      await open(`<a href="#a" onclick="say('link')">A</a><button onclick="say('button')">B</button>
        <input type="checkbox" aria-label="C" onchange="say('check')"><input aria-label="D">`);
      for (const key of [
        'Tab',
        'Enter',
        'Tab',
        'Space',
        'Tab',
        'Space',
        'Tab',
        'x',
        'y',
        'Backspace',
        'Shift+Tab',
        'Space',
      ])
        await press(key);
      expect(await log()).toEqual(['link', 'button', 'check', 'check']);
      expect(await shownIn('D')).toBe('x');
    });

    it('replaces everything after Ctrl+a', async () => {
      await open(`<input aria-label="D" value="old" autofocus>`);
      await type('D', 'abc');
      await press('Ctrl+a');
      await press('z');
      expect(await shownIn('D')).toBe('z');
    });

    it('gives pages the key they listen for', async () => {
      await open(
        `<script>addEventListener('keydown', (e) => say([e.key, e.code, e.keyCode, e.ctrlKey].join(' ')))</script>`,
      );
      await press('Escape');
      await press('Ctrl+k');
      expect(await log()).toEqual(['Escape Escape 27 false', 'k KeyK 75 true']);
    });

    it('points without clicking', async () => {
      await open(`<button onmouseover="say('over')" onclick="say('click')">Menu</button>`);
      expect(await on('Menu', (target) => ({ verb: 'hover', target }))).toBeNull();
      expect(await log()).toEqual(['over']);
    });

    it('scrolls by a screen and says when it cannot', async () => {
      await open(`<div style="height:900px">Tall</div>`);
      const scroll = (direction: 'up' | 'down') => hands[kind].act({ verb: 'scroll', direction });
      expect(await scroll('up')).toMatchObject({ code: 'boundary', message: 'The page is already at the top.' });
      expect(await scroll('down')).toBeNull();
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(250);
      expect(await scroll('down')).toMatchObject({ code: 'boundary', message: 'The page is already at the bottom.' });
    });

    it('scrolls the box when the page itself cannot (DOMShell 35)', async () => {
      await open(`<div id="box" style="height:200px;overflow:auto"><div style="height:900px">Rows</div></div>`);
      expect(await hands[kind].act({ verb: 'scroll', direction: 'down' })).toBeNull();
      expect(await page.$eval('#box', (box) => box.scrollTop)).toBe(200);
    });
  });
});
