import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { extname, join, sep } from 'node:path';
import { ReverieError } from '../core/errors.ts';
import type { Server } from './server.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
};

const HEADERS = {
  // Pages of others: they run their scripts, and load nothing from elsewhere.
  'Content-Security-Policy': "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  // The same libraries for every visit, on a port that is new with every server.
  'Cache-Control': 'max-age=3600',
};

/** Do `Host` and `Origin` name this server? Foreign ones are DNS rebinding or another site's page. */
function isOwn({ headers: { host, origin } }: IncomingMessage, port: number): boolean {
  const own = `127.0.0.1:${port}`;
  return host === own && (origin === undefined || origin === `http://${own}`);
}

/** The file that an address names, or null: none below `open` folders, none outside `root` (links included), no other trick. */
export function fileOf(root: string, open: readonly string[], address: string): string | null {
  try {
    const [first, ...parts] = decodeURIComponent(address.split(/[?#]/)[0]).split('/');
    if (first !== '' || !open.includes(parts[0])) return null;
    if (parts.some((part) => part === '' || part.startsWith('.') || /[\\:\0]/.test(part))) return null;
    const file = realpathSync(join(root, ...parts));
    return file.startsWith(realpathSync(root) + sep) && statSync(file).isFile() ? file : null;
  } catch {
    // Not an address, or no such file.
    return null;
  }
}

/** Serves the files below the `open` folders of `root` on 127.0.0.1, at an origin of its own. */
export async function serveFolder(root: string, open: readonly string[]): Promise<Server> {
  const server = createServer((request, response) => {
    const fail = (code: number, why: string): void => void response.writeHead(code).end(`${why}\n`);
    const { port } = server.address() as { port: number };
    if (!isOwn(request, port)) return fail(403, 'This server is for this machine only (unexpected Host or Origin).');
    if (request.method !== 'GET' && request.method !== 'HEAD') return fail(405, 'Files can only be read.');
    const file = fileOf(root, open, request.url ?? '');
    if (file === null) return fail(404, 'No such file.');
    const type = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
    response.writeHead(200, { ...HEADERS, 'Content-Type': type });
    if (request.method === 'HEAD') response.end();
    else
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ReverieError('environment', { who: 'server', rule: 'cannot serve on 127.0.0.1', got: error.message })),
    );
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
