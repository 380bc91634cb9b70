import { render } from 'preact';
import { connect } from '../../workers/client.ts';
import { findHarness, parseRunRequest, type RunRequest } from '../../workers/harnessProtocol.ts';
import { App } from './app.tsx';
import { inWords } from './harnessRun.ts';
import { createLibrary } from './library.ts';
import { createPolicies } from './miniwobActors.ts';
import { findTasks } from './miniwobTasks.ts';
import { createRunController } from './runController.ts';
import { factsOf, sameWish } from './runFacts.ts';
import { createViewer } from './viewer.ts';
import 'uplot/dist/uPlot.min.css';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/panels.css';
import './style/compare.css';
import './style/miniwob.css';

const store = connect('store').port;
const harness = findHarness(window);
const frames = document.createElement('div');
frames.className = 'frames';

const library = createLibrary(store);
const refresh = (): void => {
  library.refresh().catch((error: unknown) => controller.complain(inWords(error)));
};
const controller = createRunController({ store, frames, harness, onChange: refresh });
const viewer = createViewer(store);
const miniwob = findTasks().catch((error: unknown) => {
  controller.complain(`MiniWoB++: the tasks of your copy cannot be read. ${inWords(error)}`);
  return [];
});

render(<App {...{ controller, library, viewer, miniwob, frames }} policies={createPolicies(store)} />, document.body);

/** The run that a request names: the unfinished one of that name, else a new one. */
async function runRequested({ name, ...wish }: RunRequest): Promise<void> {
  const runs = (await store.listRuns()).map(factsOf);
  const known = runs.find((run) => run?.name === name && sameWish(run, wish));
  await controller.begin(known ?? (await controller.create(name, wish)));
}

/** A plain visit shows the latest run when it is finished; an unfinished one is offered for resuming. */
async function visit(): Promise<void> {
  await library.refresh();
  const [latest] = library.shelf.get().runs;
  const run = latest?.progress?.done ? factsOf(latest) : null;
  if (run) await controller.show(run, true);
  controller.noteBackend(await viewer.backend());
}

const request = parseRunRequest(location.search);
(request ? runRequested(request) : visit()).catch((error: unknown) => {
  controller.complain(inWords(error));
  void harness?.failed({ code: 'internal', message: inWords(error) });
});
