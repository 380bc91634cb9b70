import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MINIWOB_MOUNT, MINIWOB_TASKS } from '../miniwob/tasks.ts';
import { fileOf, refuse, sendFile } from './folderServer.ts';
import { type MiniwobCopy, SERVED } from './miniwobCopy.ts';
import { bundleScript } from './pageScript.ts';

/** The `Host` of requests to a server of this machine: another one is DNS rebinding. */
export const LOCAL_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;
/** The same libraries for every visit. */
const KEEP = { 'Cache-Control': 'max-age=3600' };
const AGENT = `${MINIWOB_MOUNT}/agent.js`;

/** The embedder's rules for a cross-origin isolated page, and who may load it: pages here have an opaque origin. */
const ISOLATION = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Where a script comes before everything else without changing what the parser makes of the rest: behind the doctype. */
export function withFirstScript(html: string, address: string): string {
  const [prologue] = /^\uFEFF?(\s*<!--[\s\S]*?-->)*\s*(<!doctype[^>]*>)?/i.exec(html)!;
  return `${prologue}<script src="${address}"></script>${html.slice(prologue.length)}`;
}

/**
 * Puts a user's copy of MiniWoB++ below `MINIWOB_MOUNT` of the app's own server. Its pages are of the user, not ours: every one is
 * sandboxed by its own header, opened as a document of an opaque origin that can read nothing of the app, and may load nothing but
 * the copy. Each begins with the agent that the app talks to. Answers requests; hands on those for other addresses. Their `Origin`
 * is `null`, which says nothing: to be asked before a guard that wants the app's own.
 */
export async function mountCopy({ root, tasks }: MiniwobCopy) {
  const script = await bundleScript('src/env/pageAgent.ts');
  const agent = `${AGENT}?v=${createHash('sha256').update(script).digest('hex').slice(0, 12)}`;
  const rules = (host: string): Record<string, string> => {
    const copy = `http://${host}${MINIWOB_MOUNT}/`;
    const load = `default-src ${copy} 'unsafe-inline' 'unsafe-eval' data: blob:; form-action ${copy}`;
    return { ...ISOLATION, 'Content-Security-Policy': `sandbox allow-scripts allow-forms; ${load}` };
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '' } = request;
    const { host = '' } = request.headers;
    const send = (type: string, text: string, more: Record<string, string>): void => {
      response.writeHead(200, { ...more, 'Content-Type': `${type}; charset=utf-8` }).end(text);
    };
    const safe = rules(host);
    const file = fileOf(root, SERVED, url.slice(MINIWOB_MOUNT.length));
    if (!LOCAL_HOST.test(host)) refuse(response, 403, 'This server is for this machine only (unexpected Host).');
    else if (url === MINIWOB_TASKS) send('application/json', JSON.stringify(tasks), {});
    else if (url === agent) send('text/javascript', script, { ...safe, ...KEEP });
    else if (file === null) refuse(response, 404, 'No such file.');
    else if (!file.toLowerCase().endsWith('.html')) sendFile(file, { ...safe, ...KEEP }, request, response);
    else
      send('text/html', withFirstScript(readFileSync(file, 'utf8'), agent), { ...safe, 'Cache-Control': 'no-store' });
  };
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (request.url?.startsWith(`${MINIWOB_MOUNT}/`)) answer(request, response);
    else next();
  };
}
