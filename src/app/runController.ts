import { isWorkerDeath } from '../../workers/client.ts';
import type { Harness } from '../../workers/harnessProtocol.ts';
import { ReverieError } from '../core/errors.ts';
import type { Port } from '../core/port.ts';
import { type Report, reportSchema } from '../core/report.ts';
import type { Trajectory } from '../core/types.ts';
import type { BackendInfo } from '../engine/backend.ts';
import { holdRun } from '../store/hold.ts';
import type { Store } from '../store/store.ts';
import type { Host, RunKeeper } from '../train/host.ts';
import { runPipeline } from '../train/pipeline.ts';
import { addPoint, type Curves, readCurves } from './curves.ts';
import { createGate, type Gate } from './gate.ts';
import { codeOf, deliver, inWords } from './harnessRun.ts';
import { createHost, keeperOf, startWorkers, type Workers } from './host.ts';
import { observable } from './observable.ts';
import { FAMILY_NAMES, factsOf, PRESET_NAMES, type RunFacts, type RunWish } from './runFacts.ts';
import { createLedger, type StageRow } from './stages.ts';

export type Phase = 'idle' | 'running' | 'paused' | 'stopping' | 'done' | 'failed';

/** Everything the page shows of the current run. */
export interface RunView {
  phase: Phase;
  run: RunFacts | null;
  stages: StageRow[];
  curves: Curves;
  backend: BackendInfo | null;
  /** Why the run failed, in plain words. */
  failure: string | null;
  /** What went wrong without stopping the run. */
  notices: string[];
  report: Report | null;
  /** Count up whenever the run has new recordings, new models. */
  recordings: number;
  models: number;
}

interface Session {
  gate: Gate;
  workers: Workers;
  stopping: boolean;
  ended: Promise<void>;
}

const clientsOf = ({ workers: { policyLearner, worldLearner, dreamers } }: Session) => [
  policyLearner,
  worldLearner,
  ...dreamers,
];

export interface ControllerParts {
  store: Port<Store>;
  /** Where the pages of rollouts are put. */
  frames: HTMLElement;
  harness: Harness | null;
  /** Called when the list of runs may have changed. */
  onChange(): void;
}

/** Restarts of a run after a worker died, before it counts as failed. */
const RESTARTS = 3;
/** A tab that is just closing gives its run back within this time. */
const PATIENCE_MS = 3000;

