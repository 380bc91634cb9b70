import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseRunFolder, claimRunFolder } from '../../src/cli/runFolder.ts';

describe('chooseRunFolder', () => {
  let runs: string;
  beforeEach(() => {
    runs = mkdtempSync(join(tmpdir(), 'reverie-runs-'));
  });
  afterEach(() => rmSync(runs, { recursive: true }));

  const choose = (more: { preset?: string; seed?: number; out?: string; force?: boolean } = {}) =>
    chooseRunFolder({ preset: 'tiny', seed: 1, force: false, ...more }, runs);
  const finish = (path: string) => writeFileSync(join(path, 'report.json'), '{}');

  it('resumes an unfinished run on its port, and takes a new folder after a finished one', () => {
    const first = choose();
    expect(first).toMatchObject({ path: join(runs, 'tiny-seed1'), port: undefined });
    claimRunFolder(first, 4321);
    expect(choose()).toEqual({ ...first, port: 4321 });
    finish(first.path);
    const second = choose();
    expect(second.path).toBe(join(runs, 'tiny-seed1-2'));
    claimRunFolder(second, 4322);
    expect(choose()).toEqual({ ...second, port: 4322 });
    expect(choose({ seed: 2 }).path).toBe(join(runs, 'tiny-seed2'));
  });

  it('touches nothing in a folder named by --out that is not its own', () => {
    const out = join(runs, 'mine');
    const mine = choose({ out });
    claimRunFolder(mine, 4321);
    expect(choose({ out })).toEqual({ ...mine, port: 4321 });
    expect(() => choose({ out, seed: 2 })).toThrow(/another preset or seed/);
    expect(() => choose({ out, preset: 'debug' })).toThrow(/another preset or seed/);
    finish(out);
    expect(() => choose({ out })).toThrow(/finished run.*--force/);
    expect(choose({ out, force: true }).port).toBeUndefined();
    expect(existsSync(out)).toBe(false);

    mkdirSync(out);
    writeFileSync(join(out, 'thesis.txt'), '');
    for (const force of [false, true]) expect(() => choose({ out, force })).toThrow(/not a run of Reverie/);
    writeFileSync(join(out, 'run.json'), '{"schema":"something else"}');
    for (const force of [false, true]) expect(() => choose({ out, force })).toThrow(/not a run of Reverie/);
    expect(existsSync(join(out, 'thesis.txt'))).toBe(true);
  });
});
