import type { Browser, CDPSession, Protocol } from 'puppeteer';
import type { RemoteFrame } from '../page/frames.ts';
import { browserSession } from './openPage.ts';

/** As Chromium 156 says it: not in puppeteer's table of the protocol yet. Of a frame in a process of its own. */
type TargetInfo = Protocol.Target.TargetInfo & {
  /** The target whose process holds the frame. */
  parentId?: string;
};

export interface WatchOptions {
  /** What every command to a frame passes through. */
  guard: <T>(work: Promise<T>) => Promise<T>;
  /** Runs in every document of the frames, too. */
  source?: string;
}

const ONLY_FRAMES = [{ type: 'iframe' }, { exclude: true }];

/**
 * The frames of a page that live in other processes (cross-site ones), however deep. Those that the page itself holds are
 * attached to as they come. Those that these hold are looked for whenever the frames are asked for: to let them come by
 * themselves, `Target.setAutoAttach` has to be sent to the frame that holds them while these load, which drops the sessions of
 * every other client (here puppeteer's, which stops new frames until it has seen them) and leaves them stopped for ever
 * (Chromium 156). A page without frames in other processes is asked nothing.
 */
export async function watchRemoteFrames(
  session: CDPSession,
  browser: Browser,
  { guard, source }: WatchOptions,
): Promise<() => Promise<readonly RemoteFrame[]>> {
  const frames = new Map<CDPSession, RemoteFrame>();

  function add(child: CDPSession | null | undefined, { targetId, parentId }: TargetInfo): void {
    if (!child) return;
    const ready = Promise.all([
      child.send('DOM.enable'),
      child.send('Accessibility.enable'),
      source === undefined || prepare(child, source),
    ]);
    // A frame that went away meanwhile answers nothing that is asked of it later.
    ready.catch(() => {});
    const send: RemoteFrame['session']['send'] = (method, params) =>
      guard(ready.then(() => child.send(method as 'Runtime.evaluate', params as { expression: string })));
    frames.set(child, { frameId: targetId, parentId, session: { send } });
  }

  /** Attaches to the frames that the known ones hold. One that has not loaded yet has no address, and has nothing to show. */
  async function lookDeeper(): Promise<void> {
    const owner = await browserSession(browser);
    const { targetInfos } = await owner.send('Target.getTargets', { filter: ONLY_FRAMES });
    const known = new Set([...frames.values()].map(({ frameId }) => frameId));
    const newIn = (id: string): TargetInfo[] =>
      targetInfos
        .filter(({ targetId, parentId, url }: TargetInfo) => parentId === id && url !== '' && !known.has(targetId))
        .flatMap((one) => [one, ...newIn(one.targetId)]);
    const found = [...known].flatMap(newIn);
    await Promise.all(
      found.map(async (info) => {
        const reply = await owner
          .send('Target.attachToTarget', { targetId: info.targetId, flatten: true })
          .catch(() => null);
        if (reply) add(owner.connection()?.session(reply.sessionId), info);
      }),
    );
  }

  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'iframe') add(session.connection()?.session(sessionId), targetInfo);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  return async () => {
    for (const child of frames.keys()) if (child.detached) frames.delete(child);
    if (frames.size > 0) await guard(lookDeeper());
    return [...frames.values()];
  };
}

/** For documents to come, and for the one that is there. */
const prepare = (child: CDPSession, source: string): Promise<unknown> =>
  Promise.all([
    child.send('Page.enable'),
    child.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true }),
  ]);
