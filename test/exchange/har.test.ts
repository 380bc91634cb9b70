import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createNetworkRecorder } from '../../src/cli/networkRecorder.ts';
import { createBrowserWorld } from '../../src/env/browser.ts';
import { runEpisode } from '../../src/env/rollout.ts';
import { exportHar, type NetworkExchange } from '../../src/exchange/har.ts';
import { expertAction, makeTask } from '../../src/sites/tasks.ts';
import { realPages } from '../env/realPages.ts';

/** What HAR 1.2 requires of an entry. */
const pair = z.object({ name: z.string(), value: z.string() });
const side = {
  httpVersion: z.string(),
  cookies: z.array(pair),
  headers: z.array(pair),
  headersSize: z.number(),
  bodySize: z.number(),
};
const har = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    browser: z.object({ name: z.string(), version: z.string() }),
    entries: z.array(
      z.object({
        startedDateTime: z.iso.datetime(),
        time: z.number().min(0),
        request: z.object({
          method: z.string(),
          url: z.url(),
          queryString: z.array(pair),
          postData: z.object({ mimeType: z.string(), params: z.array(pair), text: z.string() }).optional(),
          ...side,
        }),
        response: z.object({
          status: z.int(),
          statusText: z.string(),
          content: z.object({ size: z.number().min(0), mimeType: z.string() }),
          redirectURL: z.string(),
          comment: z.string().optional(),
          ...side,
        }),
        cache: z.object({}),
        timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
      }),
    ),
  }),
});
const entriesOf = (text: string) => har.parse(JSON.parse(text)).log.entries;

