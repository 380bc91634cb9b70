/** The address of the page against reference addresses (`URLEvaluator`), by the rule "GOLD in PRED". */

interface Address {
  /** Host and path. */
  place: string;
  query: Map<string, string[]>;
}

function withoutSlashes(text: string): string {
  let to = text.length;
  while (text[to - 1] === '/') to--;
  return text.slice(0, to);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const unquote = (text: string): string =>
  text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    const bytes = run.slice(1).split('%');
    return decoder.decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });

/** Python's `urlparse` and `parse_qs`: nothing is normalised, pairs without a value do not count. */
function read(url: string): Address {
  const [, scheme, host, path, query] = /^([a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/i.exec(
    withoutSlashes(url),
  )!;
  // What follows ";" in the last part of a path are its parameters, not the path; not so for schemes that have none.
  const hasParameters = scheme === undefined || /^https?:$/i.test(scheme);
  const parameters = hasParameters ? path.indexOf(';', path.lastIndexOf('/') + 1) : -1;
  const place = (host ?? '') + (parameters < 0 ? path : path.slice(0, parameters));
  const address: Address = { place, query: new Map() };
  for (const pair of (query ?? '').split('&')) {
    const at = pair.indexOf('=');
    if (at < 0 || at === pair.length - 1) continue;
    const name = unquote(pair.slice(0, at));
    address.query.set(name, [...(address.query.get(name) ?? []), unquote(pair.slice(at + 1))]);
  }
  return address;
}

/**
 * One of the alternatives in `reference` (between them ` |OR| `) must be part of the page's host and path; and every query key
 * of any alternative must be in the page's query with one of the values that any alternative gives it. Known faults:
 * "part of" lets `/project/1` pass for `/project/12`; alternatives share their query keys; a slash before the query counts.
 */
export function urlMatch(reference: string, url: string): boolean {
  const wanted = reference.split(' |OR| ').map(read);
  const page = read(url);
  if (!wanted.some(({ place }) => page.place.includes(place))) return false;
  const keys = new Set(wanted.flatMap(({ query }) => [...query.keys()]));
  return [...keys].every((key) => {
    const allowed = wanted.flatMap(({ query }) => query.get(key) ?? []);
    return allowed.some((value) => page.query.get(key)?.includes(value));
  });
}
