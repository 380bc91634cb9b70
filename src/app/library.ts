import type { Port } from '../core/port.ts';
import { heldRuns } from '../store/hold.ts';
import { type RunRecord, unfinished } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import { observable } from './observable.ts';
import { factsOf, type RunFacts } from './runFacts.ts';
import { STAGES } from './stages.ts';

/** A run that somebody may want to go on with, and where it stopped. */
export interface Offer {
  run: RunFacts;
  where: string;
}

export interface Shelf {
  runs: RunRecord[];
  offers: Offer[];
}

/** Where an unfinished run stopped, from what it has kept. */
function whereStopped({ progress }: RunRecord, saved: Readonly<Record<string, unknown>>, updates: number): string {
  const next = STAGES.find(({ kept }) => !(kept in saved));
  if (!next) return 'the end, before its report';
  if (next.name === 'dream training' && progress?.stage === next.name)
    return `${next.name}, update ${progress.update} of ${updates}`;
  return next.name;
}

/** The runs that this browser keeps. */
export function createLibrary(store: Port<Store>) {
  const shelf = observable<Shelf>({ runs: [], offers: [] });
  return {
    shelf,
    async refresh(): Promise<void> {
      const runs = await store.listRuns();
      const open = unfinished(runs);
      const held = new Set(await heldRuns(open.map(({ id }) => id)));
      const offers: Offer[] = [];
      for (const record of open) {
        const run = factsOf(record);
        if (!run || held.has(record.id)) continue;
        offers.push({ run, where: whereStopped(record, await store.stages(record.id), run.config.dream.updates) });
      }
      shelf.set({ runs, offers });
    },
    async remove(id: string): Promise<void> {
      await store.deleteRun(id);
      await this.refresh();
    },
    /** The run as one file, offered as a download. */
    async save(id: string): Promise<void> {
      const address = URL.createObjectURL(new Blob([await store.exportRun(id)], { type: 'application/gzip' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = `${id}.reverie`;
      link.click();
      // The download reads the bytes later than this.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
    /** Stores a run file as a new run. */
    async load(file: Blob): Promise<RunRecord> {
      const record = await store.importRun(new Uint8Array(await file.arrayBuffer()));
      await this.refresh();
      return record;
    },
  };
}

export type Library = ReturnType<typeof createLibrary>;
