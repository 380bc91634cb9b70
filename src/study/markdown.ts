import {
  armsOf,
  ask,
  auditedArms,
  compare,
  falsePositives,
  fidelityOf,
  isHeldOut,
  meanOf,
  pooled,
  type Ref,
  runsOf,
  scopesOf,
  splitsOf,
} from './analysis.ts';
import { bestLogged, claimsOf, dreamArms, PAPER, RULE, sweepOf } from './claims.ts';
import { missingOf, nameOf } from './missing.ts';
import { pairsOf } from './pairs.ts';
import { ARMS, type Study } from './schema.ts';
import type { Estimate } from './statistics.ts';
import { basis, points, pValue, share, sizeNote, times, whole, withInterval } from './words.ts';

/** The text of `docs/results.md`: everything in it comes from one `study.json`. */

const NONE = 'Not measured.';

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');

/** A table in the alignment that formatters leave alone. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return NONE;
  const lines = [head, ...rows].map((row) => row.map(cell));
  const widths = head.map((_, i) => Math.max(3, ...lines.map((line) => line[i].length)));
  const print = (line: readonly string[]): string => `| ${line.map((text, i) => text.padEnd(widths[i])).join(' | ')} |`;
  return [
    print(lines[0]),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...lines.slice(1).map(print),
  ].join('\n');
}

function claims(study: Study): string {
  return claimsOf(study)
    .map(({ row, claim, verdict, because }) => `- ${row}: ${claim}: **${verdict}** (${because}).`)
    .join('\n');
}

function success(study: Study, refs: readonly Ref[]): string {
  const scopes = scopesOf(study);
  const rows = refs.map((ref) => [
    nameOf(ref),
    ...scopes.map((scope) => withInterval(ask(study, scope, 'mean', ref), share)),
    basis(ask(study, pooled(study), 'mean', ref)),
    number(meanOf(runsOf(study, ref), (run) => run.realSteps)),
    number(meanOf(runsOf(study, ref), (run) => run.dreamSteps)),
  ]);
  return table(['policy', ...scopes.map(({ name }) => name), 'seeds × tasks', 'real steps', 'dream steps'], rows);
}

const number = (value: number | null): string => (value === null ? '–' : whole(value));

function differences(study: Study, pairs: readonly (readonly [Ref, Ref])[], scopes = [pooled(study)]): string {
  const rows = scopes.flatMap((scope) =>
    pairs.flatMap(([a, b]) => {
      const found = compare(study, scope, a, b);
      if (!found) return [];
      const { difference, p, better, worse } = found;
      const seeds = `${better} / ${worse} of ${difference.seeds}`;
      return [[`${nameOf(a)} − ${nameOf(b)}`, scope.name, withInterval(difference, points), pValue(p), seeds]];
    }),
  );
  return table(['pair', 'tasks', 'points', 'p', 'seeds better / worse'], rows);
}

/** The paper's ratios and the share of the gap, for each arm that dreams. */
function ratios(study: Study): string {
  const scope = pooled(study);
  const start: Ref = { row: 'D-1', arm: ARMS.start };
  const online: Ref = { row: 'D-1', arm: ARMS.online };
  const logged = bestLogged(study);
  const rows = dreamArms(study).flatMap((dream) => {
    const lines: [string, Estimate | null, (value: number) => string, string][] = [
      [`${dream.arm} / ${start.arm}`, ask(study, scope, 'ratio', dream, start), times, PAPER.overStart],
    ];
    if (logged) {
      const named = `${dream.arm} / ${logged.arm} (best of the logged data)`;
      const gap = `share of the gap from ${logged.arm} to ${online.arm} that ${dream.arm} closes`;
      lines.push([named, ask(study, scope, 'ratio', dream, logged), times, PAPER.overLogged]);
      lines.push([gap, ask(study, scope, 'gapClosed', dream, logged, online), share, 'not in the paper']);
    }
    return lines.map(([name, estimate, one, paper]) => [name, withInterval(estimate, one), basis(estimate), paper]);
  });
  return table(['number', 'here', 'seeds × tasks', 'there'], rows);
}

/** A sweep, each point beside the supervised start. */
function sweep(study: Study, row: string, axis: string, text: (x: number) => string): string {
  const scope = pooled(study);
  const rows = sweepOf(study, row).map((ref) => {
    const mean = ask(study, scope, 'mean', ref);
    const gain = ask(study, scope, 'difference', ref, { row, arm: ARMS.start });
    return [text(ref.x), withInterval(mean, share), withInterval(gain, points), basis(mean)];
  });
  return table([axis, 'success', 'points over the supervised start', 'seeds × tasks'], rows);
}

function fidelity(study: Study): string {
  const rows = fidelityOf(study, 'D-3').map((row) => [
    String(row.depth),
    ...[row.nodeF1, row.deltaPrecision, row.deltaRecall, row.targetExists].map(share),
    row.judgeAgreement === null ? '–' : share(row.judgeAgreement),
    ...[row.missing, row.malformed].map(share),
    String(row.n),
  ]);
  const head = ['depth', 'node F1', 'Δ precision', 'Δ recall', 'target exists', 'judge agrees', 'missing', 'malformed'];
  return table([...head, 'episodes'], rows);
}

