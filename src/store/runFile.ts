import { z } from 'zod';
import { FileError } from '../core/fileError.ts';
import { parseTrajectory, printTrajectory } from '../core/jsonl.ts';
import { decodeCheckpoint } from '../model/checkpoint.ts';
import { gunzip, gzip } from './gzip.ts';
import { type Bytes, progressSchema, type Run, runMetaSchema } from './run.ts';

export const RUN_FILE_VERSION = 1;

export const RUN_FILE_LIMITS = { unpackedBytes: 2 ** 30, headerBytes: 2 ** 26, nesting: 100 };

const WHO = 'run file';
const NEWLINE = 10;
/** How the first line always begins. */
const MAGIC = new TextEncoder().encode('{"schema":"reverie-run"');

const foreign = (): FileError => new FileError(WHO, 'foreign', 'this is not a run of Reverie');

const headerSchema = z.object({
  schema: z.literal('reverie-run'),
  version: z.literal(RUN_FILE_VERSION),
  meta: runMetaSchema,
  created: z.number().min(0),
  progress: progressSchema.nullable(),
  stages: z.record(z.string().max(200), z.unknown()),
  trajectories: z.int().min(0).max(1_000_000),
  checkpoints: z.array(z.object({ name: z.string().max(200), bytes: z.int().min(0) })).max(1000),
});

/**
 * A whole run as one file: gzip of
 *
 *   one line of JSON (what is in the file) | one line per trajectory, as in trajectory files | the checkpoints' bytes
 *
 * so that `zcat run | head -1` tells what it is. Secrets in trajectories are masked as in every file we write.
 */
export async function encodeRun(run: Run): Promise<Bytes> {
  const { trajectories, checkpoints, ...facts } = run;
  const header: z.infer<typeof headerSchema> = {
    schema: 'reverie-run',
    version: RUN_FILE_VERSION,
    ...facts,
    trajectories: trajectories.length,
    checkpoints: Object.entries(checkpoints).map(([name, bytes]) => ({ name, bytes: bytes.length })),
  };
  const text = new TextEncoder();
  const head = text.encode(`${JSON.stringify(header)}\n`);
  return gzip([head, ...trajectories.map((t) => text.encode(printTrajectory(t))), ...Object.values(checkpoints)]);
}

function utf8(line: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new FileError(WHO, 'malformed', 'a line is not UTF-8');
  }
}

/** Walks through the unpacked bytes; asking for more than there is means that the file was cut before it was packed. */
class Cursor {
  private at = 0;
  constructor(private readonly bytes: Bytes) {}

  line(): string {
    const end = this.bytes.indexOf(NEWLINE, this.at);
    if (end < 0) throw new FileError(WHO, 'truncated', 'the file ends in the middle of a line');
    const line = this.bytes.subarray(this.at, end);
    this.at = end + 1;
    const text = utf8(line);
    if (nesting(text) > RUN_FILE_LIMITS.nesting) throw new FileError(WHO, 'malformed', 'a line is nested too deeply');
    return text;
  }

  take(length: number): Bytes {
    if (this.at + length > this.bytes.length) throw new FileError(WHO, 'truncated', 'a checkpoint is cut off');
    this.at += length;
    return this.bytes.slice(this.at - length, this.at);
  }

  end(): void {
    if (this.at < this.bytes.length) throw new FileError(WHO, 'malformed', 'there are bytes after the last checkpoint');
  }
}

/** How deep the brackets of a line of JSON go: beyond some thousands, storing the value would overflow the stack. */
function nesting(line: string): number {
  let [depth, deepest, quoted] = [0, 0, false];
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (c === '"') quoted = !quoted;
    else if (quoted) i += c === '\\' ? 1 : 0;
    else if (c === '{' || c === '[') deepest = Math.max(deepest, ++depth);
    else if (c === '}' || c === ']') depth--;
  }
  return deepest;
}

function parseHeader(line: string): z.infer<typeof headerSchema> {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw foreign();
  }
  const kind = z.object({ schema: z.literal('reverie-run'), version: z.number() }).safeParse(json);
  if (!kind.success) throw foreign();
  const { version } = kind.data;
  if (version > RUN_FILE_VERSION) {
    const rule = `the file has format version ${version}, this Reverie reads version ${RUN_FILE_VERSION}`;
    throw new FileError(WHO, 'future-version', rule, 'Update Reverie.');
  }
  const header = headerSchema.safeParse(json);
  if (header.success) return header.data;
  const issue = header.error.issues[0];
  throw new FileError(WHO, 'malformed', `the header is damaged (${issue.message} at ${issue.path.join('.')})`);
}

/**
 * Reads what `encodeRun` wrote, checking every trajectory and every checkpoint.
 *
 * @param limits lowers the bounds on what the file may unpack to.
 * @throws FileError (or TrajectoryFileError with the line of the unpacked file); never returns part of a run.
 */
export async function decodeRun(bytes: Bytes, limits = RUN_FILE_LIMITS): Promise<Run> {
  const unpacked = await gunzip(bytes, limits.unpackedBytes);
  if (!MAGIC.every((byte, i) => unpacked[i] === byte)) throw foreign();
  const headerEnd = unpacked.indexOf(NEWLINE);
  if (headerEnd > limits.headerBytes) throw new FileError(WHO, 'too-large', `a header of ${headerEnd} bytes`);
  const cursor = new Cursor(unpacked);
  const { trajectories: count, checkpoints: parts, ...header } = parseHeader(cursor.line());
  if (new Set(parts.map((part) => part.name)).size < parts.length) {
    throw new FileError(WHO, 'malformed', 'two checkpoints have the same name');
  }
  const trajectories = Array.from({ length: count }, (_, i) => parseTrajectory(cursor.line(), i + 2, i + 1 === count));
  const checkpoints = Object.fromEntries(parts.map((part) => [part.name, cursor.take(part.bytes)]));
  cursor.end();
  for (const checkpoint of Object.values(checkpoints)) decodeCheckpoint(checkpoint);
  const { meta, created, progress, stages } = header;
  return { meta, created, progress, stages, trajectories, checkpoints };
}