describe('HAR of real Chrome', () => {
  const { server, chrome } = realPages();
  /** A site with a session: sets a cookie, takes forms, redirects. */
  let shop: Server;
  let origin = '';
  beforeAll(async () => {
    shop = createServer((request, response) => {
      const path = request.url!.split('?')[0];
      response.setHeader('Content-Type', path === '/api' ? 'application/json' : 'text/html');
      if (path === '/') response.setHeader('Set-Cookie', ['sid=cookie-secret; HttpOnly', 'theme=cookie-dark']);
      if (path === '/old') response.writeHead(302, { Location: '/new?session=redirect-secret&page=2' });
      if (path === '/gone') response.statusCode = 404;
      if (path === '/broken') return request.socket.destroy();
      request.resume().on('end', () => response.end(path === '/api' ? '{"ok":true}' : `<title>${path}</title>`));
    });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    const address = shop.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    origin = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => {
    shop.closeAllConnections();
    shop.close();
  });

  it('has every request with method, address, query, body, status and headers, secrets masked', async () => {
    const page = await chrome().newPage();
    const recorder = createNetworkRecorder();
    await recorder.watch(await page.createCDPSession());
    await page.goto(`${origin}/?q=blue%20mug&token=query-secret#here`);
    await page.evaluate(async () => {
      const form = new FormData();
      form.append('password', 'multipart-secret');
      form.append('note', 'plain-note');
      await fetch('/form', { method: 'POST', body: new URLSearchParams({ user: 'ann', password: 'form-secret' }) });
      await fetch('/api', {
        method: 'PUT',
        headers: {
          Authorization: 'Bearer header-secret',
          'Content-Type': 'application/json',
          'X-Api-Key': 'key-secret',
        },
        body: JSON.stringify({ user: { apiKey: 'json-secret', name: 'ann' } }),
      });
      await fetch('/upload', { method: 'POST', body: form });
      await fetch('/old');
      await fetch('/gone');
      await fetch('/broken').catch(() => {});
    });
    const text = exportHar(await recorder.exchanges(), await chrome().version());
    await page.close();

    expect(text).not.toContain('-secret');
    const entries = entriesOf(text).filter(({ request }) => !request.url.endsWith('/favicon.ico'));
    expect(
      entries.map(({ request, response }) => `${request.method} ${new URL(request.url).pathname} ${response.status}`),
    ).toEqual([
      'GET / 200',
      'POST /form 200',
      'PUT /api 200',
      'POST /upload 200',
      'GET /old 302',
      'GET /new 200',
      'GET /gone 404',
      'GET /broken 0',
    ]);
    const [home, form, api, upload, old, , , broken] = entries;
    expect(home.request.queryString).toEqual([
      { name: 'q', value: 'blue mug' },
      { name: 'token', value: '••••' },
    ]);
    expect(home.request.url).toBe(`${origin}/?q=blue%20mug&token=••••`);
    expect(home.response.cookies).toEqual([
      { name: 'sid', value: '••••' },
      { name: 'theme', value: '••••' },
    ]);
    expect(home.response.content.mimeType).toBe('text/html');
    expect(form.request.cookies.map(({ name }) => name).sort()).toEqual(['sid', 'theme']);
    expect(form.request.postData).toEqual({
      mimeType: 'application/x-www-form-urlencoded;charset=UTF-8',
      params: [
        { name: 'user', value: 'ann' },
        { name: 'password', value: '••••' },
      ],
      text: 'user=ann&password=••••',
    });
    expect(JSON.parse(api.request.postData!.text)).toEqual({ user: { apiKey: '••••', name: 'ann' } });
    const sent = new Map(api.request.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    expect(sent.get('authorization')).toBe('••••');
    expect(sent.get('x-api-key')).toBe('••••');
    expect(sent.get('content-type')).toBe('application/json');
    expect(upload.request.postData!.text).toContain('plain-note');
    expect(old.response.redirectURL).toBe('/new?session=••••&page=2');
    expect(broken.response).toMatchObject({ status: 0, comment: expect.stringContaining('ERR') });
  });

  it('has the pages that an expert visits', async () => {
    const page = await chrome().newPage();
    const recorder = createNetworkRecorder();
    await recorder.watch(await page.createCDPSession());
    const env = createBrowserWorld({ page, base: server().url, slot: 0 });
    const task = makeTask('shop', 'price', 3, 0);
    const episode = await runEpisode(env, task, 1, (seen, state) => expertAction(task, state, seen), {
      world: 'browser',
      policy: 'expert',
    });
    const entries = entriesOf(exportHar(await recorder.exchanges(), await chrome().version()));
    await env.close();
    await page.close();
    expect(episode.reward).toBe(1);
    const root = `${server().url}/site/0/shop/3`;
    const documents = entries
      .filter(({ response }) => response.content.mimeType === 'text/html')
      .map(({ request }) => request.url);
    expect(documents[0]).toBe(`${root}/?fresh`);
    const visited = [...episode.steps.map(({ observation }) => observation.tree.url), episode.final.tree.url];
    for (const url of visited.slice(1))
      expect([`${root}/?fresh`, ...documents]).toContain(url === '/' ? `${root}/?fresh` : root + url);
  });
});

describe('HAR of requests by hand', () => {
  const plain: NetworkExchange = {
    method: 'POST',
    url: 'http://a.example/x',
    started: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    wait: 20,
    receive: 5,
    protocol: 'h2',
    requestHeaders: [{ name: 'Content-Type', value: 'text/plain' }],
    body: 'ä',
    status: 200,
    statusText: 'OK',
    responseHeaders: [],
    mimeType: 'text/plain',
    size: 7,
  };

  it('counts bytes and adds up times', () => {
    const [entry] = entriesOf(exportHar([plain], 'Chrome/156.0'));
    expect(entry).toMatchObject({
      startedDateTime: '2026-01-02T03:04:05.678Z',
      time: 25,
      request: { bodySize: 2, postData: { text: 'ä' } },
      response: { bodySize: 7, content: { size: 7 } },
    });
  });

  it('shows nothing of a body that is not what it says it is', () => {
    const requestHeaders = [{ name: 'content-type', value: 'application/json' }];
    const [entry] = entriesOf(exportHar([{ ...plain, requestHeaders, body: '{"password": "abc' }], 'Chrome'));
    expect(entry.request.postData!.text).toBe('••••');
  });
});
