import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A script of this folder with all that it imports, as one piece of text for a page. */
export async function bundle(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(name, import.meta.url)),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  if (!('output' in result)) throw new Error('one build, one output');
  return result.output[0].code;
}
