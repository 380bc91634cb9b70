import { join } from 'node:path';
import { build } from 'vite';
import { invariant } from '../core/errors.ts';
import { PROJECT_ROOT } from './build.ts';

/** A module with all that it imports as one classic script. `entry`: path from the root of the project. */
export async function bundleScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: PROJECT_ROOT,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(PROJECT_ROOT, entry), output: { format: 'iife', codeSplitting: false } },
    },
  });
  invariant('output' in result, 'bundleScript', 'one build has one output');
  return result.output[0].code;
}
