import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findChrome, launchChrome } from '../../src/cli/chrome.ts';
import type { Machine } from '../../src/cli/chromePlaces.ts';

/** Whole small machines made of folders: programs are shell scripts that answer `--version` or install another script. */
describe('findChrome', () => {
  let home: string;
  let machine: Machine;

  const program = (path: string, script: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const chrome = (path: string, version: string) => program(path, `echo ${version}`);
  const cached = (build: string) => join(home, '.cache/puppeteer/chrome', build, 'chrome-linux64/chrome');

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'reverie-chrome-'));
    mkdirSync(join(home, 'bin'));
    machine = {
      platform: 'linux',
      // The proxy leads nowhere, so that a download fails at once on every machine.
      env: { PATH: join(home, 'bin'), HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' },
      home,
      root: true,
      places: [join(home, 'opt/chromium')],
    };
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('goes environment, cache, PATH, usual places', async () => {
    const places = [
      { source: 'environment', path: chrome(join(home, 'mine'), 'Mine 1') },
      { source: 'puppeteer cache', path: chrome(cached('linux-99.0.1'), 'Cached 99') },
      { source: 'installed', path: chrome(join(home, 'bin/chromium'), 'OnPath 2') },
      { source: 'installed', path: chrome(join(home, 'opt/chromium'), 'Usual 3') },
    ];
    const named: Machine = { ...machine, env: { ...machine.env, CHROME_PATH: places[0].path } };
    expect(await findChrome({ machine: named })).toEqual({ ...places[0], version: 'Mine 1' });
    const versions: string[] = [];
    for (const { source, path } of places.slice(1)) {
      const found = await findChrome({ machine, install: false });
      expect(found).toMatchObject({ source, path });
      versions.push(found.version);
      rmSync(path);
    }
    expect(versions).toEqual(['Cached 99', 'OnPath 2', 'Usual 3']);
    await expect(findChrome({ machine, install: false })).rejects.toMatchObject({ code: 'environment' });
  });

  it('prefers CHROME_PATH to PUPPETEER_EXECUTABLE_PATH and does not fall back from a wrong one', async () => {
    chrome(join(home, 'bin/chromium'), 'OnPath 2');
    const env = { ...machine.env, PUPPETEER_EXECUTABLE_PATH: chrome(join(home, 'b'), 'B 1') };
    expect((await findChrome({ machine: { ...machine, env } })).version).toBe('B 1');
    const both = { ...env, CHROME_PATH: chrome(join(home, 'a'), 'A 1') };
    expect((await findChrome({ machine: { ...machine, env: both } })).version).toBe('A 1');
    const wrong = { ...env, CHROME_PATH: join(home, 'gone') };
    await expect(findChrome({ machine: { ...machine, env: wrong } })).rejects.toThrow(
      /CHROME_PATH.*does not exist.*gone/,
    );
  });

  it('takes the newest cached build that starts', async () => {
    chrome(cached('linux-99.0.1'), 'Cached 99');
    chrome(cached('linux-100.0.1'), 'Cached 100');
    expect((await findChrome({ machine })).version).toBe('Cached 100');
    program(cached('linux-101.0.0'), 'echo "error while loading shared libraries" >&2; exit 127');
    expect((await findChrome({ machine })).version).toBe('Cached 100');
  });

  const aptThatInstalls = () => {
    const script = `[ "$1" = install ] && printf '#!/bin/sh\\necho Packaged 7\\n' > "${home}/bin/chromium" && /bin/chmod +x "${home}/bin/chromium"; exit 0`;
    program(join(home, 'bin/apt-get'), script);
  };

  it('installs with apt-get when the download fails and it is root', async () => {
    aptThatInstalls();
    const notes: string[] = [];
    const found = await findChrome({ machine, note: (line) => notes.push(line) });
    expect(found).toMatchObject({ source: 'apt-get', version: 'Packaged 7', path: join(home, 'bin/chromium') });
    expect(notes).toHaveLength(2);
  });

  it('uses apt-get as a plain user only where sudo asks nothing', async () => {
    aptThatInstalls();
    const user = { ...machine, root: false };
    program(join(home, 'bin/sudo'), 'echo "a password is required" >&2; exit 1');
    await expect(findChrome({ machine: user })).rejects.toThrow(/no Chrome.*CHROME_PATH/);
    program(join(home, 'bin/sudo'), 'shift; exec "$@"');
    // `sudo -n true` needs `true` on the PATH of this machine.
    program(join(home, 'bin/true'), 'exit 0');
    expect((await findChrome({ machine: user })).source).toBe('apt-get');
  });
});

describe('launchChrome', () => {
  it('gives the software WebGPU adapter when asked for it', async () => {
    const browser = await launchChrome({ webgpu: 'software' });
    try {
      const page = await browser.newPage();
      // WebGPU exists in secure contexts only; chrome://version is one and needs no server.
      await page.goto('chrome://version');
      const adapter = await page.evaluate(async () => {
        const found = await navigator.gpu?.requestAdapter();
        return found ? `${found.info.vendor} ${found.info.architecture}` : 'none';
      });
      expect(adapter).toBe('google swiftshader');
    } finally {
      await browser.close();
    }
  });
});
