import { z } from 'zod';

/** Tasks of WebArena and its relatives as one type. */

export type Suite =
  | 'webarena'
  | 'webarena-lite'
  | 'webarena-verified'
  | 'webchorearena'
  | 'visualwebarena'
  | 'webvoyager';

/** Limits on what a task file may claim: far above the published ones. */
export const LIMITS = { fileLength: 32_000_000, tasks: 20_000, text: 100_000, list: 1_000 };

const text = z.string().max(LIMITS.text);
const list = <T extends z.ZodType>(item: T) => z.array(item).max(LIMITS.list);

/**
 * What a part of a page must say: one thing exactly, each of several (alternatives with ` |OR| ` between them), or, in
 * WebArena-Lite, what a judge takes for the same.
 */
const requiredSchema = z.union([
  z.object({ exact_match: text }).transform(({ exact_match }) => ({ rule: 'exact' as const, text: exact_match })),
  z
    .object({ must_include: list(text).min(1) })
    .transform(({ must_include }) => ({ rule: 'include' as const, texts: must_include })),
  z
    .object({ fuzzy_match: list(text).min(1) })
    .transform(({ fuzzy_match }) => ({ rule: 'fuzzy' as const, text: fuzzy_match.join(', ') })),
]);

const targetSchema = z
  .object({ url: text, locator: text, required_contents: requiredSchema, prep_actions: list(text).optional() })
  .transform(({ url, locator, required_contents, prep_actions }) => ({
    /** `last` (the page where it is), an address, or `func:…`. */
    url,
    /** '' (the whole page), a JavaScript expression that starts with `document.` or `[...document.`, or `func:…`. */
    locator,
    /** JavaScript expressions to evaluate before. */
    before: prep_actions ?? [],
    required: required_contents,
  }));

/** The answers of `string_match`. All rules that are there must hold. */
const answersSchema = z
  .strictObject({
    exact_match: text.optional(),
    // Task 81 of WebArena-Lite has one text where a list is meant.
    must_include: z.union([list(text).min(1), text.transform((one) => [one])]).optional(),
    fuzzy_match: z.union([z.literal('N/A'), list(text).min(1)]).optional(),
  })
  .refine((answers) => Object.keys(answers).length > 0, 'no reference answer');

const TYPES = ['string_match', 'url_match', 'program_html'] as const;

export const evaluationSchema = z
  .object({
    eval_types: list(z.enum(TYPES)).min(1),
    reference_answers: z.unknown().optional(),
    reference_url: z.unknown().optional(),
    url_note: z.unknown().optional(),
    program_html: z.unknown().optional(),
    string_note: text.nullish(),
  })
  // Fields of types that are not used may hold anything, and do.
  .transform((raw, context) => {
    const part = <T>(used: (typeof TYPES)[number], field: keyof typeof raw, schema: z.ZodType<T>): T | undefined => {
      if (!raw.eval_types.includes(used)) return undefined;
      const read = schema.safeParse(raw[field]);
      if (read.success) return read.data;
      for (const issue of read.error.issues)
        context.addIssue({ code: 'custom', message: issue.message, path: [field, ...issue.path] });
      return undefined;
    };
    part('url_match', 'url_note', z.literal('GOLD in PRED').optional());
    return {
      /** In the order in which they are run. */
      types: raw.eval_types,
      answers: part('string_match', 'reference_answers', answersSchema),
      /** Why the task cannot be done, when it cannot. */
      note: raw.string_note ?? '',
      url: part('url_match', 'reference_url', text.min(1)),
      targets: part('program_html', 'program_html', list(targetSchema).min(1)),
    };
  });

export type Answers = z.infer<typeof answersSchema>;
export type Required = z.infer<typeof requiredSchema>;
export type HtmlTarget = z.infer<typeof targetSchema>;
/** What the evaluators in `types` need; the parts of others are absent. */
export type Evaluation = z.infer<typeof evaluationSchema>;

export interface WebTask {
  suite: Suite;
  /** As in the file; a number there is written as one here. */
  id: string;
  /** Names of the sites as in the file, e.g. `shopping_admin`; the site's name in WebVoyager. */
  sites: string[];
  /** What the agent is told. */
  goal: string;
  /** Addresses of pictures that belong to the goal (VisualWebArena). */
  images: string[];
  /** One tab each, the first is shown. `__SHOPPING__` and the like stand for the bases until `fillBases`. */
  startUrls: string[];
  /** Cookies and storage of a logged-in user, as a path in WebArena's own layout; null when nobody is logged in. */
  storageState: string | null;
  /** Tasks with the same number differ in the facts of the goal only. */
  template: number | null;
  /** How the end is scored; for suites whose evaluators are others, why it is not. */
  evaluation: Evaluation | { notScored: string };
}
