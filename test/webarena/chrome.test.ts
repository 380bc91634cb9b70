import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, CDPSession, Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeChrome, launchChrome } from '../../src/cli/chrome.ts';
import { type Box, printAxNodes, type RawAXNode } from '../../src/webarena/axText.ts';
import { NO_JUDGE } from '../../src/webarena/judge.ts';
import { type PageUnderTest, postUrl, programHtml, unescapeHtml } from '../../src/webarena/programHtml.ts';
import { scored } from '../../src/webarena/score.ts';
import type { HtmlTarget } from '../../src/webarena/task.ts';

const CART = `<!doctype html><title>Cart</title>
<h1 id="title">Your &amp; my cart</h1>
<ul><li class="item">Blue mug</li><li class="item">Red mug</li></ul>
<p id="total">12.50</p><input id="note" value="Please hurry">
<button id="more" onclick="document.querySelector('#total').textContent = '15.00'">Express</button>
<script>window.ready = true; window.evaluated = false;</script>
<p id="hostile">document.title = 'taken'; window.evaluated = true</p>`;
const TREE = `<title>Mugs</title><main><nav><a href="/list">Blue <b>mug</b></a></nav>
  <label>Search <input required value="tea"></label><input type="checkbox" aria-label="all" checked>
  <ul><li>Today's</li></ul><div></div><p>Plain text</p><iframe srcdoc="<button>Inner</button>"></iframe></main>`;
const PAGES: Record<string, string> = {
  '/': '<title>Home</title><p>Nothing here</p>',
  '/cart': CART,
  '/tree': TREE,
  '/f/mugs/7/': '<p>The post</p>',
  '/f/mugs/7/-/comment/9': '<p>A comment</p>',
};

let server: Server;
let base: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(PAGES[request.url ?? ''] ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChrome();
});
afterAll(async () => {
  if (browser) await closeChrome(browser);
  server?.close();
});

// A page of its own for every test: a navigation that failed may still show its error page.
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());

