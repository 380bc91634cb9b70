import type { Browser, CDPSession } from 'puppeteer';
import type { Task } from '../core/types.ts';
import { evaluateTask } from '../webarena/evaluate.ts';
import type { Judge } from '../webarena/judge.ts';
import type { PageUnderTest } from '../webarena/programHtml.ts';
import { NOTHING_STORED, type StorageState } from '../webarena/storageState.ts';
import type { WebTask } from '../webarena/task.ts';
import { PageFault, type PageScript } from './driver.ts';
import type { Environment } from './environment.ts';
import type { Passage } from './guard.ts';
import { createTabsDriver, type TabsDriver } from './tabs.ts';
import { createVisitWorld, type Suite } from './visit.ts';

/** A task of a file with its bases filled in, and what the visit begins with. */
export interface OpenVisit {
  task: WebTask;
  /** Origins that the visit may show, beside those that the task itself names. */
  origins: readonly string[];
  /** Cookies and storage of a logged-in user. */
  storage?: StorageState;
}

export interface WebArenaWorldOptions {
  browser: Browser | (() => Promise<Browser>);
  /** The visit of a task. */
  visitOf(task: Task): OpenVisit;
  judge?: Judge;
  /** Is told of every tab of a task before it does anything. */
  onTab?(session: CDPSession, task: Task): Promise<void>;
  /** Is told when the agent has stopped, before the evaluators move the page. */
  onStop?(task: Task): Promise<void>;
  timeout?: number;
}

/** As WebArena shows its sites. */
const VIEWPORT = { width: 1280, height: 720 };

/** The pages know nothing of us: quiet means that nothing is added or removed. `state`: the status of the document, 0 when it has none. */
const SCRIPT: PageScript = {
  look: `({
    complete: document.readyState === 'complete',
    signature: document.querySelectorAll('*').length + ' ' + (document.body?.textContent.length ?? 0),
  })`,
  state: `({ status: performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0 })`,
};

const HTML = `(document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '') + document.documentElement.outerHTML`;

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** Origins of everything that a task itself names. */
function namedBy({ startUrls, evaluation }: WebTask): Set<string | null> {
  const targets = 'notScored' in evaluation ? [] : (evaluation.targets ?? []);
  return new Set([...startUrls, ...targets.map(({ url }) => url)].filter((url) => /^https?:/.test(url)).map(originOf));
}

const isAllowed = ({ task, origins }: OpenVisit, url: string): boolean => {
  const origin = originOf(url);
  return origin !== null && (origins.includes(origin) || namedBy(task).has(origin));
};

/** The page as evaluators ask it. An expression that throws is theirs to bear; a page that breaks is not: see `fault`. */
function underTest(driver: TabsDriver): PageUnderTest & { fault(): PageFault | null } {
  let fault: PageFault | null = null;
  return {
    open: (url) => driver.follow(url),
    url: async () => String(await driver.ask('location.href')),
    html: async () => String(await driver.ask(HTML)),
    evaluate: (expression) =>
      driver.ask(expression).catch((error: unknown) => {
        if (error instanceof PageFault && error.failure.code !== 'navigation') fault = error;
        throw error;
      }),
    fault: () => fault,
  };
}

/** Puts what a logged-in user has into a fresh context, before any page of the visit. */
async function logIn(driver: TabsDriver, { cookies, origins }: StorageState, at: { blank: boolean }): Promise<void> {
  await driver.begin((context) => context.setCookies([...cookies]));
  at.blank = true;
  try {
    for (const { origin, localStorage } of origins) {
      await driver.follow(`${origin}/`);
      const items = JSON.stringify(localStorage.map(({ name, value }) => [name, value]));
      await driver.ask(`for (const [name, value] of ${items}) localStorage.setItem(name, value)`);
    }
  } finally {
    at.blank = false;
  }
}

/**
 * A world of other people's sites, for tasks in WebArena's format. The visit keeps to the origins it was given: `goto` elsewhere is
 * refused, and a link that leads elsewhere is not followed, which the feedback says.
 */
export function createWebArenaWorld(options: WebArenaWorldOptions): Environment {
  const { browser, visitOf, judge, timeout } = options;
  /** Where the world is: its task, and whether pages are stood in for by empty ones. */
  const at: { task?: Task; visit?: OpenVisit; blank: boolean } = { blank: false };

  const passage = (url: string): Passage => {
    if (at.blank) return 'blank';
    if (at.visit === undefined || isAllowed(at.visit, url)) return 'load';
    driver.note(`${url.slice(0, 200)} is outside of this visit and was not opened`);
    return 'refuse';
  };
  const driver = createTabsDriver(
    {
      browser,
      viewport: VIEWPORT,
      passage,
      timeout,
      onTab: async (session) => {
        if (at.task) await options.onTab?.(session, at.task);
      },
    },
    SCRIPT,
  );

  async function start(url: string): Promise<void> {
    driver.takeAsides();
    await driver.open(url).catch((error: unknown) => {
      const [why] = driver.takeAsides();
      throw why === undefined ? error : new PageFault('navigation', `${url} does not load: ${why}.`, 'webarena');
    });
    const { status } = (await driver.ask(SCRIPT.state)) as { status: number };
    if (status >= 500) throw new PageFault('navigation', `${url} answers with status ${status}.`, 'webarena');
  }

  const suite: Suite<TabsDriver> = {
    async begin(_, task) {
      Object.assign(at, { task, visit: visitOf(task) });
      const { storage = NOTHING_STORED, task: web } = at.visit!;
      await logIn(driver, storage, at);
      for (const [i, url] of web.startUrls.entries()) {
        if (i > 0) await driver.tabs({ verb: 'new_tab' });
        await start(url);
      }
      await driver.tabs({ verb: 'tab_focus', index: 0 });
      return web.goal;
    },
    look(_, { tree: { url } }) {
      if (url.startsWith('chrome-error:')) throw new PageFault('navigation', 'A page did not load.', 'webarena');
      return null;
    },
    inside(_, address) {
      return isAllowed(at.visit!, address) ? new URL(address).href : null;
    },
    async judge(task, _, answer) {
      await options.onStop?.(task);
      const page = underTest(driver);
      const score = await evaluateTask(at.visit!.task, answer, page, judge);
      const fault = page.fault();
      if (fault) throw fault;
      return 'value' in score ? score.value : score;
    },
  };
  return createVisitWorld('webarena', driver, suite);
}
