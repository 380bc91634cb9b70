import type { AXNode } from '../core/types.ts';
import type { Change } from '../page/delta.ts';
import { diffTrees } from '../page/diff.ts';
import { allowDelta, type DeltaItems, decodeChanges, encodeChanges } from './deltaGrammar.ts';
import type { WordRows } from './features.ts';
import { allowPage, decodePage, encodePage } from './pageGrammar.ts';
import { token } from './tokens.ts';
import { MAX_PAGE, type WorldForm, writesPages } from './worldForm.ts';

/**
 * What a world model says once the base of the next page is chosen, by its form:
 *
 *   Δ END              the patcher applies it to the base
 *   page END           the page stands for itself
 *   Δ END page END     the model's own reading of Δ is the page
 */
export interface BodyItems extends DeltaItems {
  form: WorldForm;
}

const END = token('END');

/** Tokens that lead from the prompt's base to `after`; null when the grammar cannot say them. */
export function encodeBody(after: readonly AXNode[], prompt: BodyItems, rows: WordRows): number[] | null {
  const { form, base } = prompt;
  const delta = form.target === 'page' ? [] : encodeChanges(diffTrees(base, after), prompt, rows);
  if (!delta || !writesPages(form)) return delta;
  const page = encodePage(after, prompt, rows, MAX_PAGE - delta.length);
  return page && [...delta, ...page];
}

/**
 * Tokens that lead from the prompt's base to the likeness of `after` that the grammar can say: facts that nothing in sight tells stay
 * the base's, as any imagination would have to make them up: `madeUp` of them. Null when even the likeness is too long, or when the
 * model must write pages, which are exact or not at all.
 */
export function encodeLikeness(
  after: readonly AXNode[],
  prompt: BodyItems,
  rows: WordRows,
): { tokens: number[]; madeUp: number } | null {
  if (writesPages(prompt.form)) {
    const tokens = encodeBody(after, prompt, rows);
    return tokens && { tokens, madeUp: 0 };
  }
  const changes = diffTrees(prompt.base, after);
  const said = changes.filter((change) => encodeChanges([change], prompt, rows));
  const tokens = encodeChanges(said, prompt, rows);
  return tokens && { tokens, madeUp: changes.length - said.length };
}

/**
 * The changes to the base that complete tokens amount to. A written page is compared with the base, so that nodes that
 * stay keep their ids; null when it ran on.
 */
export function decodeBody(tokens: readonly number[], prompt: BodyItems, rows: WordRows): Change[] | null {
  if (!writesPages(prompt.form)) return decodeChanges(tokens, prompt, rows);
  const start = pageStart(tokens, prompt.form);
  const nodes = decodePage(tokens.slice(start), prompt, rows, MAX_PAGE - start);
  return nodes && diffTrees(prompt.base, nodes);
}

/** Marks the tokens that may follow; false when all is said. */
export function allowBody(mask: Uint8Array, tokens: readonly number[], prompt: BodyItems, rows: WordRows): boolean {
  if (!writesPages(prompt.form)) return allowDelta(mask, tokens, prompt, rows);
  const start = pageStart(tokens, prompt.form);
  if (start < 0) return allowDelta(mask, tokens, prompt, rows);
  return allowPage(mask, tokens.slice(start), prompt, rows, MAX_PAGE - start);
}

/** Where the page begins; −1 while Δ is not complete. */
function pageStart(tokens: readonly number[], { target }: WorldForm): number {
  if (target === 'page') return 0;
  const end = tokens.indexOf(END);
  return end < 0 ? -1 : end + 1;
}