function audits(study: Study): string {
  const refs = auditedArms(study);
  const rows = refs.flatMap((ref) => {
    const wrong = falsePositives(runsOf(study, ref));
    if (!wrong) return [];
    const estimate = { ...wrong, value: wrong.rate, seeds: 0, tasks: 0, lost: 0 };
    const verdicts = [wrong.right, wrong.missed, wrong.rest].map((count) => (count === null ? '–' : whole(count)));
    return [[ref.row, nameOf(ref), `${wrong.wrong} of ${wrong.n}`, withInterval(estimate, share), ...verdicts]];
  });
  const head = ['row', 'policy', 'praised wrongly', '95 % (Wilson)', 'praised rightly', 'right, not praised'];
  return table([...head, 'neither'], rows);
}

function costs(study: Study): string {
  const rows = armsOf(study, 'D-5').map((ref) => {
    const fact = (key: string, digits: number): string =>
      meanOf(runsOf(study, ref), ({ facts }) => facts[key])?.toFixed(digits) ?? '–';
    return [nameOf(ref), fact('msPerAction', 1), fact('callsPerAction', 1), String(runsOf(study, ref).length)];
  });
  return table(['policy', 'ms per action', 'network calls per action', 'runs'], rows);
}

function setUp(study: Study): string {
  const tasks = splitsOf(study).map((split) => `${split} ${study.tasks[split].length}`);
  const world = study.world === 'functions' ? "the sites' pure functions, without a browser" : study.world;
  const seconds = study.runs.reduce((sum, run) => sum + run.seconds, 0);
  return table(
    ['what', 'value'],
    [
      ['command', `\`${study.command}\``],
      ['date', study.date],
      ['machine', study.machine],
      ['backend', `${study.backend} (adapter: ${study.adapter})`],
      ['world', world],
      ['families', study.families.join(', ')],
      ['seeds', study.seeds.join(', ')],
      ['tasks', tasks.join(', ')],
      ['runs', `${study.runs.length}, ${(seconds / 3600).toFixed(1)} hours in all`],
      ['version', study.quick ? 'quick: few seeds, little training' : 'whole'],
    ],
  );
}

export const BEGIN = '<!-- generated by `reverie study`: do not edit by hand -->';
export const END = '<!-- end of the generated part -->';

/** The generated part, between its two marks. */
export function studyMarkdown(study: Study): string {
  const main = pairsOf(study, 'D-1');
  const held = scopesOf(study).filter(({ name }) => name !== 'train');
  const missing = missingOf(study);
  const rowTables = (row: string): string[] => {
    const { refs, pairs } = pairsOf(study, row);
    return armsOf(study, row).length === 0 ? [NONE] : [success(study, refs), differences(study, pairs)];
  };
  const sized = (row: string): string[] => {
    const note = sizeNote(study, row);
    return note === '' || armsOf(study, row).length === 0 ? [] : [note];
  };
  return `${[
    BEGIN,
    `# Results: ${study.name}`,
    setUp(study),
    'Success is the mean over seeds and tasks; tasks lost to the environment are in no rate. Brackets are 95 % intervals: percentiles of 2,000 resamples that draw seeds and sites with replacement, both at once and the same draw for every policy. Differences, ratios and shares are over the seeds and tasks that all policies in them have in common. p: sign flips of whole sites, two-sided. "All held-out" are all tasks of ' +
      `${splitsOf(study).filter(isHeldOut).join(', ') || 'no split'} together.`,
    '## Claims',
    RULE,
    claims(study),
    ...(missing.length > 0 ? ['Missing:', missing.map((line) => `- ${line}`).join('\n')] : []),
    '## D-1: dreams against logged data and real steps',
    success(study, main.refs),
    ratios(study),
    differences(study, main.pairs, held),
    '## D-2: which world model to dream in',
    ...sized('D-2'),
    ...rowTables('D-2'),
    '## D-3: how long to dream',
    ...sized('D-3'),
    sweep(study, 'D-3', 'dreamed steps', String),
    'The world model of these runs after so many imagined steps, on held-out episodes:',
    fidelity(study),
    '## D-4: how much must be real',
    ...sized('D-4'),
    sweep(study, 'D-4', 'real trajectories', (x) => `${Math.round(100 * x)} %`),
    '## D-5: dream-trained policy or look-ahead',
    ...rowTables('D-5'),
    costs(study),
    '## D-6: who rewards the dreams',
    ...sized('D-6'),
    ...rowTables('D-6'),
    '## Audits',
    'What the judge said of dreams and the checker after they were replayed on the real page. Praised wrongly: of all replayed.',
    audits(study),
    END,
  ].join('\n\n')}\n`;
}
