import { ReverieError } from '../core/errors.ts';

/** What to say for each way IndexedDB fails, by the *name* of its exception (the text differs between browsers). */
const WORDS: Record<string, { rule: string; hint: string }> = {
  QuotaExceededError: {
    rule: 'the browser has no room left for this run',
    hint: 'Export and delete old runs, or free disk space; nothing of this write was kept, everything before it is safe',
  },
  VersionError: {
    rule: 'the stored runs were written by a newer Reverie',
    hint: 'Open them with that version, or export them there',
  },
  InvalidStateError: {
    rule: 'the connection to the stored runs was closed (another tab updated Reverie, or the data was cleared)',
    hint: 'Reload this page',
  },
  SecurityError: {
    rule: 'the browser does not let this page store data',
    hint: 'Allow site data for this page, or leave private browsing',
  },
  UnknownError: { rule: 'the browser could not read or write its storage', hint: 'Check the free disk space' },
  DataCloneError: { rule: 'internal: this value cannot be stored', hint: 'Only plain data can' },
};

/**
 * Turns an exception of the browser's storage into one clear `ReverieError`; our own errors pass unchanged.
 *
 * @param usage bytes stored so far, where known. (The quota is not worth saying: Chrome no longer reports the real one.)
 */
export function inPlainWords(error: unknown, usage?: number): Error {
  if (error instanceof ReverieError) return error;
  const name = error instanceof Error ? error.name : String(error);
  const words = WORDS[name] ?? { rule: 'the browser could not store this', hint: 'Reload the page and try again' };
  const code = name === 'DataCloneError' ? 'internal' : 'environment';
  const got = usage === undefined ? name : `${name} with ${Math.round(usage / 1e6)} MB stored`;
  return new ReverieError(code, { who: 'store', ...words, got });
}
