import { useLayoutEffect, useRef } from 'preact/hooks';
import { Panel } from './panel.tsx';

/** The pages on which the agent is at work right now. */
export function LivePages({ frames }: { frames: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.prepend(frames);
    // The agent's pages are to be watched: the Tab key passes them by.
    const skip = new MutationObserver(() => {
      for (const frame of frames.querySelectorAll('iframe')) frame.tabIndex = -1;
    });
    skip.observe(frames, { childList: true });
    return () => skip.disconnect();
  }, [frames]);
  return (
    <Panel id="pages" title="Live pages" lead="Real pages in this tab, as the agent acts on them.">
      <div class="live" ref={place}>
        <p class="empty">Pages appear here while a run records, audits its dreams, or is measured in this tab.</p>
      </div>
    </Panel>
  );
}
