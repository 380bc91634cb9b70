/*
 * How the pages of MiniWoB++ are asked: fixed expressions of our own, evaluated in the page. The interface they rely on
 * (`core.startEpisodeReal`, `core.endEpisode`, `core.getUtterance`, the globals `WOB_…`) is that of MiniWoB++'s core.js.
 */

/** What the page says about the visit. Privileged: no agent sees it. */
export interface MiniwobState {
  /** The task's verdict is in. */
  done: boolean;
  /** Reward before any decay with time; 0 until done. */
  raw: number;
  reason: string;
}

export const MINIWOB_STATE = `(() => {
  if (typeof window.core?.startEpisodeReal !== 'function') return undefined;
  const raw = Number(window.WOB_RAW_REWARD_GLOBAL);
  return {
    done: window.WOB_DONE_GLOBAL === true,
    raw: Number.isFinite(raw) ? raw : 0,
    reason: String(window.WOB_REWARD_REASON ?? '').slice(0, 1000),
  };
})()`;

/** Longest timer, in milliseconds, that a page is waited for: suggestions and notices come later than the event. */
const SHORT_TIMER = 1_000;

/** Counts the short timers that a page has set and that have not run yet. */
export const MINIWOB_PRELOAD = `(() => {
  const pending = new Set();
  const { setTimeout, clearTimeout } = window;
  window.setTimeout = (work, ms, ...rest) => {
    if (typeof work !== 'function' || ms > ${SHORT_TIMER}) return setTimeout(work, ms, ...rest);
    const id = setTimeout((...args) => {
      pending.delete(id);
      work(...args);
    }, ms, ...rest);
    pending.add(id);
    return id;
  };
  window.clearTimeout = (id) => {
    pending.delete(id);
    clearTimeout(id);
  };
  Object.defineProperty(window, 'reverieTimers', { value: () => pending.size });
})();`;

/**
 * Quiet means: markup and inline styles (which scripted animations write) stay, no short timer and no CSS animation is under
 * way. Before an episode and after its end there is nothing to wait for.
 */
export const MINIWOB_LOOK = `(() => {
  const loaded = document.readyState === 'complete' && location.href !== 'about:blank';
  const complete = loaded && window.WOB_TASK_READY !== false;
  if (!complete) return { complete };
  if (window.core?.EP_TIMER === null) return { complete, ready: true };
  const busy = (window.reverieTimers?.() ?? 0) > 0 || document.getAnimations().length > 0;
  if (busy) return { complete, signature: 'busy ' + performance.now() };
  const html = document.body?.innerHTML ?? '';
  let hash = html.length;
  for (let i = 0; i < html.length; i++) hash = (Math.imul(hash, 31) + html.charCodeAt(i)) | 0;
  return { complete, signature: String(hash) };
})()`;

/** Longest visit, in milliseconds: the page's own limits are for people at a clock. */
const LIFTED = 1_000_000;

/** What is on the page for a person at a clock: score, clock, click marks, start button, and the goal, which is told apart. */
const HUD = `
  #reward-display, #click-canvas, #sync-task-cover { display: none !important; }
  #query, #query * { visibility: hidden !important; }`;

/** Which data a page draws from; only a handful of tasks have several. */
export type DataMode = 'default' | 'train' | 'test';

/** Starts the visit of `pageSeed`, a number: core.js makes other draws of the same digits as text. */
export const miniwobBegin = (pageSeed: number, mode: DataMode): string => `(() => {
  const hud = new CSSStyleSheet();
  hud.replaceSync(${JSON.stringify(HUD)});
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, hud];
  Math.seedrandom(${Math.trunc(pageSeed)});
  core.setDataMode(${JSON.stringify(mode)});
  core.EPISODE_MAX_TIME = ${LIFTED};
  core.startEpisodeReal();
  core.clearTimer();
})()`;

/** The goal; some tasks give it with its fields. */
export const MINIWOB_GOAL = `(() => {
  const told = core.getUtterance();
  return String(typeof told === 'object' && told !== null ? told.utterance : told).slice(0, 10_000);
})()`;
