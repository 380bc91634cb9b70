import type { z } from 'zod';
import { FileError } from '../core/fileError.ts';

/** What a foreign file may be at most: far above anything that tools write, low enough that a hostile one stays harmless. */
export const FILE_LIMITS = { characters: 64_000_000, nesting: 100 };

const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** A word, number or escape that the end of the file cuts. */
const PARTIAL = /(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|\.|[eE][+-]?|\\(?:u[0-9a-fA-F]{0,3})?)$/y;
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

interface Fault {
  at: number;
  rule: string;
}

/** Walks over JSON without recursion, which a deeply nested file would overflow; the first fault, or null. */
function findFault(text: string, nesting: number): Fault | null {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  // By hand: a pattern with a choice in its loop would need a stack as deep as a picture in the file is long.
  const string = (): boolean => {
    if (text[at] !== '"') return false;
    for (at++; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) return ++at > 0;
      if (code < 0x20) return false;
      if (code === 0x5c && !skip(ESCAPE)) return false;
      if (code === 0x5c) at--;
    }
    return false;
  };
  const fault = (expected: string): Fault => {
    skip(PARTIAL);
    const isCut = at >= text.length;
    return { at, rule: isCut ? `the file ends where ${expected} is due` : `this is not JSON: ${expected} is due here` };
  };
  /** Closing brackets that are due. */
  const open: string[] = [];
  let value = true;
  for (;;) {
    skip(SPACE);
    if (value) {
      const bracket = text[at];
      if (bracket === '{' || bracket === '[') {
        at++;
        open.push(bracket === '{' ? '}' : ']');
        if (open.length > nesting) return { at: at - 1, rule: `the file is nested deeper than ${nesting} levels` };
        skip(SPACE);
        if (text[at] === open.at(-1)) value = false;
        else if (bracket === '[') continue;
      } else if (string() || skip(WORD)) value = false;
      else return fault('a value');
    } else {
      const due = open.at(-1);
      if (due === undefined) return at < text.length ? fault('the end of the file') : null;
      if (text[at] === due) {
        at++;
        open.pop();
        continue;
      }
      if (text[at] !== ',') return fault(`',' or '${due}'`);
      at++;
      value = true;
      skip(SPACE);
    }
    if (value && open.at(-1) === '}') {
      if (!string()) return fault('a name in quotes');
      skip(SPACE);
      if (text[at] !== ':') return fault("':'");
      at++;
    }
  }
}

/** The value of a foreign JSON file. Whatever is wrong with the text is one `FileError` with line and column. */
export function readJson(who: string, text: string, limits = FILE_LIMITS): unknown {
  if (text.length > limits.characters)
    throw new FileError(who, 'too-large', `the file has more than ${limits.characters} characters`);
  // A byte order mark, which Windows' editors leave.
  const body = text.replace(/^\uFEFF/, '');
  if (body.trim() === '') throw new FileError(who, 'empty', 'line 1: the file is empty');
  const fault = findFault(body, limits.nesting);
  if (fault === null) return JSON.parse(body);
  const before = body.slice(0, fault.at).split('\n');
  const where = `line ${before.length}, column ${before[before.length - 1].length + 1}`;
  throw new FileError(who, fault.at >= body.length ? 'truncated' : 'malformed', `${where}: ${fault.rule}`);
}

/** `value` in the shape of `schema`; else a `FileError` that names `where` (`step 3`) and the field. */
export function shaped<T>(who: string, where: string, schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const [{ path, message }] = error.issues;
  const field = path.map(String).join('.').slice(0, 100);
  throw new FileError(who, 'malformed', `${[where, field].filter(Boolean).join(', ')}: ${message}`);
}
