import { z } from 'zod';
import type { PageAction } from '../action/problems.ts';
import { failureSchema, treeSchema } from '../core/trajectorySchema.ts';
import type { AXTree } from '../core/types.ts';
import type { DataMode } from '../miniwob/page.ts';

/*
 * What crosses between a sandboxed page and the tab around it: plain data on a MessagePort. The agent in the page shares its realm
 * with the page's own scripts, so everything that comes from there is checked before use, and none of it is ever evaluated.
 */

/** What the agent of a new document sends to the window around it, with its port. */
export const HELLO = 'reverie: a page is here';

export type AgentQuestion =
  | { ask: 'look' }
  | { ask: 'begin'; pageSeed: number; mode: DataMode }
  | { ask: 'goal' }
  | { ask: 'read'; base: string }
  | { ask: 'perform'; action: PageAction; tree: AXTree }
  | { ask: 'travel'; url: string };

export type AgentRequest = AgentQuestion & { id: number };

const words = z.string().max(10_000);

/** What the agent says: answers, in any order, and news. */
export const messageSchema = z.union([
  z.object({ id: z.int(), value: z.unknown() }),
  z.object({ id: z.int(), error: words }),
  z.object({ news: z.literal('loaded') }),
  z.object({ news: z.literal('aside'), text: words }),
]);
export type AgentMessage = z.infer<typeof messageSchema>;

/** The answer to each question. */
export const ANSWERS = {
  look: z.object({
    navigating: z.boolean(),
    complete: z.boolean(),
    ready: z.boolean().optional(),
    signature: words.optional(),
  }),
  begin: z.void(),
  goal: words,
  read: z.object({
    tree: treeSchema,
    state: z.object({ done: z.boolean(), raw: z.number(), reason: words }).optional(),
    /** The whole address, for the history of the visit. */
    address: words,
  }),
  perform: failureSchema.nullable(),
  travel: z.void(),
} as const satisfies Record<AgentQuestion['ask'], z.ZodType>;

export type AgentAnswer<Ask extends AgentQuestion['ask']> = z.infer<(typeof ANSWERS)[Ask]>;