describe('program_html', () => {
  const tested = (): PageUnderTest => ({
    open: async (url) => void (await page.goto(url)),
    url: () => page.url(),
    html: () => page.content(),
    evaluate: (expression) => page.evaluate(expression),
  });
  const target = (more: Partial<HtmlTarget>): HtmlTarget => ({
    url: 'last',
    locator: '',
    before: [],
    required: { rule: 'include', texts: [] },
    ...more,
  });
  const includes = (...texts: string[]): HtmlTarget['required'] => ({ rule: 'include', texts });
  const exactly = (text: string): HtmlTarget['required'] => ({ rule: 'exact', text });
  const score = (...targets: Partial<HtmlTarget>[]) =>
    programHtml(tested(), targets.map(target), 'Buy a mug', NO_JUDGE);
  beforeEach(() => page.goto(`${base}/cart`));

  test('an empty locator looks at the whole page, unescaped', async () => {
    expect(await score({ required: includes('Your & my cart', 'blue mug') })).toEqual({ value: 1 });
    expect(await score({ required: includes('Your & my cart', 'green mug') })).toEqual({ value: 0 });
    expect(await score({ required: includes('green mug |OR| RED MUG') })).toEqual({ value: 1 });
  });

  test('a locator is an expression; its value is printed as Python prints it', async () => {
    const by = (locator: string, required: HtmlTarget['required']) => score({ locator, required });
    expect(await by("document.querySelector('#total').outerText", exactly('12.50'))).toEqual({ value: 1 });
    expect(await by("document.querySelector('#total').outerText", exactly('12.5'))).toEqual({ value: 0 });
    expect(await by("document.querySelector('#note').value", includes('hurry'))).toEqual({ value: 1 });
    expect(
      await by("[...document.querySelectorAll('.item')].map((x) => x.outerText)", exactly("['Blue mug', 'Red mug']")),
    ).toEqual({ value: 1 });
    expect(await by("document.querySelectorAll('.item').length", exactly('2'))).toEqual({ value: 1 });
    expect(await by("document.querySelector('#more').disabled", exactly('False'))).toEqual({ value: 1 });
    expect(await by("document.querySelector('#none')", exactly('None'))).toEqual({ value: 1 });
    // An expression that throws finds nothing.
    expect(await by("document.querySelector('#none').outerText", exactly(''))).toEqual({ value: 1 });
    expect(await by("document.querySelector('#none').outerText", includes('12'))).toEqual({ value: 0 });
  });

  test('expressions to prepare are evaluated first, up to the first that throws', async () => {
    const locator = "document.querySelector('#total').outerText";
    const press = "document.querySelector('#more').click()";
    expect(await score({ locator, before: [press], required: exactly('15.00') })).toEqual({ value: 1 });
    await page.goto(`${base}/cart`);
    expect(await score({ locator, before: ['nothing.here()', press], required: exactly('12.50') })).toEqual({
      value: 1,
    });
  });

  test('an address is opened; `last` is the page as it is', async () => {
    await page.goto(`${base}/`);
    const mug = { required: includes('Blue mug') };
    expect(await score(mug)).toEqual({ value: 0 });
    expect(await score({ ...mug, url: `${base}/cart` })).toEqual({ value: 1 });
    expect(page.url()).toBe(`${base}/cart`);
    // Targets share the page and multiply.
    expect(await score({ ...mug, url: `${base}/` }, mug)).toEqual({ value: 0 });
    expect(await score({ ...mug, url: `${base}/cart` }, mug)).toEqual({ value: 1 });
  });

  test('what the page says is never evaluated', async () => {
    await score({ locator: "document.querySelector('#hostile').outerText", required: includes('taken') });
    await score({ required: includes('taken') });
    expect(await page.evaluate('[document.title, window.ready, window.evaluated]')).toEqual(['Cart', true, false]);
  });

  test('helpers and other locators have no score', async () => {
    const mug = { required: includes('Blue mug') };
    expect(await score(mug, { ...mug, url: 'func:shopping_get_latest_order_url()' })).toEqual({
      notScored: ['the helper "func:shopping_get_latest_order_url()" is not built in'],
    });
    expect(await score(mug, { ...mug, locator: 'func:get_role(__page__)' })).toEqual({
      notScored: ['the locator "func:get_role(__page__)" is not built in'],
    });
    expect(await score({ ...mug, locator: 'lambda: page' })).toEqual({
      notScored: ['the locator "lambda: page" is not built in'],
    });
  });

  test('the helper that leads from a comment to its post', async () => {
    const post = { url: "func:reddit_get_post_url('__last_url__')", required: includes('The post') };
    await page.goto(`${base}/f/mugs/7/-/comment/9`);
    expect(await score({ ...post, url: 'last' })).toEqual({ value: 0 });
    expect(await score(post)).toEqual({ value: 1 });
    expect(page.url()).toBe(`${base}/f/mugs/7/`);
  });

  test.each([
    ['http://h:9/f/mugs/7/title?x=1', 'http://h:9/f/mugs/7/'],
    ['http://h/f/mugs/7', 'http://h/f/mugs/7/'],
    ['http://h/f/mugs', 'http://h/f/mugs'],
    ['http://h/user/f/mugs/7', 'http://h/user/f/mugs/7'],
  ])('the post of %s', (url, post) => {
    expect(postUrl(url)).toBe(post);
  });

  test('contents that a judge must compare have no score without one', async () => {
    const fuzzy = { required: { rule: 'fuzzy', text: 'a blue cup' } } as const;
    expect(await score(fuzzy)).toEqual({ notScored: ['fuzzy_match needs a judge, and none is given'] });
    const asked: string[][] = [];
    const judge = {
      ...NO_JUDGE,
      sameMeaning: async (...args: string[]) => {
        asked.push(args);
        return scored(1);
      },
    };
    const targets = [target({ ...fuzzy, locator: "document.querySelector('.item').outerText" })];
    expect(await programHtml(tested(), targets, 'Buy a mug', judge)).toEqual({ value: 1 });
    expect(asked).toEqual([['Buy a mug', 'a blue cup', 'Blue mug']]);
  });

  test('an address that does not load is an error, not a score', async () => {
    await expect(score({ url: 'http://127.0.0.1:1/', required: includes('x') })).rejects.toThrow('net::ERR');
  });

  test.each([
    ['a &lt;b&gt; &quot;c&quot; &#39;d&#39; &#x41; &nbsp;|', 'a <b> "c" \'d\' A \u00a0|'],
    // Once only, and nothing that is not a reference.
    ['&amp;lt; & &unknown; &constructor; &#0; &#9999999;', '&lt; & &unknown; &constructor; &#0; &#9999999;'],
  ])('unescapes %j', (text, plain) => {
    expect(unescapeHtml(text)).toBe(plain);
  });
});

