import { performDom } from '../action/performDom.ts';
import { controlClocks, miniwobBegin, miniwobGoal, miniwobLook, miniwobState } from '../miniwob/page.ts';
import { readDom } from '../page/fromDom.ts';
import { createNodeIds } from '../page/ids.ts';
import { watchClicks } from '../page/listeners.ts';
import { type AgentAnswer, type AgentMessage, type AgentQuestion, type AgentRequest, HELLO } from './agentProtocol.ts';

/*
 * The agent of a sandboxed page: the first script of every document that is served of a user's copy of MiniWoB++. It answers the
 * window around it on a MessagePort, which alone is how that window reaches a page of another origin.
 */

/** A task later than everything already queued: form submissions start their navigation in a task of their own. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Links and scripts that ask for a new tab get this frame; dialogs are accepted. */
function keepInside(aside: (text: string) => void): void {
  window.open = (url) => {
    if (url) location.assign(url);
    return null;
  };
  addEventListener(
    'click',
    (event) => {
      const link =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[target], area[target]');
      if (link) link.target = '_self';
    },
    true,
  );
  const accept = (kind: string, text?: unknown): void => aside(`${kind} "${text ?? ''}" accepted`.slice(0, 1000));
  window.alert = (text?: unknown) => accept('alert', text);
  window.confirm = (text?: unknown) => {
    accept('confirm', text);
    return true;
  };
  window.prompt = (text?: unknown, answer = '') => {
    accept('prompt', text);
    return answer;
  };
}

/** Moves in the history of the visit within this document: what a browser does but for the entries of the tab around it. */
function travel(url: string): void {
  const [oldURL, newURL] = [location.href, new URL(url).href];
  history.replaceState(null, '', url);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  if (new URL(oldURL).hash !== new URL(newURL).hash)
    dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL }));
}

function serve(port: MessagePort): void {
  const tell = (message: AgentMessage): void => port.postMessage(message);
  const ids = createNodeIds();
  const answersClick = watchClicks(window);
  let navigating = false;
  /** The element that has the keyboard; the tab may have given it to another frame meanwhile. */
  let held: WeakRef<HTMLElement> | null = null;
  controlClocks();
  keepInside((text) => tell({ news: 'aside', text }));
  addEventListener('beforeunload', () => (navigating = true));
  addEventListener('load', () => tell({ news: 'loaded' }));

  function inFocus<T>(work: () => T): T {
    const element = held?.deref();
    if (element?.isConnected && document.activeElement === document.body) element.focus({ preventScroll: true });
    try {
      return work();
    } finally {
      const now = document.activeElement;
      held = now && now !== document.body ? new WeakRef(now as HTMLElement) : null;
    }
  }

  const answers: {
    [Ask in AgentQuestion['ask']]: (
      question: Extract<AgentQuestion, { ask: Ask }>,
    ) => AgentAnswer<Ask> | Promise<AgentAnswer<Ask>>;
  } = {
    look: () => ({ ...miniwobLook(), navigating }),
    begin: ({ pageSeed, mode }) => miniwobBegin(pageSeed, mode),
    goal: () => miniwobGoal(),
    read: ({ base }) => ({
      tree: inFocus(() => readDom(document, ids, { base, bare: true, answersClick })),
      state: miniwobState(),
      address: location.href,
    }),
    async perform({ action, tree }) {
      const failure = inFocus(() => performDom({ document, elementOf: (id) => ids.elementOf(id) }, action, tree));
      await nextTask();
      return failure;
    },
    travel: ({ url }) => travel(url),
  };
  port.onmessage = async ({ data }: MessageEvent<AgentRequest>) => {
    const { id } = data;
    try {
      const answer = answers[data.ask] as (question: AgentQuestion) => unknown;
      tell({ id, value: await answer(data) });
    } catch (error) {
      tell({ id, error: String(error).slice(0, 1000) });
    }
  };
}

// The page is to look as if this script had never been in it.
document.currentScript?.remove();
// A document of its own tab, or of a frame of a task's page, is nobody's.
if (parent !== window && parent === top) {
  const { port1, port2 } = new MessageChannel();
  serve(port1);
  parent.postMessage(HELLO, '*', [port2]);
}
