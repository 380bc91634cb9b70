import { z } from 'zod';
import { FileError } from '../core/fileError.ts';

/** Limits on what a file may claim. */
const LIMITS = { characters: 16_000_000, cookies: 5_000, origins: 500, items: 5_000, text: 1_000_000 };

const text = z.string().max(LIMITS.text);

/** What Playwright's `storageState` writes of a logged-in browser; other fields (IndexedDB) are left. */
const stateSchema = z.object({
  cookies: z
    .array(
      z
        .object({
          name: text,
          value: text,
          domain: text.min(1),
          path: text,
          /** Seconds since 1970; -1 for the session. */
          expires: z.number(),
          httpOnly: z.boolean(),
          secure: z.boolean(),
          sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
        })
        // The protocol knows no -1.
        .transform(({ expires, ...rest }) => (expires < 0 ? rest : { ...rest, expires })),
    )
    .max(LIMITS.cookies)
    .default([]),
  origins: z
    .array(
      z.object({
        origin: z.string().regex(/^https?:\/\/[^/?#\s]+$/, 'not an origin'),
        localStorage: z.array(z.object({ name: text, value: text })).max(LIMITS.items),
      }),
    )
    .max(LIMITS.origins)
    .default([]),
});

export type StorageState = z.infer<typeof stateSchema>;

export const NOTHING_STORED: StorageState = { cookies: [], origins: [] };

/** Reads a storage state. Throws `FileError` with the field; values are never shown, they are secrets. */
export function readStorageState(source: string): StorageState {
  const who = 'storage state';
  if (source.length > LIMITS.characters)
    throw new FileError(who, 'too-large', `the file has more than ${LIMITS.characters} characters`);
  let file: unknown;
  try {
    file = JSON.parse(source);
  } catch {
    throw new FileError(who, 'malformed', 'this is not JSON');
  }
  const result = stateSchema.safeParse(file);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new FileError(who, 'malformed', `${issue.path.map(String).join('.').slice(0, 200)}: ${issue.message}`);
}
