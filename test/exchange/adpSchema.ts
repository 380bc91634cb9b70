import { z } from 'zod';

/** The agent data protocol 1.2.0 by its schema document: it refuses fields that it does not know. */
const extra = { reward: z.number().nullish() };
const spoken = { ...extra, description: z.string().nullish(), reasoning_content: z.string().nullish() };
export const adp = z.strictObject({
  schema_version: z.enum(['1.0.0', '1.1.0', '1.2.0']),
  id: z.string(),
  content: z.array(
    z.discriminatedUnion('class_', [
      z.strictObject({
        class_: z.literal('api_action'),
        function: z.string(),
        kwargs: z.record(z.string(), z.unknown()),
        ...spoken,
      }),
      z.strictObject({ class_: z.literal('message_action'), content: z.string(), ...spoken }),
      z.strictObject({
        class_: z.literal('text_observation'),
        content: z.string(),
        source: z.enum(['user', 'agent', 'environment']),
        name: z.string().nullish(),
        ...extra,
      }),
      z.strictObject({
        class_: z.literal('web_observation'),
        html: z.string().nullable(),
        axtree: z.string().nullable(),
        url: z.string().nullable(),
        image_observation: z.null(),
        viewport_size: z.tuple([z.int(), z.int()]).nullable(),
        ...extra,
      }),
    ]),
  ),
  available_apis: z.array(z.string()).nullish(),
  details: z.record(z.string(), z.unknown()),
});
