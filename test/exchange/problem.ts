import { expect } from 'vitest';
import { FileError } from '../../src/core/fileError.ts';

/** The error that reading must end with: a `FileError` on one line. Everything else is a bug. */
export function problemOf(read: () => unknown): { problem: string; message: string } {
  try {
    read();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    expect(error.code).toBe('format');
    expect(error.message).not.toContain('\n');
    return { problem: error.problem, message: error.message };
  }
  throw new Error('it was read without complaint');
}
