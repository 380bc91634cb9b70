import { createReadStream, existsSync, statSync } from 'node:fs';
import { ReverieError } from '../core/errors.ts';
import { parseHeader, parseTrajectory, TrajectoryFileError, type TrajectoryHeader } from '../core/jsonl.ts';
import type { Trajectory } from '../core/types.ts';

interface ReadLine {
  text: string;
  number: number;
  /** Bytes of the file up to and including this line's end. */
  end: number;
  /** False for a last line without a line end. */
  complete: boolean;
}

/** The lines of a file that may be larger than memory; only `\n` ends a line. */
async function* linesOf(path: string): AsyncGenerator<ReadLine> {
  if (!existsSync(path))
    throw new ReverieError('usage', { who: 'trajectories', rule: 'there is no such file', got: path });
  if (!statSync(path).isFile())
    throw new ReverieError('usage', { who: 'trajectories', rule: 'this is not a file', got: path });
  let number = 0;
  let end = 0;
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, at));
      const line = Buffer.concat(parts);
      end += line.length + 1;
      number++;
      yield { text: line.toString(), number, end, complete: true };
      parts = [];
      start = at + 1;
    }
    parts.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(parts);
  if (rest.length > 0) yield { text: rest.toString(), number: number + 1, end: end + rest.length, complete: false };
}

export interface ReadTrajectories {
  header: TrajectoryHeader;
  /** Task ids of the episodes in the file. */
  tasks: Set<string>;
  /** Bytes up to the end of the last complete episode. */
  end: number;
}

/**
 * Reads a trajectory file episode by episode. A cut last line is a `TrajectoryFileError`, or left out when
 * `forgiveCut` (a recording that was interrupted).
 */
export async function scanTrajectories(
  path: string,
  options: { forgiveCut?: boolean; each?: (trajectory: Trajectory) => void } = {},
): Promise<ReadTrajectories> {
  let header: TrajectoryHeader | undefined;
  const tasks = new Set<string>();
  let safe = 0;
  for await (const line of linesOf(path)) {
    if (header === undefined) {
      header = parseHeader(line.text);
    } else {
      if (!line.complete && options.forgiveCut) break;
      const trajectory = parseTrajectory(line.text, line.number, !line.complete);
      tasks.add(trajectory.task.id);
      options.each?.(trajectory);
    }
    safe = line.end;
  }
  if (header === undefined) throw new TrajectoryFileError('empty', 1, 'the file is empty');
  return { header, tasks, end: safe };
}
