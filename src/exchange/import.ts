import { FileError } from '../core/fileError.ts';
import { importBrowserUse } from './browserUse.ts';
import type { Flow } from './flow.ts';
import { readJson } from './json.ts';
import { importRecorder } from './recorderImport.ts';

/**
 * Reads a recording that another tool made, by what is in it. A damaged file is one `FileError`, with line and column or
 * with step and field.
 */
export function importFlow(source: string): { format: string; flow: Flow } {
  const file = readJson('import', source);
  const has = (field: string): boolean => typeof file === 'object' && file !== null && Object.hasOwn(file, field);
  if (has('history')) return { format: 'browser-use history', flow: importBrowserUse(file) };
  if (has('steps')) return { format: 'Recorder flow', flow: importRecorder(file) };
  throw new FileError('import', 'foreign', 'this is neither a flow of Chrome’s Recorder nor a history of browser-use');
}
