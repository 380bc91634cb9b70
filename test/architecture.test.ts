import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('.gen.ts') && !name.includes('/wasm/assembly/'));

/** Comments and strings' contents do not import, draw or touch anything. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

interface Source {
  path: string;
  lines: number;
  code: string;
  /** Paths from the root for our own modules, names for packages. `type`: nothing is loaded. */
  imports: { to: string; type: boolean }[];
}

const IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

function read(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const code = withoutComments(text);
  const imports = [...code.matchAll(IMPORT)].map(([, type, fixed, dynamic]) => {
    const to = fixed ?? dynamic;
    return { to: to.startsWith('.') ? normalize(join(dirname(path), to)) : to, type: type !== undefined };
  });
  return { path, lines: text.split('\n').length, code, imports };
}

const sources = [...filesBelow('src'), ...filesBelow('workers')].map(read);

/** Every place that breaks a rule, as `file: what`; the tests expect none. */
const offenders = (rule: (source: Source) => string[]): string[] =>
  sources.flatMap((source) => rule(source).map((what) => `${source.path}: ${what}`));

const layerOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('src/') ? 2 : 1)
    .join('/');

/** What each layer may import from, types included. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/core': [],
  'src/page': ['src/core'],
  'src/action': ['src/core', 'src/page'],
  'src/exchange': ['src/core', 'src/page', 'src/action'],
  'src/sites': ['src/core'],
  'src/webarena': ['src/core', 'src/page', 'src/action'],
  'src/miniwob': ['src/core'],
  'src/engine': ['src/core'],
  'src/model': ['src/core', 'src/page', 'src/action', 'src/engine'],
  'src/rl': ['src/core', 'src/engine'],
  'src/env': ['src/core', 'src/page', 'src/action', 'src/sites', 'src/miniwob', 'src/webarena', 'src/model'],
  'src/train': ['src/core', 'src/page', 'src/action', 'src/sites', 'src/env', 'src/engine', 'src/model', 'src/rl'],
  'src/study': [
    'src/core',
    'src/action',
    'src/sites',
    'src/miniwob',
    'src/env',
    'src/engine',
    'src/model',
    'src/train',
  ],
  'src/store': ['src/core', 'src/model'],
  'src/perf': ['src/core', 'src/engine', 'src/model', 'src/train', 'workers'],
  workers: ['src/core', 'src/env', 'src/engine', 'src/train', 'src/store'],
  'src/app': [
    'src/core',
    'src/page',
    'src/action',
    'src/sites',
    'src/miniwob',
    'src/env',
    'src/engine',
    'src/model',
    'src/train',
    'src/store',
    'workers',
  ],
  'src/cli': [
    'src/core',
    'src/exchange',
    'src/sites',
    'src/miniwob',
    'src/webarena',
    'src/env',
    'src/engine',
    'src/model',
    'src/train',
    'src/store',
    'src/study',
    'src/perf',
    'workers',
  ],
};

describe('architecture', () => {
  it('reads its sources: known imports are found', () => {
    const chrome = sources.find(({ path }) => path === 'src/cli/chrome.ts')!;
    expect(chrome.imports).toContainEqual({ to: 'puppeteer', type: false });
    expect(chrome.imports).toContainEqual({ to: 'src/core/errors.ts', type: false });
    expect(sources.length).toBeGreaterThan(80);
  });

  it('imports go one way only', () => {
    const broken = offenders(({ path, imports }) => {
      const from = layerOf(path);
      return imports
        .filter(({ to }) => to.startsWith('src/') || to.startsWith('workers/'))
        .filter(({ to }) => layerOf(to) !== from && !MAY_IMPORT[from].includes(layerOf(to)))
        .map(({ to }) => `imports ${to}`);
    });
    expect(broken).toEqual([]);
    // Of the worlds only the dream has models in it.
    const modelled = sources.filter(
      ({ path, imports }) => layerOf(path) === 'src/env' && imports.some(({ to }) => layerOf(to) === 'src/model'),
    );
    expect(modelled.map(({ path }) => path)).toEqual(['src/env/dream.ts']);
  });

  it('only the command line and the browser world load puppeteer', () => {
    const allowed = (path: string) => path.startsWith('src/cli/') || path === 'src/env/browser.ts';
    const broken = offenders(({ path, imports }) =>
      allowed(path)
        ? []
        : imports.filter(({ to, type }) => !type && /^(puppeteer|@puppeteer)/.test(to)).map(({ to }) => to),
    );
    expect(broken).toEqual([]);
  });

  it('only the learning layers and the dream world load tfjs', () => {
    const allowed = (path: string) => /^src\/(engine|model|rl|train|perf)\//.test(path) || path === 'src/env/dream.ts';
    const broken = offenders(({ path, imports }) =>
      allowed(path) ? [] : imports.filter(({ to, type }) => !type && to.startsWith('@tensorflow/')).map(({ to }) => to),
    );
    expect(broken).toEqual([]);
  });

  it('only the modules that live in pages touch the document', () => {
    const allowed = new Set([
      'src/env/frame.ts',
      'src/env/sandbox.ts',
      'src/env/pageAgent.ts',
      'src/env/tabHost.ts',
      // Scripts for the page, as text.
      'src/env/pageScripts.ts',
      'src/env/webarena.ts',
      'src/miniwob/page.ts',
      'src/page/fromDom.ts',
      'src/page/domNames.ts',
      'src/action/performDom.ts',
      'src/sites/runtime.tsx',
    ]);
    const broken = offenders(({ path, code }) =>
      allowed.has(path) || path.startsWith('src/app/')
        ? []
        : // The global, not a property or a variable of that name.
          [...code.matchAll(/(?<![\w.'`"-])(?:window\.)?document\.\w+/g)].map(([hit]) => hit),
    );
    expect(broken).toEqual([]);
  });

  it('chance comes from the seeded generator only', () => {
    expect(
      offenders(({ code }) => [...code.matchAll(/Math\.random|crypto\.getRandomValues/g)].map(([hit]) => hit)),
    ).toEqual([]);
  });

  it('nothing outside the engine waits for the GPU', () => {
    const broken = offenders(({ path, code }) =>
      path.startsWith('src/engine/') ? [] : [...code.matchAll(/\.(dataSync|arraySync)\(/g)].map(([hit]) => hit),
    );
    expect(broken).toEqual([]);
  });

  it('files stay small', () => {
    const limit = (path: string) => {
      if (path.startsWith('src/cli/commands/')) return 120;
      return /^workers\/.*\.worker\.ts$/.test(path) ? 40 : 500;
    };
    expect(
      offenders(({ path, lines }) => (lines > limit(path) ? [`${lines} lines, limit ${limit(path)}`] : [])),
    ).toEqual([]);
    const sorted = sources.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[sorted.length >> 1]).toBeLessThanOrEqual(130);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(300);
  });
});
