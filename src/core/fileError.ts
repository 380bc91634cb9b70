import { ReverieError } from './errors.ts';
import type { FileProblem } from './jsonl.ts';

/** A file that cannot be read. `problem` is what callers branch on; the message is for people. */
export class FileError extends ReverieError {
  override readonly name = 'FileError';
  constructor(
    who: string,
    readonly problem: FileProblem,
    rule: string,
    hint?: string,
  ) {
    super('format', { who, rule, hint });
  }
}
