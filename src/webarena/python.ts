import { quote } from '../page/text.ts';

/** WebArena is a Python program: where its output shows how Python prints and trims, so does ours. */

/** White space to `str.isspace` and not to JavaScript: U+001C – U+001F and U+0085. The other way round: U+FEFF. */
const OTHER_SPACES = new Set([0x1c, 0x1d, 0x1e, 0x1f, 0x85].map((code) => String.fromCharCode(code)));
const isSpace = (character: string): boolean =>
  (/\s/.test(character) && character !== '\ufeff') || OTHER_SPACES.has(character);

/** `str.strip`, in linear time: pages may be hostile. */
export function strip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text[from])) from++;
  while (to > from && isSpace(text[to - 1])) to--;
  return text.slice(from, to);
}

/** The first of `str.split()`; '' when there is none. */
export function firstWord(text: string): string {
  const trimmed = strip(text);
  let to = 0;
  while (to < trimmed.length && !isSpace(trimmed[to])) to++;
  return trimmed.slice(0, to);
}

function printNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  // Python changes to exponents earlier, and writes two digits of them.
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential().replace(/e-(\d)$/, 'e-0$1');
  return String(value);
}

/** `repr` of a value that came as JSON. */
export function repr(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return printNumber(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null || typeof value !== 'object') return 'None';
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${quote(key)}: ${repr(inner)}`)
    .join(', ')}}`;
}

/** `str` of a value that came as JSON: what an f-string puts in. */
export const str = (value: unknown): string => (typeof value === 'string' ? value : repr(value));
