// Compiles the kernels (AssemblyScript, SIMD; a second copy with relaxed fused multiply-add) and writes kernels.gen.ts,
// which carries the binaries as base64 so that Node, page and worker load them alike. Runs after `npm ci` and before builds;
// does nothing when the sources are the ones already compiled.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { tilesSource } from './tiles.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const assembly = join(here, 'assembly');
const target = join(here, 'kernels.gen.ts');

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

function fingerprint() {
  const hash = createHash('sha256').update(asc.version);
  for (const name of readdirSync(assembly).sort()) hash.update(name).update(readFileSync(join(assembly, name)));
  for (const name of ['build.mjs', 'tiles.mjs']) hash.update(readFileSync(join(here, name)));
  return hash.digest('hex');
}

const header = `// Written by build.mjs from assembly/*.ts; do not edit. Sources: ${fingerprint()}\n`;
if (!existsSync(target) || !readFileSync(target, 'utf8').startsWith(header)) {
  const [plain, relaxed] = [await compile([]), await compile(['relaxed-simd'])];
  const constant = (name, binary) => `export const ${name} = '${Buffer.from(binary).toString('base64')}';\n`;
  // Through a second file, so that nobody imports half of it.
  writeFileSync(`${target}.${process.pid}`, header + constant('SIMD', plain) + constant('RELAXED', relaxed));
  renameSync(`${target}.${process.pid}`, target);
}
