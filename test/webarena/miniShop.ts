import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small shop of our own, at an origin of its own: what is in the cart and who is logged in are cookies. */
export interface MiniShop {
  url: string;
  /** Another origin of the same server, which no visit is allowed to. */
  elsewhere: string;
  /** Addresses that were asked for, in order. */
  asked: string[];
  close(): Promise<void>;
}

const cookie = (request: IncomingMessage, name: string): string =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1] ?? '';

const page = (title: string, body: string): string => `<!doctype html><title>${title}</title><h1>${title}</h1>${body}`;

const PAGES: Record<string, (request: IncomingMessage, elsewhere: string) => string> = {
  '/': (_, elsewhere) =>
    page(
      'Mug shop',
      `<a href="/mug/blue">Blue mug</a> <a href="/mug/red" target="_blank">Red mug</a>
       <a href="${elsewhere}/" id="out">Our friends</a> <a href="/leave">Lucky link</a> <a href="/down">Broken link</a>
       <button onclick="window.open('/help')">Help</button>`,
    ),
  '/mug/blue': () =>
    page(
      'Blue mug',
      '<p id="price">EUR 12.50</p><form method="post" action="/cart"><button>Add to cart</button></form>',
    ),
  '/mug/red': () => page('Red mug', '<p id="price">EUR 8.00</p>'),
  '/help': () => page('Help', '<p>We never close.</p><button onclick="window.close()">Done</button>'),
  '/cart': (request) =>
    page('Cart', `<ul id="items">${cookie(request, 'cart') === 'blue' ? '<li>Blue mug &amp; lid</li>' : ''}</ul>`),
  '/account': (request) =>
    page(
      'Account',
      `<p>Hello ${cookie(request, 'user') || 'stranger'}</p><p id="theme"></p><p id="size"></p>
       <script>document.querySelector('#theme').textContent = 'Theme ' + localStorage.getItem('theme');
       document.querySelector('#size').textContent = innerWidth + ' x ' + innerHeight;</script>`,
    ),
};

export async function openMiniShop(): Promise<MiniShop> {
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '/';
    if (path !== '/favicon.ico') asked.push(`http://${request.headers.host}${path}`);
    if (path === '/down') return void request.socket.destroy();
    if (path === '/leave') return void response.writeHead(302, { location: `${elsewhere}/` }).end();
    if (request.method === 'POST' && path === '/cart')
      return void response.writeHead(303, { location: '/cart', 'set-cookie': 'cart=blue; Path=/' }).end();
    const name = path.split('?')[0];
    const make = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
    const status = make !== undefined ? 200 : path === '/ill' ? 503 : 404;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(make?.(request, elsewhere) ?? page('Nothing here', ''));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const elsewhere = `http://localhost:${port}`;
  return {
    url: `http://127.0.0.1:${port}`,
    elsewhere,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
