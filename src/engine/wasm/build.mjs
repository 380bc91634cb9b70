// Compiles the kernels (AssemblyScript, SIMD; a second copy with relaxed fused multiply-add) and writes kernels.gen.ts,
// which carries the binaries as base64 so that Node, page and worker load them alike. Runs after `npm ci` and before builds.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { tilesSource } from './tiles.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const assembly = join(here, 'assembly');

async function compile(features) {
  let binary;
  const { error, stderr } = await asc.main(
    [
      'index.ts',
      ...['simd', ...features].flatMap((feature) => ['--enable', feature]),
      ...['--runtime', 'stub', '--noAssert', '-O3', '--outFile', 'kernels.wasm'],
    ],
    {
      readFile: (name) => {
        if (name === 'tiles.ts') return tilesSource();
        try {
          return readFileSync(join(assembly, name), 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (name, contents) => {
        if (name === 'kernels.wasm') binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error || !binary) throw new Error(`The kernels do not compile.\n${stderr.toString()}`);
  return binary;
}

const [plain, relaxed] = [await compile([]), await compile(['relaxed-simd'])];
const text = `// Written by build.mjs from assembly/*.ts; do not edit.
export const SIMD = '${Buffer.from(plain).toString('base64')}';
export const RELAXED = '${Buffer.from(relaxed).toString('base64')}';
`;
mkdirSync(here, { recursive: true });
writeFileSync(join(here, 'kernels.gen.ts'), text);
