import { FileError } from '../core/fileError.ts';
import type { Refusal } from '../exchange/demos/convert.ts';

/** Examples of each reason that are named. */
const EXAMPLES = 3;

export interface DemoReport {
  /** Counts a recording of `task`; returns its number among those, from 0. */
  begin(task: string): number;
  convert(task: string, steps: number): void;
  refuse(task: string, file: string, refusal: Refusal): void;
  /** A file that cannot be read. */
  spoil(file: string, error: FileError): void;
  /** A recording of a page that is left out. */
  skip(): void;
  /** Not a single episode has come of the files so far. */
  isEmpty(): boolean;
  /** Throws `FileError` when nothing at all came of the files. */
  check(): void;
  lines(out: string): string[];
}

/** What came of every file: counts by task and by reason, with examples. */
export function createDemoReport(): DemoReport {
  const tasks = new Map<string, { read: number; converted: number }>();
  const problems = new Map<string, { count: number; examples: string[] }>();
  let converted = 0;
  let lost = 0;
  let steps = 0;
  let skipped = 0;
  let first: FileError | undefined;

  const note = (reason: string, example: string): void => {
    lost++;
    const problem = problems.get(reason) ?? { count: 0, examples: [] };
    problems.set(reason, problem);
    problem.count++;
    if (problem.examples.length < EXAMPLES) problem.examples.push(example);
  };

  return {
    begin(task) {
      const counts = tasks.get(task) ?? { read: 0, converted: 0 };
      tasks.set(task, counts);
      return counts.read++;
    },
    convert(task, length) {
      tasks.get(task)!.converted++;
      converted++;
      steps += length;
    },
    refuse(_task, file, { reason, state, what }) {
      note(reason, state === 0 ? file : `${file}, state ${state}${what && `: ${what}`}`);
    },
    spoil(file, error) {
      first ??= error;
      note(`cannot be read (${error.problem})`, `${file}: ${error.facts.rule}`);
    },
    skip: () => skipped++,
    isEmpty: () => converted === 0,
    check() {
      if (converted > 0) return;
      if (first !== undefined && lost === 1) throw first;
      const [reason = 'pages of airlines'] = problems.keys();
      throw new FileError('import miniwob-demos', 'foreign', `no episode in ${lost + skipped} files: ${reason}`);
    },
    lines(out) {
      const read = converted + lost;
      const share = ((100 * converted) / read).toFixed(1);
      const lines = [`${converted} of ${read} demonstrations (${share} %) in ${out}, ${steps} steps`];
      if (skipped > 0) lines.push(`left out, ${skipped}: saved pages of airlines`);
      for (const [reason, { count, examples }] of [...problems].sort(([, a], [, b]) => b.count - a.count)) {
        lines.push(`not converted, ${count}: ${reason}`, ...examples.map((example) => `    ${example}`));
      }
      const partial = [...tasks].filter(([, counts]) => counts.converted < counts.read).sort();
      const list = partial.map(([task, counts]) => `${task} ${counts.converted}/${counts.read}`);
      if (list.length > 0) lines.push(`by task, where not all: ${list.join(', ')}`);
      return lines;
    },
  };
}
