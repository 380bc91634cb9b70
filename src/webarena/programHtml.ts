import { exactMatch, mustInclude } from './answer.ts';
import type { Judge } from './judge.ts';
import { str, strip } from './python.ts';
import { notScored, product, type Score, scored } from './score.ts';
import type { HtmlTarget, Required } from './task.ts';

/** A page that an evaluator may move and ask; a puppeteer page can serve it. */
export interface PageUnderTest {
  /** Resolves when the page can be read; rejects when it does not load. */
  open(url: string): Promise<void>;
  url(): string | Promise<string>;
  /** The whole document as HTML. */
  html(): Promise<string>;
  /**
   * Value of a JavaScript expression in the page, as JSON. The expressions come from the task file that the user gave,
   * never from a page or a model; rejects when the expression throws.
   */
  evaluate(expression: string): Promise<unknown>;
}

const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }));

/** Character references as browsers write them. Python's `html.unescape` knows all 2,231 names; HTML that a browser wrote has these. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** ` |OR| ` stands between alternatives; a single character needs no word of its own here. */
async function holds(required: Required, text: string, goal: string, judge: Judge): Promise<Score> {
  if (required.rule === 'exact') return scored(exactMatch(required.text, text));
  if (required.rule === 'fuzzy') return judge.sameMeaning(goal, required.text, text);
  return scored(required.texts.every((wanted) => wanted.split(' |OR| ').some((one) => mustInclude(one, text, false))));
}

const isExpression = (locator: string): boolean =>
  locator.startsWith('document.') || locator.startsWith('[...document.');

/** What a target looks at, as text. Nothing found, or an expression that throws, is '' or Python's `None`, as published. */
async function select(page: PageUnderTest, { locator, before }: HtmlTarget): Promise<string> {
  if (strip(locator) === '') return page.html();
  try {
    for (const expression of before) await page.evaluate(`(() => ${expression})()`);
  } catch {
    // As published: what can be prepared is, and the rest is seen in what is found.
  }
  try {
    return str(await page.evaluate(`(() => ${locator})()`));
  } catch {
    return '';
  }
}

const POST_OF_PAGE = "func:reddit_get_post_url('__last_url__')";

/** The one helper that needs nothing but the address: the post to which a page of a forum belongs; other pages as they are. */
export function postUrl(url: string): string {
  const [, site, forum, post] = /^([a-z]+:\/\/[^/?#]*)\/f\/([^/?#]*)\/([^/?#]*)/i.exec(url) ?? [];
  return post === undefined ? url : `${site}/f/${forum}/${post}/`;
}

async function scoreTarget(page: PageUnderTest, target: HtmlTarget, goal: string, judge: Judge): Promise<Score> {
  const url = target.url === POST_OF_PAGE ? postUrl(await page.url()) : target.url;
  // The other helpers are Python functions that ask the site's own interface: there is nothing of them to run here.
  if (url.startsWith('func')) return notScored(`the helper "${target.url}" is not built in`);
  if (strip(target.locator) !== '' && !isExpression(target.locator)) {
    return notScored(`the locator "${target.locator.slice(0, 100)}" is not built in`);
  }
  if (url !== 'last') await page.open(url);
  return holds(target.required, unescapeHtml(await select(page, target)), goal, judge);
}

/** All targets, one after the other on the same page (`HTMLContentEvaluator`). Rejects when a page does not load. */
export async function programHtml(
  page: PageUnderTest,
  targets: readonly HtmlTarget[],
  goal: string,
  judge: Judge,
): Promise<Score> {
  const scores: Score[] = [];
  for (const target of targets) scores.push(await scoreTarget(page, target, goal, judge));
  return product(scores);
}
