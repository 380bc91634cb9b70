import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import type { RunRequest } from '../../workers/harnessProtocol.ts';
import { ReverieError } from '../core/errors.ts';
import { DEFAULTS } from '../train/config.ts';
import { writeAtomic } from './files.ts';

const factsSchema = z.object({
  schema: z.literal('reverie-run-folder'),
  version: z.literal(1),
  name: z.string(),
  preset: z.string(),
  seed: z.int(),
  families: z.array(z.string()).optional(),
  /** The page's store belongs to its address, so a resumed run needs the same port. */
  port: z.int().min(1).max(65535),
});

export interface RunFolder {
  path: string;
  request: RunRequest;
  /** The port of the earlier sessions of this run; undefined at the first. */
  port?: number;
  /** Where Chrome keeps the run's checkpoints. */
  profile: string;
  report: string;
}

export interface RunChoice {
  preset: string;
  seed: number;
  /** Site families to train on; absent: the usual ones. */
  families?: string[];
  out?: string;
  force: boolean;
}

const describeFolder = (
  path: string,
  name: string,
  { preset, seed, families }: RunChoice,
  port?: number,
): RunFolder => ({
  path,
  request: { name, preset, seed, ...(families && { families }) },
  port,
  profile: join(path, 'profile'),
  report: join(path, 'report.json'),
});

type Wish = Pick<RunChoice, 'preset' | 'seed' | 'families'>;
const sameWish = (a: Wish, b: Wish): boolean =>
  a.preset === b.preset &&
  a.seed === b.seed &&
  String(a.families ?? DEFAULTS.families) === String(b.families ?? DEFAULTS.families);

type Contents =
  | { kind: 'free' }
  | { kind: 'foreign' | 'finished' }
  | { kind: 'started'; facts: z.infer<typeof factsSchema> };

function contentsOf(path: string): Contents {
  if (!existsSync(path)) return { kind: 'free' };
  const file = join(path, 'run.json');
  if (!existsSync(file)) return { kind: 'foreign' };
  if (existsSync(join(path, 'report.json'))) return { kind: 'finished' };
  try {
    return { kind: 'started', facts: factsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) };
  } catch {
    return { kind: 'foreign' };
  }
}

/**
 * The folder of a run. Named by `out`: a new one, or the unfinished run in it is resumed. Otherwise
 * `runs/<preset>-<families>-seed<seed>`: resumed while unfinished, with a number once it is finished. Throws a `usage`
 * error rather than touch anything that is there.
 */
export function chooseRunFolder(choice: RunChoice, runs = 'runs'): RunFolder {
  const { preset, seed, families = [], out, force } = choice;
  const stem = out ?? join(runs, [preset, ...families, `seed${seed}`].join('-'));
  for (let n = 1; ; n++) {
    const path = n === 1 ? stem : `${stem}-${n}`;
    const contents = contentsOf(path);
    if (contents.kind === 'started') {
      const { facts } = contents;
      if (sameWish(facts, choice)) return describeFolder(path, facts.name, choice, facts.port);
    }
    if (contents.kind === 'free') return describeFolder(path, basename(path), choice);
    if (out === undefined && !force) continue;
    if (force && contents.kind !== 'foreign') {
      rmSync(path, { recursive: true });
      return describeFolder(path, basename(path), choice);
    }
    const rule = {
      started: 'the folder holds an unfinished run with another preset, seed or families',
      finished: 'the folder holds a finished run',
      foreign: 'the folder exists and is not a run of Reverie',
    }[contents.kind];
    const hint =
      contents.kind === 'foreign' ? 'Choose another folder.' : 'Choose another folder, or --force to replace it.';
    throw new ReverieError('usage', { who: '--out', rule, got: path, hint });
  }
}

/** Marks the folder as this run's, with the port that its pages live on. */
export function claimRunFolder(folder: RunFolder, port: number): void {
  mkdirSync(folder.path, { recursive: true });
  const facts = { schema: 'reverie-run-folder', version: 1, ...folder.request, port };
  writeAtomic(join(folder.path, 'run.json'), `${JSON.stringify(facts, null, 2)}\n`);
}

/** How to go on with this run. */
export function resumeCommand({ path, request: { preset, seed, families } }: RunFolder): string {
  const chosen = families ? ` --families ${families.join(',')}` : '';
  return `npm run reverie -- run --preset ${preset} --seed ${seed}${chosen} --out ${relative('.', path) || path}`;
}
