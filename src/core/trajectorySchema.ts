import { z } from 'zod';
import type { AXTree, Failure, Trajectory } from './types.ts';

/** Limits on what a file may claim: far above anything recorded, low enough that a hostile file stays harmless. */
export const LIMITS = {
  lineLength: 64_000_000,
  text: 100_000,
  nodes: 5_000,
  steps: 2_000,
  notes: 200,
  slots: 100,
  tabs: 200,
};

const text = z.string().max(LIMITS.text);
const count = z.int().min(0);
const percent = z.number().min(0).max(100);

export const treeSchema: z.ZodType<AXTree> = z.object({
  url: text,
  title: text,
  nodes: z
    .array(
      z.object({
        id: z.int(),
        role: text,
        name: text,
        depth: count,
        value: text.optional(),
        states: z
          .object({
            focused: z.boolean(),
            disabled: z.boolean(),
            required: z.boolean(),
            checked: z.union([z.boolean(), z.literal('mixed')]),
            selected: z.boolean(),
            expanded: z.boolean(),
            pressed: z.boolean(),
            invalid: z.boolean(),
            current: z.boolean(),
          })
          .partial()
          .optional(),
        synthetic: z.literal(true).optional(),
      }),
    )
    .min(1)
    .max(LIMITS.nodes),
  tabs: z.object({ titles: z.array(text).min(2).max(LIMITS.tabs), current: count }).optional(),
  omitted: count,
});

const observation = z.object({
  goal: text,
  tree: treeSchema,
  feedback: text,
  notes: z.array(text).max(LIMITS.notes),
  step: count,
});

/** The actions of the action table, with their targets as `target` says. */
export const actionSchema = <T extends z.ZodType>(target: T) =>
  z.discriminatedUnion('verb', [
    z.object({ verb: z.literal('click'), target }),
    z.object({ verb: z.literal('type'), target, text, enter: z.boolean() }),
    z.object({ verb: z.literal('select'), target, option: text }),
    z.object({ verb: z.literal('hover'), target }),
    z.object({ verb: z.literal('drag'), target, to: target }),
    z.object({ verb: z.literal('click_at'), target, x: percent, y: percent }),
    z.object({ verb: z.literal('press'), key: text }),
    z.object({ verb: z.literal('scroll'), direction: z.enum(['up', 'down']) }),
    z.object({ verb: z.literal('goto'), url: text }),
    z.object({ verb: z.literal('go_back') }),
    z.object({ verb: z.literal('go_forward') }),
    z.object({ verb: z.literal('new_tab') }),
    z.object({ verb: z.literal('tab_focus'), index: count }),
    z.object({ verb: z.literal('close_tab') }),
    z.object({ verb: z.literal('note'), target }),
    z.object({ verb: z.literal('stop'), answer: text }),
  ]);

export const failureSchema: z.ZodType<Failure> = z.object({
  kind: z.enum(['environment', 'format', 'policy']),
  code: text,
  message: text,
});

export const taskSchema = z.object({
  id: text,
  suite: z.enum(['sites', 'counter', 'miniwob', 'webarena']),
  family: text,
  template: text,
  siteSeed: count,
  instance: count,
  goal: text,
  tier: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  horizon: z.int().min(1),
  slots: z.record(text, text).refine((slots) => Object.keys(slots).length <= LIMITS.slots, 'too many slots'),
});

export const trajectorySchema: z.ZodType<Trajectory> = z.object({
  id: text,
  task: taskSchema,
  seed: z.number(),
  world: z.enum(['counter', 'frame', 'browser', 'functions', 'dream']),
  policy: text,
  steps: z
    .array(
      z.object({
        observation,
        action: actionSchema(z.int()),
        reward: z.number(),
        failure: failureSchema.optional(),
        state: z.unknown().optional(),
        ms: z.number().min(0),
      }),
    )
    .max(LIMITS.steps),
  final: observation,
  finalState: z.unknown().optional(),
  reward: z.number(),
  notScored: z.array(text).optional(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  failure: failureSchema.optional(),
});
