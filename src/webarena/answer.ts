import { strip } from './python.ts';
import { wordsOf } from './tokens.ts';

/** WebArena's comparison of answers (`StringEvaluator`), faults included: published scores were made with them. */

/** Trims, takes one pair of equal quotes off, lower-cases. */
export function cleanAnswer(answer: string): string {
  const trimmed = strip(answer);
  const quoted = ["'", '"'].some((mark) => trimmed.startsWith(mark) && trimmed.endsWith(mark));
  return (quoted ? trimmed.slice(1, -1) : trimmed).toLowerCase();
}

export const exactMatch = (reference: string, answer: string): boolean =>
  cleanAnswer(answer) === cleanAnswer(reference);

/**
 * Is the reference somewhere in the answer? `alone`: it is the only reference. A single character must then be a word of
 * its own, so that `0` is not found in `10`. Known fault: nor is it found in `$0.00` (web-arena-x/webarena#211), although
 * `$0` has it; `5` in a longer list of references is found in `15`; and ` |OR| ` is text here (task 386 cannot be passed).
 */
export function mustInclude(reference: string, answer: string, alone: boolean): boolean {
  const wanted = cleanAnswer(reference);
  const said = cleanAnswer(answer);
  return alone && [...wanted].length === 1 ? wordsOf(said).includes(wanted) : said.includes(wanted);
}
