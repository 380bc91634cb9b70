import { z } from 'zod';
import { ReverieError } from './errors.ts';
import { maskSecrets } from './secrets.ts';
import { LIMITS, trajectorySchema } from './trajectorySchema.ts';
import type { Trajectory } from './types.ts';

/** The first line of a trajectory file. Everything else in it is for people and for `--resume`. */
export interface TrajectoryHeader {
  schema: 'reverie-trajectories';
  version: 1;
  /** How the file was made (suite, split, policy, seed, …). */
  made?: Record<string, string>;
}

export const TRAJECTORY_VERSION = 1;

export type FileProblem = 'empty' | 'foreign' | 'future-version' | 'truncated' | 'malformed' | 'too-large';

/** A trajectory file that cannot be read: what is wrong, and on which line (1 is the header). */
export class TrajectoryFileError extends ReverieError {
  override readonly name = 'TrajectoryFileError';
  constructor(
    readonly problem: FileProblem,
    readonly line: number,
    rule: string,
    hint?: string,
  ) {
    super('format', { who: 'trajectories', rule: `line ${line}: ${rule}`, hint });
  }
}

const headerSchema = z.object({
  schema: z.literal('reverie-trajectories'),
  version: z.literal(TRAJECTORY_VERSION),
  made: z.record(z.string().max(100), z.string().max(1000)).optional(),
});

const json = (line: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(line) };
  } catch {
    return null;
  }
};

/** Reads the header line. Throws `TrajectoryFileError` for files of others and of later versions. */
export function parseHeader(line: string): TrajectoryHeader {
  const foreign = 'this is not a file of Reverie trajectories';
  const value = line.length > 1_000_000 ? undefined : json(line)?.value;
  const facts = z.object({ schema: z.literal('reverie-trajectories'), version: z.number() }).safeParse(value);
  if (!facts.success) throw new TrajectoryFileError('foreign', 1, foreign);
  if (facts.data.version > TRAJECTORY_VERSION) {
    const rule = `the file has format version ${facts.data.version}, this Reverie reads version ${TRAJECTORY_VERSION}`;
    throw new TrajectoryFileError('future-version', 1, rule, 'Update Reverie.');
  }
  const header = headerSchema.safeParse(value);
  if (!header.success) throw new TrajectoryFileError('malformed', 1, 'the header is damaged');
  return header.data;
}

/** Reads one episode from line number `number`; `last` tells a file that was cut from one that is broken inside. */
export function parseTrajectory(line: string, number: number, last: boolean): Trajectory {
  if (line.length > LIMITS.lineLength) throw new TrajectoryFileError('too-large', number, 'the line is too long');
  const parsed = json(line);
  if (parsed === null) {
    if (last) throw new TrajectoryFileError('truncated', number, 'the file ends in the middle of an episode');
    throw new TrajectoryFileError('malformed', number, 'this is not JSON');
  }
  const result = trajectorySchema.safeParse(parsed.value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.').slice(0, 200)}`;
  throw new TrajectoryFileError('malformed', number, `this is not an episode (${issue.message}${where})`);
}

/**
 * Reads a whole file: its text, or its lines (without line ends). An empty last line is fine.
 * Throws `TrajectoryFileError` with a line number.
 */
export function parseTrajectories(source: string | readonly string[]): {
  header: TrajectoryHeader;
  trajectories: Trajectory[];
} {
  // Only \n ends a line: JSON may hold U+2028 and U+2029 as they are.
  const lines = typeof source === 'string' ? source.split('\n') : [...source];
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) throw new TrajectoryFileError('empty', 1, 'the file is empty');
  const header = parseHeader(lines[0]);
  const trajectories = lines.slice(1).map((line, i) => parseTrajectory(line, i + 2, i + 2 === lines.length));
  return { header, trajectories };
}

export const printHeader = (made?: TrajectoryHeader['made']): string =>
  `${JSON.stringify({ schema: 'reverie-trajectories', version: TRAJECTORY_VERSION, ...(made && { made }) })}\n`;

/** One episode as one line, its secrets masked. */
export const printTrajectory = (trajectory: Trajectory): string => `${JSON.stringify(maskSecrets(trajectory))}\n`;

export const printTrajectories = (trajectories: readonly Trajectory[], made?: TrajectoryHeader['made']): string =>
  printHeader(made) + trajectories.map(printTrajectory).join('');
