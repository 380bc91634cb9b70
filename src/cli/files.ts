import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ReverieError } from '../core/errors.ts';

/** Throws a `usage` error when `path` exists already and may not be replaced. */
export function refuseExisting(path: string | undefined, option: string, force: boolean): void {
  if (path === undefined || force || !existsSync(path)) return;
  throw new ReverieError('usage', {
    who: option,
    rule: 'the file exists already',
    got: path,
    hint: 'Use --force to replace it.',
  });
}

/** Writes a whole file or nothing: a temporary neighbour, then a rename. */
export function writeAtomic(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, data);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
