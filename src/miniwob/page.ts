/*
 * How the pages of MiniWoB++ are asked. These functions run inside the page in either world: the harness sends their source text,
 * the agent in a page of the tab calls them. So each one stands alone (no imports, no helpers, no globals of this module). The
 * interface they rely on (`core.startEpisodeReal`, `core.endEpisode`, `core.getUtterance`, the globals `WOB_…`) is core.js's.
 */

/** What the page says about the visit. Privileged: no agent sees it. */
export interface MiniwobState {
  /** The task's verdict is in. */
  done: boolean;
  /** Reward before any decay with time; 0 until done. */
  raw: number;
  reason: string;
}

/** Which data a page draws from; only a handful of tasks have several. */
export type DataMode = 'default' | 'train' | 'test';

interface MiniwobWindow {
  core?: {
    EP_TIMER: unknown;
    EPISODE_MAX_TIME: number;
    startEpisodeReal(): void;
    clearTimer(): void;
    setDataMode(mode: string): void;
    getUtterance(): unknown;
  };
  WOB_DONE_GLOBAL?: unknown;
  WOB_RAW_REWARD_GLOBAL?: unknown;
  WOB_REWARD_REASON?: unknown;
  WOB_TASK_READY?: unknown;
  /** Of `controlClocks`: the number of timers that are under way; whether images of styles are. */
  reverieTimers?(): number;
  reverieLoading?(urls: string[]): boolean;
}

/** The state of the visit; undefined where core.js did not run. */
export function miniwobState(): MiniwobState | undefined {
  const page = window as unknown as MiniwobWindow;
  if (typeof page.core?.startEpisodeReal !== 'function') return undefined;
  const raw = Number(page.WOB_RAW_REWARD_GLOBAL);
  return {
    done: page.WOB_DONE_GLOBAL === true,
    raw: Number.isFinite(raw) ? raw : 0,
    reason: String(page.WOB_REWARD_REASON ?? '').slice(0, 1000),
  };
}

/**
 * Runs first in every document. Counts the short timers that the page has set and that have not run yet. Lets intervals rest 2.5 s
 * (of their own time) after the last input and from the end of the episode on: a page that never rests, such as a running price,
 * then shows the same to whoever looks, however long the agent thinks. Slow intervals (a caret that blinks) do not run.
 */
export function controlClocks(): void {
  // Longest timer, in milliseconds, that a page is waited for: suggestions and notices come later than the event.
  const short = 1_000;
  // Shorter than the time after which a page is taken as it is (`READINESS.quietCap`).
  const awake = 2_500;
  const slow = 500;
  const pending = new Set<number>();
  /** Says of an interval whether it still runs. */
  const running = new Map<number, () => boolean>();
  const { setTimeout: later, clearTimeout: clear, setInterval: repeat } = window;
  // Chrome numbers both kinds together: either function clears either kind.
  const stop = (id?: number): void => {
    pending.delete(id!);
    running.delete(id!);
    clear(id);
  };
  const timeout = (work: unknown, ms?: number, ...rest: unknown[]): number => {
    if (typeof work !== 'function' || (ms ?? 0) > short) return later(work as TimerHandler, ms, ...rest);
    const id = later(
      (...args: unknown[]) => {
        pending.delete(id);
        work(...args);
      },
      ms,
      ...rest,
    );
    pending.add(id);
    return id;
  };
  window.setTimeout = timeout as typeof window.setTimeout;
  window.clearTimeout = stop as typeof window.clearTimeout;
  window.clearInterval = stop as typeof window.clearInterval;
  const underWay = (): number => pending.size + [...running.values()].filter((runs) => runs()).length;
  Object.defineProperty(window, 'reverieTimers', { value: underWay });

  const images = new Map<string, HTMLImageElement>();
  const isLoaded = (url: string): boolean => {
    const image = images.get(url) ?? new Image();
    if (!images.has(url)) image.src = url;
    images.set(url, image);
    return image.complete;
  };
  const imagesOf = new WeakMap<CSSStyleSheet, string[]>();
  /** What the sheet puts in the place of elements, also of those under the pointer. A sheet of another origin cannot be read. */
  const imagesIn = (sheet: CSSStyleSheet): string[] => {
    const known = imagesOf.get(sheet);
    if (known) return known;
    const found: string[] = [];
    try {
      for (const rule of sheet.cssRules) {
        const [, url] = /^url\("(.*)"\)$/.exec((rule as Partial<CSSStyleRule>).style?.content ?? '') ?? [];
        if (url !== undefined) found.push(new URL(url, sheet.href ?? document.baseURI).href);
      }
    } catch {
      // Its images are known once an element shows them.
    }
    imagesOf.set(sheet, found);
    return found;
  };
  Object.defineProperty(window, 'reverieLoading', {
    value: (urls: string[]) => [...urls, ...[...document.styleSheets].flatMap(imagesIn)].some((url) => !isLoaded(url)),
  });

  let inputs = 0;
  for (const type of ['mousedown', 'keydown', 'input']) addEventListener(type, () => inputs++, true);
  const interval = (work: unknown, ms?: number, ...rest: unknown[]): number => {
    if (typeof work !== 'function') return repeat(work as TimerHandler, ms, ...rest);
    if ((ms ?? 0) >= slow) return repeat(() => {}, ms);
    let since = inputs;
    let run = 0;
    const isAwake = (): boolean => run < awake && (window as unknown as MiniwobWindow).WOB_DONE_GLOBAL !== true;
    const tick = (...args: unknown[]): void => {
      // The tick after an input comes at a chance moment, which must not decide what the input meets: it is left out.
      if (since !== inputs) run = 0;
      else if (isAwake()) {
        run += Math.max(ms ?? 0, 4);
        work(...args);
      }
      since = inputs;
    };
    const id = repeat(tick, ms, ...rest);
    running.set(id, () => since !== inputs || isAwake());
    return id;
  };
  window.setInterval = interval as typeof window.setInterval;
}