describe('the accessibility text of a page in Chrome', () => {
  /** Ids of nodes are Chrome's own: here they count from 1 in the order of the lines. */
  const renumbered = (text: string): string => {
    let line = 0;
    return text.replace(/^(\t*)\[-?\d+\]/gm, (_, tabs) => `${tabs}[${++line}]`);
  };
  /** Boxes as WebArena asks for them, node by node; of no list marker, which has one in Chromium 150 and none in 156. */
  async function boxesOf(session: CDPSession, nodes: RawAXNode[]): Promise<Map<number, Box>> {
    const boxes = new Map<number, Box>();
    for (const { backendDOMNodeId, role } of nodes) {
      if (backendDOMNodeId === undefined || role?.value === 'ListMarker') continue;
      try {
        const { object } = await session.send('DOM.resolveNode', { backendNodeId: backendDOMNodeId });
        const { result } = await session.send('Runtime.callFunctionOn', {
          objectId: object.objectId,
          functionDeclaration: `function () {
            if (this.nodeType !== 3) return this.getBoundingClientRect().toJSON();
            const range = document.createRange();
            range.selectNode(this);
            return range.getBoundingClientRect().toJSON();
          }`,
          returnByValue: true,
        });
        if (result.value) boxes.set(backendDOMNodeId, result.value);
      } catch {
        // A node without an element or text has no box.
      }
    }
    return boxes;
  }

  test('whole and in view', async () => {
    await page.goto(`${base}/tree`);
    const session = await page.createCDPSession();
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const viewport = { screen: { width: 1280, height: 800 }, boxes: await boxesOf(session, nodes) };
    // By hand from the page and the rules; Chrome has an address on links and on the root.
    const address = `url: ${base}`;
    // The field is named by its label, whose last space Chromium 156 leaves out and 150 does not.
    const printed = (...input: Parameters<typeof printAxNodes>): string =>
      renumbered(printAxNodes(...input)).replace("textbox 'Search '", "textbox 'Search'");
    expect(printed(nodes)).toBe(`[1] RootWebArea 'Mugs' focused: True ${address}/tree
\t[2] main ''
\t\t[3] link 'Blue mug' ${address}/list
\t\t\t\t[4] InlineTextBox 'Blue '
\t\t\t\t[5] InlineTextBox 'mug'
\t\t[6] StaticText 'Search '
\t\t\t[7] InlineTextBox 'Search '
\t\t[8] textbox 'Search' required: True
\t\t\t[9] StaticText 'tea'
\t\t\t\t[10] InlineTextBox 'tea'
\t\t[11] checkbox 'all' checked: true
\t\t[12] ListMarker '• '
\t\t[13] StaticText "Today's"
\t\t\t[14] InlineTextBox "Today's"
\t\t[15] StaticText 'Plain text'
\t\t\t[16] InlineTextBox 'Plain text'
\t\t[17] Iframe ''`);
    expect(printed(nodes, viewport)).toBe(`[1] RootWebArea 'Mugs' focused: True ${address}/tree
\t[2] main ''
\t\t[3] link 'Blue mug' ${address}/list
\t\t[4] StaticText 'Search '
\t\t[5] textbox 'Search' required: True
\t\t\t[6] StaticText 'tea'
\t\t[7] checkbox 'all' checked: true
\t\t[8] StaticText "Today's"
\t\t[9] StaticText 'Plain text'
\t\t[10] Iframe ''`);
  });
});