/** Owns one run at a time: starts it, holds it, shows how far it is, and picks it up again when a worker dies. */
export function createRunController({ store, frames, harness, onChange }: ControllerParts) {
  const ledger = createLedger();
  ledger.load({});
  const empty = (): Omit<RunView, 'backend'> => ({
    phase: 'idle',
    run: null,
    stages: ledger.rows(),
    curves: {},
    failure: null,
    notices: [],
    report: null,
    recordings: 0,
    models: 0,
  });
  const view = observable<RunView>({ ...empty(), backend: null });
  let session: Session | null = null;

  const noteRecordings = (): void => view.patch({ recordings: view.get().recordings + 1 });
  const noteDeath = (error: ReverieError): void => {
    const notice = `${inWords(error)}. The run goes on from its last completed update.`;
    view.patch({ notices: [...view.get().notices, notice] });
    // With a GPU device the engine may be gone, too.
    void session?.workers.policyLearner.port.init().then(
      (backend) => backend.backend !== view.get().backend?.backend && view.patch({ backend }),
      () => {},
    );
  };
  const noteModels = (): void => view.patch({ models: view.get().models + 1 });

  /** What the page knows of a stored run. */
  async function load(run: RunFacts, phase: Phase): Promise<void> {
    const saved = await store.stages(run.id);
    ledger.load(saved);
    const report = reportSchema.safeParse(saved['report']);
    const { backend, recordings, models } = view.get();
    const stored = { stages: ledger.rows(), curves: readCurves(saved['curves']), report: report.data ?? null };
    view.set({ ...empty(), phase, run, backend, ...stored, recordings: recordings + 1, models: models + 1 });
  }

  /** The run's storage, with the live curves kept beside every completed step. */
  function watchedKeeper(runId: string): RunKeeper {
    const keeper = keeperOf(store, runId);
    const keepCurves = () => store.saveStage(runId, 'curves', view.get().curves);
    return {
      ...keeper,
      async saveStage(name, json) {
        await keeper.saveStage(name, json);
        ledger.finish(name, json);
        view.patch({ stages: ledger.rows() });
      },
      async complete(checkpoints, progress) {
        await keepCurves();
        await keeper.complete(checkpoints, progress);
        noteModels();
      },
      async putTrajectories(trajectories) {
        await keeper.putTrajectories(trajectories);
        noteRecordings();
      },
    };
  }

  function hostOf(run: RunFacts, { workers, gate }: Session): Host {
    const progress: Host['progress'] = (event) => {
      ledger.report(event);
      view.patch({ stages: ledger.rows() });
      // The harness only watches: that it cannot be reached is noticed where it matters.
      harness?.progress(event).catch(() => {});
    };
    const metric: Host['metric'] = (stage, x, values) =>
      view.patch({ curves: addPoint(view.get().curves, stage, x, values) });
    return createHost({
      workers,
      keeper: watchedKeeper(run.id),
      frames,
      harness,
      progress,
      backend: (backend) => view.patch({ backend }),
      metric,
      gate: () => gate.pass(),
    });
  }

  /** The pipeline repeats a call whose worker died; when that does not help, the run goes on from what it has kept. */
  async function persist(run: RunFacts, mine: Session): Promise<Report> {
    for (let restarts = 0; ; restarts++) {
      try {
        return await runPipeline(run.config, hostOf(run, mine));
      } catch (error) {
        if (mine.stopping || !isWorkerDeath(error) || restarts === RESTARTS) throw error;
        for (const { kill } of clientsOf(mine)) kill();
      }
    }
  }

  async function drive(run: RunFacts, mine: Session): Promise<void> {
    let release: (() => void) | null = null;
    try {
      release = await holdRun(run.id, PATIENCE_MS);
      if (!release)
        throw new ReverieError('usage', {
          who: run.name,
          rule: 'this run is being trained in another tab',
          hint: 'Go on there, or close that tab',
        });
      await load(run, mine.gate.isShut() ? 'paused' : 'running');
      onChange();
      const report = await persist(run, mine);
      view.patch({ phase: 'done', report });
      if (harness) await deliver(harness, store, run.id, report);
    } catch (error) {
      if (mine.stopping) view.set({ ...empty(), backend: view.get().backend });
      else {
        view.patch({ phase: 'failed', failure: inWords(error) });
        await harness?.failed({ code: codeOf(error), message: inWords(error) }).catch(() => {});
      }
    } finally {
      for (const { close } of clientsOf(mine)) close();
      release?.();
      session = null;
      onChange();
    }
  }

  /** Starts or resumes a stored run; `held` begins paused, with its first step. */
  function begin(run: RunFacts, held = false): Promise<void> {
    if (session)
      throw new ReverieError('usage', { who: 'run', rule: 'another run is going on', hint: 'Reset it first' });
    const mine: Session = {
      gate: createGate(held),
      workers: startWorkers(noteDeath),
      stopping: false,
      ended: Promise.resolve(),
    };
    if (held) mine.gate.letOneThrough();
    session = mine;
    mine.ended = drive(run, mine);
    return mine.ended;
  }

  return {
    view,
    begin,
    /** A new run in the store, not started yet. */
    async create(name: string, wish: RunWish): Promise<RunFacts> {
      const meta = { name, ...wish };
      if (!factsOf({ id: '', meta })) {
        const expected = `a preset of ${PRESET_NAMES.join(', ')} and families of ${FAMILY_NAMES.join(', ')}`;
        throw new ReverieError('usage', { who: 'run', rule: 'there is no such run to start', got: wish, expected });
      }
      const record = await store.createRun(meta);
      await store.completeUpdate(record.id, {}, { stage: 'record experts', update: 0, done: false });
      return factsOf(record) as RunFacts;
    },
    /** Shows a stored run without starting it. */
    async show(run: RunFacts, done: boolean): Promise<void> {
      if (!session) await load(run, done ? 'done' : 'idle');
    },
    pause(): void {
      session?.gate.shut();
      if (session && view.get().phase === 'running') view.patch({ phase: 'paused' });
    },
    resume(): void {
      ledger.forgetRates();
      session?.gate.open();
      if (session && view.get().phase === 'paused') view.patch({ phase: 'running' });
    },
    /** Lets one update or episode happen; pauses first when it has to. */
    step(): void {
      this.pause();
      session?.gate.letOneThrough();
    },
    /** Stops the run where it is and clears the page; what it has kept stays in the store. */
    async reset(): Promise<void> {
      const mine = session;
      if (mine) {
        mine.stopping = true;
        view.patch({ phase: 'stopping' });
        mine.gate.stop();
        // What is pending rejects, and nothing starts a worker again.
        for (const { kill, close } of clientsOf(mine)) {
          kill();
          close();
        }
        await mine.ended;
      }
      ledger.load({});
      view.set({ ...empty(), backend: view.get().backend });
      onChange();
    },
    /** Adds a person's demonstration to the current run. */
    async addDemonstration(trajectory: Trajectory): Promise<void> {
      const { run } = view.get();
      if (!run) throw new ReverieError('internal', { who: 'demonstration', rule: 'a demonstration belongs to a run' });
      await store.putTrajectories(run.id, [trajectory]);
      noteRecordings();
      onChange();
    },
    /** Something beside the run did not work. */
    complain: (failure: string): void => view.patch({ failure }),
    noteBackend: (backend: BackendInfo): void => view.patch({ backend }),
  };
}

export type RunController = ReturnType<typeof createRunController>;
