import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseRunFolder, claimRunFolder, resumeCommand } from '../../src/cli/runFolder.ts';
import { parseRunRequest, runAddress } from '../../workers/harnessProtocol.ts';

describe('chooseRunFolder', () => {
  let runs: string;
  beforeEach(() => {
    runs = mkdtempSync(join(tmpdir(), 'reverie-runs-'));
  });
  afterEach(() => rmSync(runs, { recursive: true }));

  const choose = (more: { preset?: string; seed?: number; families?: string[]; out?: string; force?: boolean } = {}) =>
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

  it('keeps the families of a run: in its name, for its page, and when it is resumed', () => {
    const families = ['mail', 'shop'];
    const first = choose({ families });
    expect(first.path).toBe(join(runs, 'tiny-mail-shop-seed1'));
    expect(first.request).toEqual({ name: 'tiny-mail-shop-seed1', preset: 'tiny', seed: 1, families });
    expect(parseRunRequest(runAddress(first.request).slice(1))).toEqual(first.request);
    expect(resumeCommand(first)).toContain(' --families mail,shop --out ');
    claimRunFolder(first, 4321);
    expect(choose({ families })).toEqual({ ...first, port: 4321 });
    for (const other of [undefined, ['mail'], ['shop', 'mail']])
      expect(() => choose({ families: other, out: first.path })).toThrow(/another preset, seed or families/);

    // Naming the usual ones asks for the run that is made without naming any.
    const usual = choose();
    expect(usual.request).toEqual({ name: 'tiny-seed1', preset: 'tiny', seed: 1 });
    claimRunFolder(usual, 4322);
    expect(choose({ families: ['shop', 'desk', 'booking'], out: usual.path }).port).toBe(4322);
  });

  it('touches nothing in a folder named by --out that is not its own', () => {
    const out = join(runs, 'mine');
    const mine = choose({ out });
    claimRunFolder(mine, 4321);
    expect(choose({ out })).toEqual({ ...mine, port: 4321 });
    expect(() => choose({ out, seed: 2 })).toThrow(/another preset, seed or families/);
    expect(() => choose({ out, preset: 'debug' })).toThrow(/another preset, seed or families/);
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
