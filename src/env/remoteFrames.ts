import type { CDPSession } from 'puppeteer';
import type { RemoteFrame } from '../page/frames.ts';

/**
 * The frames of a page that live in other processes (cross-site ones), kept up to date: each is attached to as it comes and
 * forgotten as it goes. Frames that these hold in yet another process are not followed: attaching to them while they load
 * stops the loading of the whole page now and then (Chromium 156).
 * @param guard What every command to a frame passes through.
 */
export async function watchRemoteFrames(
  session: CDPSession,
  guard: <T>(work: Promise<T>) => Promise<T>,
): Promise<() => readonly RemoteFrame[]> {
  const frames = new Map<string, RemoteFrame>();
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const child = session.connection()?.session(sessionId);
    if (targetInfo.type !== 'iframe' || !child) return;
    const ready = Promise.all([child.send('DOM.enable'), child.send('Accessibility.enable')]);
    // A frame that went away meanwhile answers nothing that is asked of it later.
    ready.catch(() => {});
    const send: RemoteFrame['session']['send'] = (method, params) =>
      guard(ready.then(() => child.send(method as 'Runtime.evaluate', params as { expression: string })));
    frames.set(sessionId, { frameId: targetInfo.targetId, session: { send } });
  });
  session.on('Target.detachedFromTarget', ({ sessionId }) => frames.delete(sessionId));
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  return () => [...frames.values()];
}
