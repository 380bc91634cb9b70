import { z } from 'zod';
import { FileError } from '../core/fileError.ts';
import { LIMITS } from '../core/trajectorySchema.ts';
import { type FlowAction, flowActionSchema } from './flow.ts';
import { readJson, shaped } from './json.ts';

const WHO = 'actions';
const VERSION = 1;

const listsSchema = z.object({ tasks: z.record(z.string(), z.array(flowActionSchema).max(LIMITS.steps)) });

export type ActionLists = ReadonlyMap<string, readonly FlowAction[]>;

/** What to do in each of several tasks, by task id. Throws `FileError` with position, or task and field. */
export function parseActionLists(source: string): ActionLists {
  const file = readJson(WHO, source);
  const kind = z.object({ schema: z.literal('reverie-actions'), version: z.literal(VERSION) }).safeParse(file);
  if (!kind.success) throw new FileError(WHO, 'foreign', `this is not a reverie-actions file of version ${VERSION}`);
  return new Map(Object.entries(shaped(WHO, '', listsSchema, file).tasks));
}
