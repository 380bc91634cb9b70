import { join } from 'node:path';
import { ReverieError } from '../core/errors.ts';
import { initBackend } from '../engine/backend.ts';
import { scaleOf } from '../study/dynaweb.ts';
import { studyMarkdown } from '../study/markdown.ts';
import { runStudy } from '../study/study.ts';
import { writeAtomic } from './files.ts';
import { clock, createProgress } from './progress.ts';
import { openStudyFolder } from './studyFolder.ts';
import { studyHtml } from './studyHtml.ts';

export interface DynawebStudyOptions {
  only?: string[];
  seeds?: number[];
  quick: boolean;
  out?: string;
  results?: string;
}

/** Runs what is open of the DynaWeb study, then writes its report. Throws a `usage` error for rows or seeds that it does not have. */
export async function studyDynaweb({ only, seeds, quick, out, results }: DynawebStudyOptions): Promise<void> {
  const scale = scaleOf(quick);
  const rows = only ?? scale.rows;
  const all = [...new Set(scale.rows.flatMap((row) => scale.seeds[row]))].sort((a, b) => a - b);
  refuseUnknown('--only', rows, scale.rows);
  refuseUnknown('--seeds', seeds ?? [], all);
  const { backend, adapter } = await initBackend('wasm');
  const command = `reverie study dynaweb${quick ? ' --quick' : ''}${only ? ` --only ${only.join(',')}` : ''}`;
  const path = out ?? join('runs', `study-dynaweb${quick ? '-quick' : ''}`);
  const { keeper, study } = openStudyFolder(path, { quick, scale, command, backend, adapter });
  const progress = createProgress();
  const began = performance.now();
  let unit = '';
  try {
    await runStudy({
      scale,
      rows,
      seeds: seeds ?? all,
      keeper,
      listen: (event) => progress.update({ ...event, stage: `${unit}${event.stage}` }),
      onUnit(done, total, name) {
        const spent = (performance.now() - began) / 1000;
        const left = done > 0 && done < total ? `, about ${clock((spent / done) * (total - done))} left` : '';
        progress.note(done < total ? `${done + 1}/${total}  ${name}  (${clock(spent)}${left})` : `${total} runs done.`);
        unit = `${done + 1}: `;
      },
    });
  } finally {
    progress.stop();
  }
  const result = study();
  writeAtomic(join(path, 'study.html'), studyHtml(result));
  const text = studyMarkdown(result);
  writeAtomic(join(path, 'results.md'), text);
  if (results !== undefined) writeAtomic(results, text);
  console.log(`${result.runs.length} runs: ${join(path, 'study.json')}, ${join(path, 'study.html')}`);
}

function refuseUnknown<T>(who: string, wanted: readonly T[], known: readonly T[]): void {
  const wrong = wanted.find((one) => !known.includes(one));
  if (wrong === undefined) return;
  throw new ReverieError('usage', { who, rule: 'the study has no such one', got: wrong, expected: known.join(', ') });
}
