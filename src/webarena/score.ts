/** The outcome of an evaluation: a score from 0 to 1, or the reasons why there is none. */
export type Score = { value: number } | { notScored: string[] };

export const scored = (value: number | boolean): Score => ({ value: Number(value) });
export const notScored = (reason: string): Score => ({ notScored: [reason] });

/** Scores multiply; one part without a score leaves the whole without: it is neither 0 nor 1. */
export function product(parts: readonly Score[]): Score {
  const reasons = parts.flatMap((part) => ('notScored' in part ? part.notScored : []));
  if (reasons.length > 0) return { notScored: [...new Set(reasons)] };
  return { value: parts.reduce((value, part) => value * ('value' in part ? part.value : 1), 1) };
}
