import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf, serveFolder } from '../../src/cli/folderServer.ts';
import { openCopy, SERVED } from '../../src/cli/miniwobCopy.ts';
import type { Server } from '../../src/cli/server.ts';

const COPY = fileURLToPath(new URL('../fixtures/miniwob', import.meta.url));

let server: Server;
beforeAll(async () => {
  server = await serveFolder(COPY, SERVED);
});
afterAll(() => server.close());

/** Not `fetch`: that would tidy the path and refuse to set Host. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ code: number; type?: string; policy?: string; text: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path, headers, method }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        const { 'content-type': type, 'content-security-policy': policy } = response.headers;
        resolve({ code: response.statusCode!, type, policy: policy as string, text });
      });
    })
      .on('error', reject)
      .end();
  });

describe('serveFolder', () => {
  it('serves files of the open folders, which may load nothing from elsewhere', async () => {
    const page = await ask('/miniwob/pick.html?x=1');
    expect(page).toMatchObject({ code: 200, type: 'text/html; charset=utf-8' });
    expect(page.text).toContain('core.js');
    expect(page.policy).toContain("default-src 'self'");
    expect(await ask('/core/core.js')).toMatchObject({ code: 200, type: 'text/javascript; charset=utf-8' });
    expect(await ask('/core/core.js', {}, 'HEAD')).toMatchObject({ code: 200, text: '' });
  });

  it.each([
    '/',
    '/core',
    '/core/',
    '/core/none.js',
    '/flight/index.html',
    '/core/../flight/index.html',
    '/core/%2e%2e/flight/index.html',
    '/core/..%2fflight/index.html',
    '/core/..%5c..%5cflight/index.html',
    '/core//core.js',
    '/core/%00core.js',
    '/%c3%28',
    '/../../../../../../etc/passwd',
  ])('refuses %s', async (path) => {
    expect(await ask(path)).toMatchObject({ code: 404, text: 'No such file.\n' });
  });

  it('refuses links out of the folder', () => {
    const root = mkdtempSync(join(tmpdir(), 'reverie-folder-'));
    try {
      symlinkSync(COPY, join(root, 'core'));
      writeFileSync(join(root, 'own.js'), '');
      expect(fileOf(root, ['core'], '/core/core/core.js')).toBeNull();
      expect(fileOf(root, ['own.js'], '/own.js')).toBe(join(root, 'own.js'));
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('is for pages of its own origin', async () => {
    const { port } = server;
    expect((await ask('/core/core.js', { host: `example.org:${port}` })).code).toBe(403);
    expect((await ask('/core/core.js', { host: `127.0.0.1:${port}`, origin: 'http://example.org' })).code).toBe(403);
    expect((await ask('/core/core.js', { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` })).code).toBe(
      200,
    );
    expect((await ask('/core/core.js', {}, 'POST')).code).toBe(405);
  });
});

describe('openCopy', () => {
  it('finds the pages of a copy', () => {
    expect(openCopy(COPY)).toEqual({
      root: COPY,
      tasks: ['broken', 'icons', 'leave', 'never', 'pick', 'price', 'shy', 'spy', 'suggest', 'trusted'],
    });
  });

  it('says what is missing', () => {
    expect(() => openCopy(undefined)).toThrow(/--miniwob-dir.*git clone/);
    expect(() => openCopy(tmpdir())).toThrow(/no copy of MiniWoB\+\+.*core\/core\.js/);
  });
});
