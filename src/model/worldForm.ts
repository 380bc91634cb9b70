import { z } from 'zod';
import { POSITIONS } from './features.ts';

/**
 * What a world model says of the next page, and who makes the page of it. Part of its checkpoint: the weights mean nothing
 * without it.
 */
export const worldFormSchema = z.object({
  /** Only the state change Δ, or the whole next page (what DynaWeb §3.2 argues against). */
  target: z.enum(['delta', 'page']),
  /** After Δ: a deterministic patcher applies it, or the model goes on and writes the page itself (the authors' code). */
  apply: z.enum(['patcher', 'model']),
  /** The cause of the change comes first: the reasoning trace r. */
  rationale: z.boolean(),
});
export type WorldForm = z.infer<typeof worldFormSchema>;

export const WORLD_FORM: WorldForm = { target: 'delta', apply: 'patcher', rationale: true };

/** Emitted positions of a network that writes pages: some fifty nodes of four or five tokens. */
const PAGE_POSITIONS = 256;
/** Most tokens of a page, and of Δ before it; cause and base choice come on top. */
export const MAX_PAGE = PAGE_POSITIONS - 8;

/** Whether the model writes pages: then they count, and Δ, if there is one, only leads up to them. */
export const writesPages = ({ target, apply }: WorldForm): boolean => target === 'page' || apply === 'model';

export const positionsOf = (form: WorldForm): number => (writesPages(form) ? PAGE_POSITIONS : POSITIONS);
