import { z } from 'zod';
import { FileError } from '../core/fileError.ts';
import type { FileProblem } from '../core/jsonl.ts';
import { evaluationSchema, LIMITS, type Suite, type WebTask } from './task.ts';

const WHO = 'task file';
const fail = (problem: FileProblem, rule: string, hint?: string): never => {
  throw new FileError(WHO, problem, rule, hint);
};

const text = z.string().max(LIMITS.text);
const texts = z.array(text).max(LIMITS.list);
const id = z.union([z.int().transform(String), text.min(1)]);

/** What all files of the WebArena family share. */
const common = z.object({
  task_id: id,
  sites: texts.min(1),
  intent: text.min(1),
  intent_template_id: z.int().nullish(),
  storage_state: text.nullish(),
});

type Rest = Omit<WebTask, 'suite' | 'startUrls' | 'evaluation' | 'images'>;
const rest = (raw: z.infer<typeof common>): Rest => ({
  id: raw.task_id,
  sites: raw.sites,
  goal: raw.intent,
  storageState: raw.storage_state ?? null,
  template: raw.intent_template_id ?? null,
});

/** Several tabs stand in one address with ` |AND| ` between them. */
const startUrl = text.transform((url) => url.split(' |AND| '));

const scorable = (suite: Suite): z.ZodType<WebTask> =>
  common
    .extend({ start_url: startUrl, eval: evaluationSchema })
    .transform((raw) => ({ suite, ...rest(raw), images: [], startUrls: raw.start_url, evaluation: raw.eval }));

const READERS: Record<Suite, z.ZodType<WebTask>> = {
  webarena: scorable('webarena'),
  'webarena-lite': scorable('webarena-lite'),
  webchorearena: common.extend({ start_url: startUrl }).transform((raw) => ({
    suite: 'webchorearena',
    ...rest(raw),
    images: [],
    startUrls: raw.start_url,
    evaluation: { notScored: 'WebChoreArena gives partial credit, which is not built in' },
  })),
  visualwebarena: common
    .extend({ start_url: startUrl, image: z.union([texts, text.transform((url) => [url])]).nullish() })
    .transform((raw) => ({
      suite: 'visualwebarena',
      ...rest(raw),
      images: raw.image ?? [],
      startUrls: raw.start_url,
      evaluation: { notScored: 'VisualWebArena has evaluators of its own, which are not built in' },
    })),
  'webarena-verified': common.extend({ start_urls: texts.min(1) }).transform((raw) => ({
    suite: 'webarena-verified',
    ...rest(raw),
    images: [],
    startUrls: raw.start_urls,
    evaluation: { notScored: 'WebArena-Verified scores the recorded requests (HAR) with its own program' },
  })),
  webvoyager: z
    .object({ web_name: text.min(1), id: text.min(1), ques: text.min(1), web: text.min(1) })
    .transform((raw) => ({
      suite: 'webvoyager',
      id: raw.id,
      sites: [raw.web_name],
      goal: raw.ques,
      images: [],
      startUrls: [raw.web],
      storageState: null,
      template: null,
      evaluation: { notScored: 'WebVoyager has no checkable answers' },
    })),
};

/** The suite that a task's fields say; null when they say none. */
function suiteOf(task: object): Suite | null {
  if ('ques' in task && 'web' in task) return 'webvoyager';
  if ('start_urls' in task) return 'webarena-verified';
  if (!('task_id' in task && 'start_url' in task)) return null;
  if ('type_main' in task) return 'webchorearena';
  if ('old_task_id' in task) return 'webarena-lite';
  return 'overall_difficulty' in task || 'image' in task ? 'visualwebarena' : 'webarena';
}

function readTask(value: unknown, where: string): WebTask {
  const suite = typeof value === 'object' && value !== null ? suiteOf(value) : null;
  if (suite === null) {
    const expected = 'Expected the fields of WebArena (task_id, start_url, …) or of WebVoyager (id, ques, web, …).';
    return fail('foreign', `${where}: this is not a task of a known suite`, expected);
  }
  const result = READERS[suite].safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const named = (value as { task_id?: unknown }).task_id;
  const name = typeof named === 'number' || typeof named === 'string' ? ` (task_id ${String(named).slice(0, 50)})` : '';
  const field = issue.path.length === 0 ? '' : `, ${issue.path.map(String).join('.').slice(0, 200)}`;
  return fail('malformed', `${where}${name}${field}: ${issue.message}`);
}

/** `where` names a line, null stands for a whole file; `last`: nothing comes after it, so it may have been cut. */
function parseJson(source: string, where: string | null, last: boolean): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const { message } = error as Error;
    const text = source.trim();
    const position = /position (\d+)/.exec(message)?.[1];
    const at = position === undefined ? source.length : Number(position);
    const before = source.slice(0, at).split('\n');
    const place = where ?? `line ${before.length}, column ${before[before.length - 1].length + 1}`;
    const open = !text.endsWith(text[0] === '[' ? ']' : '}');
    const ended = position === undefined ? message.includes('end of JSON') : at >= source.trimEnd().length;
    if (last && /^[[{]/.test(text) && (open || ended)) {
      return fail('truncated', `${place}: the file ends in the middle of a task`);
    }
    // Where the engine gives no position, it quotes the place.
    return fail('malformed', `${place}: this is not JSON (${message})`);
  }
}

type Item = [value: unknown, where: string];

const arrayItems = (source: string): Item[] =>
  (parseJson(source, null, true) as unknown[]).map((value, i): Item => [value, `task ${i + 1}`]);

function lineItems(source: string): Item[] {
  const lines = source.trimEnd().split('\n');
  return lines.flatMap((line, i): Item[] => {
    const where = `line ${i + 1}`;
    return line.trim() === '' ? [] : [[parseJson(line, where, i === lines.length - 1), where]];
  });
}

/**
 * Reads a task file: a JSON array (WebArena and its relatives) or one task per line (WebVoyager). Throws `FileError` with the task or line, and the field.
 */
export function readTasks(source: string): WebTask[] {
  if (source.length > LIMITS.fileLength) fail('too-large', `the file has more than ${LIMITS.fileLength} characters`);
  const start = source.trimStart()[0];
  if (start === undefined) fail('empty', 'the file is empty');
  const values = start === '[' ? arrayItems(source) : lineItems(source);
  if (values.length === 0) fail('empty', 'the file has no tasks');
  if (values.length > LIMITS.tasks) fail('too-large', `the file has more than ${LIMITS.tasks} tasks`);
  const tasks = values.map(([value, where]) => readTask(value, where));
  const seen = new Map<string, string>();
  tasks.forEach(({ id, suite }, i) => {
    const where = values[i][1];
    const earlier = seen.get(`${suite} ${id}`);
    if (earlier !== undefined) fail('malformed', `${where}: the id ${id} was used in ${earlier}`);
    seen.set(`${suite} ${id}`, where);
  });
  return tasks;
}
