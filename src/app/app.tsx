import { useEffect, useState } from 'preact/hooks';
import type { Library } from './library.ts';
import type { Policies } from './miniwobActors.ts';
import { useObserved } from './observable.ts';
import { Banners } from './panels/banners.tsx';
import { Compare } from './panels/compare.tsx';
import { Controls } from './panels/controls.tsx';
import { CurvesPanel } from './panels/curvesPanel.tsx';
import { Demonstrate } from './panels/demonstrate.tsx';
import { LivePages } from './panels/livePages.tsx';
import { Miniwob } from './panels/miniwob.tsx';
import { Results } from './panels/results.tsx';
import { Runs } from './panels/runs.tsx';
import { Stages } from './panels/stages.tsx';
import type { RunController } from './runController.ts';
import type { Viewer } from './viewer.ts';

export interface AppProps {
  controller: RunController;
  library: Library;
  viewer: Viewer;
  policies: Policies;
  /** The tasks of the copy of MiniWoB++ beside the app, if there is one. */
  miniwob: Promise<readonly string[]>;
  /** Where the pages of rollouts live; it must stay in the document. */
  frames: HTMLElement;
}

const PLACES: [anchor: string, name: string][] = [
  ['run', 'Run'],
  ['progress', 'Progress'],
  ['curves', 'Curves'],
  ['dreams', 'Dream beside real'],
  ['demonstrate', 'Demonstrate'],
  ['miniwob', 'MiniWoB++'],
  ['results', 'Results'],
  ['runs', 'Runs'],
];

export function App({ controller, library, viewer, policies, miniwob, frames }: AppProps) {
  const view = useObserved(controller.view);
  const shelf = useObserved(library.shelf);
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => void miniwob.then(setNames), [miniwob]);
  return (
    <div class="shell">
      <header class="masthead">
        <div>
          <div class="name">
            <img src="/icon.svg" alt="" />
            <h1>Reverie</h1>
          </div>
          <p class="lead">
            A small web agent learns how pages behave, practises inside its own dreams of them, and is measured on the
            real pages again: all in this tab.
          </p>
        </div>
      </header>
      <nav class="places" aria-label="Sections">
        {PLACES.filter(([anchor]) => anchor !== 'miniwob' || names.length > 0).map(([anchor, name]) => (
          <a key={anchor} href={`#${anchor}`}>
            {name}
          </a>
        ))}
      </nav>
      <main>
        <Banners view={view} offers={shelf.offers} controller={controller} library={library} />
        <Controls view={view} controller={controller} library={library} />
        <div class="split">
          <Stages view={view} />
          <LivePages frames={frames} />
        </div>
        <CurvesPanel curves={view.curves} />
        <Compare view={view} viewer={viewer} />
        <Demonstrate view={view} controller={controller} />
        {names.length > 0 && <Miniwob names={names} view={view} policies={policies} />}
        <Results report={view.report} />
        <Runs shelf={shelf} view={view} controller={controller} library={library} />
      </main>
    </div>
  );
}
