import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ReverieError } from '../core/errors.ts';
import { configOf, type Scale, sizesOf } from '../study/dynaweb.ts';
import { parseStudy, type Study, type StudyRun } from '../study/schema.ts';
import { type Keeper, taskTable } from '../study/study.ts';
import { writeAtomic } from './files.ts';

/** The folder of a study: `runs/*.json`, one per finished training run, `seed-<n>/` with the models of a seed, `study.json`. */
export interface StudyFolder {
  keeper: Keeper;
  /** Everything that was measured so far; also written to `study.json`. */
  study(): Study;
}

export interface StudyFacts {
  quick: boolean;
  scale: Scale;
  command: string;
  backend: string;
  adapter: string;
}

/**
 * Opens the folder of a study, or begins it. Every finished run is a file of its own, so several processes may work on different
 * seeds of one folder. Throws a `usage` error when the folder holds something else, or a study of another size.
 */
export function openStudyFolder(path: string, { quick, scale, command, backend, adapter }: StudyFacts): StudyFolder {
  const runs = join(path, 'runs');
  const file = join(path, 'study.json');
  const known = existsSync(path) && readdirSync(path).length > 0 ? knownRuns(path, file, quick, scale) : [];
  mkdirSync(runs, { recursive: true });
  // A `study.json` alone, of another machine, is enough to go on from.
  for (const run of known) if (!existsSync(join(runs, nameOf(run)))) writeRun(runs, run);
  const read = (): StudyRun[] =>
    readdirSync(runs)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(runs, name), 'utf8')) as StudyRun)
      .sort((a, b) => a.row.localeCompare(b.row) || a.seed - b.seed);
  const study = (): Study => {
    const done = read();
    return {
      schema: 'reverie-study',
      version: 1,
      name: 'dynaweb',
      quick,
      world: 'functions',
      backend,
      adapter,
      machine: `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      date: new Date().toISOString().slice(0, 10),
      command,
      families: configOf(scale, 1).families,
      seeds: [...new Set(done.map(({ seed }) => seed))].sort((a, b) => a - b),
      tasks: taskTable(scale),
      sizes: sizesOf(scale),
      runs: done,
    };
  };
  const save = (): void => writeAtomic(file, `${JSON.stringify(study(), null, 1)}\n`);
  save();
  return {
    study,
    keeper: {
      runs: read,
      add(run) {
        writeRun(runs, run);
        save();
      },
      shelf(seed) {
        const at = (name: string): string => join(path, `seed-${seed}`, `${name}.bin`);
        return {
          get: (name) => (existsSync(at(name)) ? new Uint8Array(readFileSync(at(name))) : undefined),
          put: (name, bytes) => writeAtomic(at(name), bytes),
        };
      },
    },
  };
}

const nameOf = ({ row, arm, x, seed }: StudyRun): string =>
  `${[row, arm, ...(x === undefined ? [] : [x]), `seed ${seed}`].join(' ').replaceAll(/[^\w.-]+/g, '-')}.json`;

const writeRun = (runs: string, run: StudyRun): void =>
  writeAtomic(join(runs, nameOf(run)), `${JSON.stringify(run, null, 1)}\n`);

function knownRuns(path: string, file: string, quick: boolean, scale: Scale): StudyRun[] {
  const fail = (rule: string): never => {
    throw new ReverieError('usage', { who: '--out', rule, got: path, hint: 'Choose another folder.' });
  };
  if (!existsSync(file)) fail('the folder is not empty and holds no study');
  const known = parseStudy(readFileSync(file, 'utf8'));
  if (known.quick !== quick) fail(`the folder holds a ${known.quick ? 'quick' : 'full'} study`);
  if (JSON.stringify(known.tasks) !== JSON.stringify(taskTable(scale)))
    fail('the folder holds a study that measures on other tasks');
  return known.runs;
}
