import { useLayoutEffect, useRef } from 'preact/hooks';
import { Panel } from './panel.tsx';

/** The pages on which the agent is at work right now. */
export function LivePages({ frames }: { frames: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.prepend(frames);
    return keepFocus(frames);
  }, [frames]);
  return (
    <Panel id="pages" title="Live pages" lead="Real pages in this tab, as the agent acts on them.">
      <div class="live" ref={place}>
        <p class="empty">Pages appear here while a run records, audits its dreams, or is measured in this tab.</p>
      </div>
    </Panel>
  );
}

/** The agent's scripts move the focus inside their frames; the person's place on this page must not move with it. */
function keepFocus(frames: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const remember = (event: FocusEvent): void => {
    if (event.target instanceof HTMLElement && !frames.contains(event.target)) last = event.target;
  };
  const restore = (): void => {
    const { activeElement } = document;
    if (!activeElement || !frames.contains(activeElement)) return;
    if (last?.isConnected) last.focus({ preventScroll: true });
    else (activeElement as HTMLElement).blur();
  };
  const skip = new MutationObserver(() => {
    for (const frame of frames.querySelectorAll('iframe')) frame.tabIndex = -1;
  });
  skip.observe(frames, { childList: true });
  document.addEventListener('focusin', remember);
  window.addEventListener('blur', restore);
  return () => {
    skip.disconnect();
    document.removeEventListener('focusin', remember);
    window.removeEventListener('blur', restore);
  };
}
