import { isSecretKey, MASK, maskText } from '../core/mask.ts';

export interface Header {
  name: string;
  value: string;
}

/** One request and what became of it. */
export interface NetworkExchange {
  method: string;
  url: string;
  /** Milliseconds since 1970. */
  started: number;
  /** Milliseconds until the answer began, and until it was complete. */
  wait: number;
  receive: number;
  /** `http/1.1`, `h2`, …; '' when there was no answer. */
  protocol: string;
  requestHeaders: Header[];
  /** The body that was sent, as text. */
  body?: string;
  /** 0 when there was no answer. */
  status: number;
  statusText: string;
  responseHeaders: Header[];
  mimeType: string;
  /** Bytes of the answer as they came; -1 when nobody knows. */
  size: number;
  /** Why there was no answer. */
  failure?: string;
}

interface Pair {
  name: string;
  value: string;
}

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'www-authenticate']);

const maskHeader = ({ name, value }: Header): Header => ({
  name,
  value: SECRET_HEADERS.has(name.toLowerCase()) || isSecretKey(name) ? MASK : maskText(value),
});

const header = (headers: readonly Header[], name: string): string | undefined =>
  headers.find((one) => one.name.toLowerCase() === name)?.value;

/** A value as it may be shown under this name. */
const shown = (name: string, value: string): string => (isSecretKey(name) && value !== '' ? MASK : maskText(value));

const pairs = (query: string): Pair[] =>
  [...new URLSearchParams(query)].map(([name, value]) => ({ name, value: shown(name, value) }));

/** Names stay: they say that there was a session, which scorers ask for. */
const cookies = (headers: readonly Header[], name: 'cookie' | 'set-cookie'): Pair[] =>
  headers
    .filter((one) => one.name.toLowerCase() === name)
    .flatMap(({ value }) => value.split(name === 'cookie' ? ';' : '\n'))
    .map((cookie) => ({ name: cookie.split('=', 1)[0].trim(), value: MASK }));

function maskJson(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, isSecretKey(key) ? MASK : maskJson(inner)]),
  );
}

/** A part of a form with files: its name, then an empty line, then what was filled in. */
const PART = /(name="([^"\r\n]*)"[^\r\n]*(?:\r\n[^\r\n]+)*\r\n\r\n)([\s\S]*?)(?=\r\n--)/g;

function maskBody(body: string, mimeType: string): string {
  if (/json/.test(mimeType)) {
    try {
      return JSON.stringify(maskJson(JSON.parse(body)));
    } catch {
      // Not what it says it is: no part of it is known to be harmless.
      return MASK;
    }
  }
  if (/multipart\/form-data/.test(mimeType))
    return body.replace(PART, (_, before: string, name: string, value: string) => before + shown(name, value));
  return maskText(body);
}

function postData(body: string, mimeType: string) {
  const isForm = /x-www-form-urlencoded/.test(mimeType);
  return { mimeType, params: isForm ? pairs(body) : [], text: maskBody(body, mimeType) };
}

function entry(exchange: NetworkExchange) {
  const { method, url, protocol, requestHeaders, body, responseHeaders, status, statusText, mimeType, size } = exchange;
  const { wait, receive, failure } = exchange;
  const [address] = url.split('#');
  const query = address.includes('?') ? address.slice(address.indexOf('?') + 1) : '';
  const httpVersion = protocol;
  return {
    startedDateTime: new Date(exchange.started).toISOString(),
    time: wait + receive,
    request: {
      method,
      url: maskText(address),
      httpVersion,
      cookies: cookies(requestHeaders, 'cookie'),
      headers: requestHeaders.map(maskHeader),
      queryString: pairs(query),
      ...(body !== undefined && { postData: postData(body, header(requestHeaders, 'content-type') ?? '') }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : new TextEncoder().encode(body).length,
    },
    response: {
      status,
      statusText,
      httpVersion,
      cookies: cookies(responseHeaders, 'set-cookie'),
      headers: responseHeaders.map(maskHeader),
      content: { size: Math.max(0, size), mimeType },
      redirectURL: maskText(header(responseHeaders, 'location') ?? ''),
      headersSize: -1,
      bodySize: size,
      ...(failure !== undefined && { comment: failure }),
    },
    cache: {},
    timings: { send: 0, wait, receive },
  };
}

/**
 * Recorded requests as a HAR 1.2 file (the form that WebArena-Verified scores offline). Bodies of answers are not
 * recorded. Secrets are masked: credentials and cookies in headers, secret parameters of queries and forms, tokens.
 */
export function exportHar(exchanges: readonly NetworkExchange[], browser: string): string {
  const [name, version = ''] = browser.split('/');
  const log = {
    version: '1.2',
    creator: { name: 'Reverie', version: '0.1.0' },
    browser: { name, version },
    pages: [],
    entries: exchanges.map(entry),
  };
  return `${JSON.stringify({ log }, null, 1)}\n`;
}
