import type { CDPSession, Protocol } from 'puppeteer';
import type { Header, NetworkExchange } from '../exchange/har.ts';
import { atMost } from './chrome.ts';

/** One request on its way; a redirect makes another of the same id. */
interface Hop {
  request: Protocol.Network.Request;
  body?: string;
  /** Seconds since 1970, and of the browser's own clock. */
  wallTime: number;
  sent: number;
  response?: Protocol.Network.Response;
  answered?: number;
  ended?: number;
  size?: number;
  failure?: string;
  /** Headers as they went over the wire, cookies included; they come as events of their own, before or after. */
  wire: { request?: Protocol.Network.Headers; response?: Protocol.Network.Headers };
}

/** The protocol joins headers of one name by line breaks. */
const headerList = (headers: Protocol.Network.Headers): Header[] =>
  Object.entries(headers).flatMap(([name, value]) => value.split('\n').map((line) => ({ name, value: line })));

function exchangeOf(hop: Hop): NetworkExchange {
  const { request, response, sent, answered = sent, ended = answered, wire } = hop;
  const failure = hop.failure ?? (response ? undefined : 'there was no answer while the recording went on');
  return {
    method: request.method,
    url: request.url,
    started: hop.wallTime * 1000,
    wait: Math.max(0, (answered - sent) * 1000),
    receive: Math.max(0, (ended - answered) * 1000),
    protocol: response?.protocol ?? '',
    requestHeaders: headerList(wire.request ?? request.headers),
    ...(hop.body !== undefined && { body: hop.body }),
    status: response?.status ?? 0,
    statusText: response?.statusText ?? '',
    responseHeaders: headerList(wire.response ?? response?.headers ?? {}),
    mimeType: response?.mimeType ?? '',
    size: hop.size ?? -1,
    ...(failure !== undefined && { failure }),
  };
}

export interface NetworkRecorder {
  /** Listens to a page from now on, for as long as its session lives. */
  watch(session: CDPSession): Promise<void>;
  /** Everything requested so far, in order. Unmasked: it is for `exportHar`, which masks. */
  exchanges(): Promise<NetworkExchange[]>;
}

/** What pages ask of the network. */
export function createNetworkRecorder(): NetworkRecorder {
  const hops: Hop[] = [];
  const bodies: Promise<void>[] = [];
  const sessions: CDPSession[] = [];

  async function watch(session: CDPSession): Promise<void> {
    const byId = new Map<string, Hop[]>();
    /** How many of the wire events of a request were seen: the k-th belongs to its k-th hop. */
    const wires = new Map<string, Hop['wire'][]>();
    const wire = (id: string, k: number): Hop['wire'] => {
      const list = wires.get(id) ?? [];
      wires.set(id, list);
      return (list[k] ??= {});
    };
    const last = (id: string): Hop | undefined => byId.get(id)?.at(-1);
    const wireOf = (id: string, side: keyof Hop['wire']): Hop['wire'] => {
      const list = wires.get(id) ?? [];
      const free = list.findIndex((one) => one[side] === undefined);
      return wire(id, free < 0 ? list.length : free);
    };

    session.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp, redirectResponse }) => {
      if (!/^https?:/.test(request.url)) return;
      const before = last(requestId);
      if (before && redirectResponse) {
        before.response = redirectResponse;
        before.answered = before.ended = timestamp;
        before.size = redirectResponse.encodedDataLength;
      }
      const list = byId.get(requestId) ?? [];
      byId.set(requestId, list);
      const hop: Hop = {
        request,
        body: request.postData,
        wallTime,
        sent: timestamp,
        wire: wire(requestId, list.length),
      };
      list.push(hop);
      hops.push(hop);
      if (!request.hasPostData || request.postData !== undefined) return;
      const late = session.send('Network.getRequestPostData', { requestId });
      // A page that is gone has forgotten what it sent.
      bodies.push(late.then(({ postData }) => void (hop.body = postData)).catch(() => {}));
    });
    session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
      wireOf(requestId, 'request').request = headers;
    });
    session.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
      wireOf(requestId, 'response').response = headers;
    });
    session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
      const hop = last(requestId);
      if (hop) Object.assign(hop, { response, answered: timestamp });
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      const hop = last(requestId);
      if (hop) Object.assign(hop, { ended: timestamp, size: encodedDataLength });
    });
    session.on('Network.loadingFailed', ({ requestId, timestamp, errorText }) => {
      const hop = last(requestId);
      if (hop) Object.assign(hop, { ended: timestamp, failure: errorText });
    });
    sessions.push(session);
    await session.send('Network.enable');
  }

  return {
    watch,
    exchanges: async () => {
      // An answer comes after the events before it. A page that crashed never answers, and has told all it knows.
      const said = sessions.map((session) => session.send('Network.enable'));
      await atMost(2_000, Promise.allSettled([...said, ...bodies]));
      return hops.map(exchangeOf);
    },
  };
}
