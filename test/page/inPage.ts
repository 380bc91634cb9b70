import { build } from 'vite';
import type { AXTree } from '../../src/core/types.ts';
import type { NodeIds } from '../../src/page/ids.ts';
import type { ReadOptions } from '../../src/page/view.ts';

declare global {
  interface Window {
    reverieReader: { ids: NodeIds; read(options?: ReadOptions): AXTree };
  }
}

const SOURCE = new URL('../../src/page/', import.meta.url).pathname;
const ENTRY = '\0page-reader';
const CODE = `
  import { readDom } from '${SOURCE}fromDom.ts';
  import { createNodeIds } from '${SOURCE}ids.ts';
  import { watchClicks } from '${SOURCE}listeners.ts';
  const ids = createNodeIds();
  const answersClick = watchClicks(window);
  window.reverieReader = { ids, read: (options) => readDom(document, ids, { ...options, answersClick }) };
`;

/** The page-side reader as one classic script; it defines `window.reverieReader`, whose ids live as long as the page. */
export async function pageScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'page-reader',
        resolveId: (id) => (id === ENTRY ? ENTRY : undefined),
        load: (id) => (id === ENTRY ? CODE : undefined),
      },
    ],
    build: { write: false, target: 'es2022', rolldownOptions: { input: ENTRY, output: { format: 'iife' } } },
  });
  if (!('output' in result)) throw new Error('one build, one output');
  return result.output[0].code;
}
