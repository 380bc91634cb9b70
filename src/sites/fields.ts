import type { Messages } from './site.ts';

/* What a form sent, read and checked. */

/** The text of a field as people mean it; absent fields are empty. */
export const clean = (text: string | undefined): string => (text ?? '').trim().replace(/\s+/g, ' ');

/** The rules that are broken (`false` is a rule kept), null when none. */
export const broken = (rules: Record<string, string | false>): Messages | null => {
  const messages = Object.entries(rules).filter((entry): entry is [string, string] => entry[1] !== false);
  return messages.length > 0 ? Object.fromEntries(messages) : null;
};
