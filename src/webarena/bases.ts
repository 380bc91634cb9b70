import { ReverieError } from '../core/errors.ts';
import type { WebTask } from './task.ts';

/** Where the sites of a task file are, by placeholder without its underscores: `SHOPPING` → `http://localhost:7770`. */
export type Bases = ReadonlyMap<string, string>;

/** Reads `SHOPPING=http://localhost:7770`. Throws a `usage` error for what is not a name and an http address. */
export function parseBase(pair: string): [name: string, url: string] {
  const [, name, url] = /^([A-Z][A-Z0-9_]*)=(.+)$/.exec(pair) ?? [];
  if (name === undefined || !/^https?:\/\/[^\s]+$/.test(url) || !URL.canParse(url)) {
    throw new ReverieError('usage', {
      who: '--base',
      rule: 'not the address of a site',
      got: pair,
      expected: 'NAME=URL, e.g. SHOPPING=http://localhost:7770',
    });
  }
  return [name, url.replace(/\/+$/, '')];
}

/** All pairs of the command line; a name may stand once. */
export function parseBases(pairs: readonly string[]): Bases {
  const bases = new Map<string, string>();
  for (const pair of pairs) {
    const [name, url] = parseBase(pair);
    if (bases.has(name)) throw new ReverieError('usage', { who: '--base', rule: `${name} is given twice`, got: pair });
    bases.set(name, url);
  }
  return bases;
}

const PLACEHOLDER = /__([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)__/g;

/**
 * The task with its placeholders replaced wherever they stand, as WebArena's own script does with the whole file. Throws a
 * `usage` error with task and field when a base is missing.
 */
export function fillBases(task: WebTask, bases: Bases): WebTask {
  const fill = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      return value.replace(PLACEHOLDER, (placeholder, name: string) => {
        const base = bases.get(name);
        if (base !== undefined) return base;
        throw new ReverieError('usage', {
          who: `task ${task.id}, ${path}`,
          rule: `there is no base for ${placeholder}`,
          hint: `Give it with --base ${name}=http://…`,
        });
      });
    }
    if (Array.isArray(value)) return value.map((item, i) => fill(item, `${path}.${i}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, fill(inner, path === '' ? key : `${path}.${key}`)]),
    );
  };
  // Strings stay strings and nothing else changes, so the shape is the same.
  return fill(task, '') as WebTask;
}
