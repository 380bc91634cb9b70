/** What every error of Reverie says: who complains, which rule, what it got, what it expected, what to do. */
export interface ErrorFacts {
  who: string;
  rule: string;
  got?: unknown;
  expected?: string;
  hint?: string;
}

const show = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined ? String(value) : text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** A typed error: `code` is what callers branch on, the message is for people. */
export class ReverieError extends Error {
  override readonly name: string = 'ReverieError';
  constructor(
    /** `usage` → exit 2, `environment` → exit 3, `format` → bad data, `internal` → our own broken invariant. */
    readonly code: 'usage' | 'environment' | 'format' | 'internal' | 'ended' | 'closed',
    readonly facts: ErrorFacts,
  ) {
    const parts = [`${facts.who}: ${facts.rule}`];
    if (facts.got !== undefined) parts.push(`got ${show(facts.got)}`);
    if (facts.expected !== undefined) parts.push(`expected ${facts.expected}`);
    super(parts.join('; ') + (facts.hint ? `. ${facts.hint}` : ''));
  }
}

/** Throws an `internal` error unless `condition` holds. For our own invariants, not for user input. */
export function invariant(condition: unknown, who: string, rule: string, got?: unknown): asserts condition {
  if (!condition) throw new ReverieError('internal', { who, rule, got });
}