/**
 * A `PageLook` without `navigating`. Quiet means: markup and inline styles (which scripted animations write) stay, no short timer,
 * no CSS animation and no loading of an image is under way. Before an episode and after its end there is nothing to wait for.
 */
export function miniwobLook(): { complete: boolean; ready?: boolean; signature?: string } {
  const page = window as unknown as MiniwobWindow;
  const loaded = document.readyState === 'complete' && location.href !== 'about:blank';
  const complete = loaded && page.WOB_TASK_READY !== false;
  if (!complete) return { complete };
  if (page.core?.EP_TIMER === null) return { complete, ready: true };
  // Images that styles put in the place of elements give them their size, and report to nobody.
  const replaced = [...document.querySelectorAll('body *')].flatMap((element) => {
    const [, url] = /^url\("(.*)"\)$/.exec(getComputedStyle(element).content) ?? [];
    return url === undefined ? [] : [url];
  });
  const loading = page.reverieLoading?.(replaced) === true;
  const busy = loading || (page.reverieTimers?.() ?? 0) > 0 || document.getAnimations().length > 0;
  if (busy) return { complete, signature: `busy ${performance.now()}` };
  const html = document.body?.innerHTML ?? '';
  let hash = html.length;
  for (let i = 0; i < html.length; i++) hash = (Math.imul(hash, 31) + html.charCodeAt(i)) | 0;
  return { complete, signature: String(hash) };
}

/** Starts the visit of `pageSeed`, a number: core.js makes other draws of the same digits as text. */
export function miniwobBegin(pageSeed: number, mode: DataMode): void {
  const { core } = window as unknown as Required<MiniwobWindow>;
  // What is there for a person at a clock: score, clock, click marks, start button, and the goal, which is told apart.
  const hud = new CSSStyleSheet();
  hud.replaceSync(`
    #reward-display, #click-canvas, #sync-task-cover { display: none !important; }
    #query, #query * { visibility: hidden !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, hud];
  (Math as unknown as { seedrandom(seed: number): void }).seedrandom(Math.trunc(pageSeed));
  core.setDataMode(mode);
  // Longest visit, in milliseconds: the page's own limits are for people at a clock.
  core.EPISODE_MAX_TIME = 1_000_000;
  core.startEpisodeReal();
  core.clearTimer();
}

/** The goal; some tasks give it with its fields. */
export function miniwobGoal(): string {
  const told = (window as unknown as Required<MiniwobWindow>).core.getUtterance();
  const { utterance } = (typeof told === 'object' && told !== null ? told : { utterance: told }) as {
    utterance?: unknown;
  };
  return String(utterance).slice(0, 10_000);
}

/** An expression that calls one of these functions in a page, by its source text. */
export function asExpression<A extends readonly (string | number)[]>(run: (...args: A) => unknown, ...args: A): string {
  // Bundlers that keep names wrap inner functions in a helper called __name, which the page does not have.
  return `((...args) => { const __name = (f) => f; return (${run})(...args); })(${args.map((value) => JSON.stringify(value)).join(', ')})`;
}
