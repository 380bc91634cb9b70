import { FileError } from '../core/fileError.ts';
import type { Bytes } from './run.ts';

/**
 * Input goes in slices, because Chrome inflates a whole chunk before its reader sees the first byte of it (512 MiB of
 * zeros in one chunk: seven seconds and all of the memory). A slice of 16 KiB grows to 16 MiB at most.
 */
const SLICE = 2 ** 14;

function source(parts: readonly Bytes[]): ReadableStream<Bytes> {
  let [part, offset] = [0, 0];
  return new ReadableStream<Bytes>({
    pull(controller) {
      while (part < parts.length && offset >= parts[part].length) [part, offset] = [part + 1, 0];
      if (part >= parts.length) return controller.close();
      controller.enqueue(parts[part].subarray(offset, offset + SLICE));
      offset += SLICE;
    },
  });
}

async function collect(stream: ReadableStream<Bytes>, limit: number): Promise<Bytes> {
  const reader = stream.getReader();
  const chunks: Bytes[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > limit) {
      await reader.cancel();
      throw new FileError('run file', 'too-large', `it unpacks to more than ${limit} bytes`);
    }
    chunks.push(next.value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

export const gzip = (parts: readonly Bytes[]): Promise<Bytes> =>
  collect(source(parts).pipeThrough(new CompressionStream('gzip')), Number.POSITIVE_INFINITY);

/** Unpacks at most `limit` bytes. @throws FileError: foreign, truncated (or damaged), too-large. */
export async function gunzip(bytes: Bytes, limit: number): Promise<Bytes> {
  if (bytes.length === 0) throw new FileError('run file', 'empty', 'the file is empty');
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    throw new FileError('run file', 'foreign', 'this is not a run of Reverie');
  try {
    return await collect(source([bytes]).pipeThrough(new DecompressionStream('gzip')), limit);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError('run file', 'truncated', 'the file is cut off or damaged');
  }
}
