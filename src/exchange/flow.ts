import { z } from 'zod';
import { FileError } from '../core/fileError.ts';
import { actionSchema, LIMITS } from '../core/trajectorySchema.ts';
import type { Action } from '../core/types.ts';
import { readJson, shaped } from './json.ts';

/**
 * One way to say which element is meant, without the ids of a recording.
 * - `aria`: accessible name and role. An empty name stands for any; `ordinal` (from 1) counts the nodes that agree, in
 *   reading order, and is given when there is more than one.
 * - `text`: text that the element shows; `ordinal` as above.
 * - `css`, `pierce` (through shadow roots), `xpath`: of the page's DOM; an accessibility tree cannot answer them.
 */
export type Selector =
  | { by: 'aria'; name: string; role?: string; ordinal?: number }
  | { by: 'text'; text: string; ordinal?: number }
  | { by: 'css' | 'pierce' | 'xpath'; path: string };

/** The element of an action. */
export interface FlowTarget {
  /** Alternatives, best first. Each is a chain: every selector but the last names an element around the next. */
  selectors: Selector[][];
  /** Indices of the frames that lead to it; absent: the main frame. */
  frame?: number[];
  /** Where on the element, CSS pixels from its top left corner; absent: anywhere. */
  offset?: { x: number; y: number };
}

type Located<A> = A extends { target: number; to: number }
  ? Omit<A, 'target' | 'to'> & { target: FlowTarget; to: FlowTarget }
  : A extends { target: number }
    ? Omit<A, 'target'> & { target: FlowTarget }
    : A;

/** An action of the action table whose targets, if it has any, are described instead of numbered. */
export type FlowAction = Located<Action>;

export interface FlowStep {
  /** Number of the step in the source, from 1. */
  from: number;
  action: FlowAction;
  /** Address of the page afterwards, when the source says that it is another one. */
  arrives?: string;
}

/** Something of the source that could not be said, or not quite. */
export interface Lost {
  /** Number of the step in the source, from 1; 0: of no single step. */
  step: number;
  what: string;
  why: string;
}

/** What somebody did on a site, without what was seen: the common form of all recordings. */
export interface Flow {
  title: string;
  /** Where it begins. */
  start?: string;
  steps: FlowStep[];
  lost: Lost[];
}

const WHO = 'flow';
const FLOW_VERSION = 1;

/** Limits of a target, for every format. */
export const TARGET_LIMITS = { alternatives: 50, chain: 20, frames: 20, selector: 10_000 };

const text = z.string().max(LIMITS.text);
const path = z.string().max(TARGET_LIMITS.selector);
const ordinal = z.int().min(1).optional();
const target: z.ZodType<FlowTarget> = z.object({
  selectors: z
    .array(
      z
        .array(
          z.discriminatedUnion('by', [
            z.object({ by: z.literal('aria'), name: path, role: path.optional(), ordinal }),
            z.object({ by: z.literal('text'), text: path, ordinal }),
            z.object({ by: z.enum(['css', 'pierce', 'xpath']), path }),
          ]),
        )
        .min(1)
        .max(TARGET_LIMITS.chain),
    )
    .min(1)
    .max(TARGET_LIMITS.alternatives),
  frame: z.array(z.int().min(0)).max(TARGET_LIMITS.frames).optional(),
  offset: z.object({ x: z.number(), y: z.number() }).optional(),
});

export const flowActionSchema: z.ZodType<FlowAction> = actionSchema(target);

const flowSchema = z.object({
  title: text,
  start: text.optional(),
  steps: z
    .array(z.object({ from: z.int().min(0), action: flowActionSchema, arrives: text.optional() }))
    .max(LIMITS.steps),
  lost: z.array(z.object({ step: z.int().min(0), what: text, why: text })).max(2 * LIMITS.steps),
});

/** A flow as a file. */
export const printFlow = (flow: Flow): string =>
  `${JSON.stringify({ schema: 'reverie-flow', version: FLOW_VERSION, ...flow }, null, 2)}\n`;

/** The inverse of `printFlow`. Throws `FileError` with line and column, or with the step and its field. */
export function parseFlow(source: string): Flow {
  const file = readJson(WHO, source);
  const kind = z.object({ schema: z.literal('reverie-flow'), version: z.number() }).safeParse(file);
  if (!kind.success) throw new FileError(WHO, 'foreign', 'this is not a flow of Reverie');
  if (kind.data.version > FLOW_VERSION) {
    const rule = `the file has format version ${kind.data.version}, this Reverie reads version ${FLOW_VERSION}`;
    throw new FileError(WHO, 'future-version', rule, 'Update Reverie.');
  }
  return shaped(WHO, '', flowSchema, file);
}
