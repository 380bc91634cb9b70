import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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

const FOREIGN = 'This server is for this machine only (unexpected Host or Origin).';

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

/** Sends a file; `headers` beside its type. */
export function sendFile(
  file: string,
  headers: Record<string, string>,
  { method }: IncomingMessage,
  response: ServerResponse,
): void {
  const type = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
  response.writeHead(200, { ...headers, 'Content-Type': type });
  if (method === 'HEAD') response.end();
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
}

export const refuse = (response: ServerResponse, code: number, why: string): void =>
  void response.writeHead(code).end(`${why}\n`);

/** A server of files on 127.0.0.1; a foreign `Host` is DNS rebinding. */
export async function serveLocal(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    const { port } = server.address() as { port: number };
    if (request.headers.host !== `127.0.0.1:${port}`) refuse(response, 403, FOREIGN);
    else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405, 'Files can only be read.');
    else answer(request, response);
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

/** Serves the files below the `open` folders of `root` on 127.0.0.1, to pages of its own origin only. */
export const serveFolder = (root: string, open: readonly string[]): Promise<Server> =>
  serveLocal((request, response) => {
    const { host, origin } = request.headers;
    const file = fileOf(root, open, request.url ?? '');
    if (origin !== undefined && origin !== `http://${host}`) refuse(response, 403, FOREIGN);
    else if (file === null) refuse(response, 404, 'No such file.');
    else sendFile(file, HEADERS, request, response);
  });
