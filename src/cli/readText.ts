import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { ReverieError } from '../core/errors.ts';
import { FileError } from '../core/fileError.ts';
import { FILE_LIMITS } from '../exchange/json.ts';

/** Where the first bytes are that are not UTF-8. */
function firstBadByte(bytes: Buffer): number {
  const text = bytes.toString();
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
    const byte = Buffer.byteLength(text.slice(0, at));
    if (bytes.toString('latin1', byte, byte + 3) !== '\xEF\xBF\xBD') return byte;
  }
  return bytes.length;
}

/** A foreign file as text: there, not absurdly large, UTF-8. */
export function readText(who: string, path: string): string {
  if (!existsSync(path) || !statSync(path).isFile())
    throw new ReverieError('usage', { who, rule: 'there is no such file', got: path });
  if (statSync(path).size > 4 * FILE_LIMITS.characters)
    throw new FileError(who, 'too-large', `the file has ${statSync(path).size} bytes`);
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) throw new FileError(who, 'malformed', `byte ${firstBadByte(bytes)}: this is not UTF-8`);
  return bytes.toString();
}
