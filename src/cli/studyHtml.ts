import {
  armsOf,
  ask,
  auditedArms,
  compare,
  falsePositives,
  isHeldOut,
  meanOf,
  pooled,
  type Ref,
  runsOf,
  type Scope,
  scopesOf,
  splitsOf,
  successBySeed,
} from '../study/analysis.ts';
import { claimsOf, RULE, type Verdict } from '../study/claims.ts';
import { missingOf, nameOf } from '../study/missing.ts';
import { pairsOf } from '../study/pairs.ts';
import type { Study } from '../study/schema.ts';
import { basis, interval, points, pValue, share, sizeNote, whole } from '../study/words.ts';
import { escapeMarkup } from './junit.ts';
import { reportPage, section } from './reportPage.ts';
import { CHART_STYLE, differenceRail, successRail } from './studyCharts.ts';
import { fidelityPlot, lengthPlot, realSharePlot, stepsPlot } from './studyPlots.ts';

const STYLE = `${CHART_STYLE}
.claims{list-style:none;margin:0;padding:0}.claims li{display:grid;grid-template-columns:7.5rem 1fr;gap:.1rem .75rem;padding:.6rem 0;border-top:1px solid var(--line)}
.claims .said{grid-column:2;color:var(--soft);font-size:.9rem}.claims .row{color:var(--soft);font-size:.875rem;margin-right:.5rem}
.verdict{justify-self:start;align-self:start;border-radius:999px;padding:.1rem .65rem;font-size:.8125rem;white-space:nowrap}
.yes{background:color-mix(in srgb,var(--good) 22%,transparent)}.no{background:color-mix(in srgb,var(--bad) 22%,transparent)}.maybe{background:color-mix(in srgb,var(--soft) 18%,transparent)}.never{border:1px dashed var(--line);color:var(--soft)}
td.name{white-space:normal;min-width:9rem}summary{cursor:pointer;color:var(--soft);padding:.6rem 0 0}
@media(max-width:40rem){.claims li{grid-template-columns:1fr}.claims .said{grid-column:1}}
td,th{vertical-align:top}td>svg.dots{margin-top:.1rem}td.soft,.soft{color:var(--soft)}
section>h3{font-size:1rem;font-weight:600;margin:1.4rem 0 .25rem}section>p+table{margin-top:0}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1.25rem}
ul.notes{margin:0;padding-left:1.2rem}code{font-size:.875rem;overflow-wrap:anywhere}
`;

const VERDICTS: Record<Verdict, string> = {
  holds: 'yes',
  'does not hold': 'no',
  undecided: 'maybe',
  'not measured': 'never',
};

const number = (text: string): string => `<td class="number">${text}</td>`;
const head = (...cells: string[]): string =>
  `<thead><tr>${cells.map((cell) => (cell.startsWith('#') ? `<th class="number">${cell.slice(1)}</th>` : `<th>${cell}</th>`)).join('')}</tr></thead>`;
const table = (top: string, rows: readonly string[]): string =>
  `<table>${top}<tbody>${rows.join('\n')}</tbody></table>`;

const NONE = '<p>Not measured yet.</p>';

function claimList(study: Study): string {
  const items = claimsOf(study).map(
    ({ row, claim, verdict, because }) =>
      `<li><span class="verdict ${VERDICTS[verdict]}">${verdict}</span><span><span class="row">${row}</span>${escapeMarkup(claim)}</span><span class="said">${escapeMarkup(because)}</span></li>`,
  );
  return `<ul class="claims">${items.join('\n')}</ul>`;
}

function successRow(study: Study, scope: Scope, ref: Ref): string {
  const estimate = ask(study, scope, 'mean', ref);
  const name = `<td class="name">${escapeMarkup(nameOf(ref))}</td>`;
  if (!estimate) return `<tr>${name}<td class="soft" colspan="5">not measured</td></tr>`;
  const seeds = successBySeed(study, scope, ref).map(({ success }) => success);
  const steps = meanOf(runsOf(study, ref), (run) => run.realSteps);
  const label = `${share(estimate.value)} ${interval(estimate, share)}; seeds ${seeds.map(share).join(', ')}`;
  return `<tr>${name}${number(`<b>${share(estimate.value)}</b>`)}<td>${successRail(estimate, seeds, label)}</td>${number(interval(estimate, share))}${number(basis(estimate))}${number(steps === null ? '–' : whole(steps))}</tr>`;
}

/** Success of some arms, scope by scope. */
function successTable(study: Study, refs: readonly Ref[], scopes: readonly Scope[]): string {
  const rows = scopes.flatMap((scope) => [
    `<tr class="split"><th colspan="6">${escapeMarkup(scope.name)}</th></tr>`,
    ...refs.map((ref) => successRow(study, scope, ref)),
  ]);
  return table(head('policy', '#success', '0 – 100 %', '#95 % interval', '#seeds × tasks', '#real steps'), rows);
}

function differenceTable(study: Study, pairs: readonly (readonly [Ref, Ref])[], scopes: readonly Scope[]): string {
  const found = scopes.map((scope) => ({
    scope,
    rows: pairs.flatMap(([a, b]) => compare(study, scope, a, b) ?? []),
  }));
  const ends = found.flatMap(({ rows }) => rows.flatMap(({ difference: { value, lo, hi } }) => [value, lo, hi]));
  const most = Math.max(0.1, ...ends.filter(Number.isFinite).map(Math.abs));
  const reach = Math.ceil(10 * most - 1e-9) / 10;
  const lines = found
    .filter(({ rows }) => rows.length > 0)
    .flatMap(({ scope, rows }) => [
      `<tr class="split"><th colspan="6">${escapeMarkup(scope.name)}</th></tr>`,
      ...rows.map(({ a, b, difference, p, better, worse }) => {
        const name = `${nameOf(a)} − ${nameOf(b)}`;
        const label = `${name}: ${points(difference.value)} points ${interval(difference, points)}`;
        return `<tr><td class="name">${escapeMarkup(name)}</td>${number(`<b>${points(difference.value)}</b>`)}<td>${differenceRail(difference, reach, label)}</td>${number(interval(difference, points))}${number(escapeMarkup(pValue(p)))}${number(`${better} / ${worse} / ${difference.seeds}`)}</tr>`;
      }),
    ]);
  if (lines.length === 0) return NONE;
  const axis = `± ${Math.round(100 * reach)} points`;
  return table(head('pair', '#points', axis, '#95 % interval', '#p', '#seeds + / − / all'), lines);
}

function auditTable(study: Study): string {
  const refs = auditedArms(study);
  const rows = refs.flatMap((ref) => {
    const wrong = falsePositives(runsOf(study, ref));
    if (!wrong) return [];
    const estimate = { value: wrong.rate, lo: wrong.lo, hi: wrong.hi, seeds: 0, tasks: 0, lost: 0 };
    const label = `${wrong.wrong} of ${wrong.n}`;
    return `<tr><td>${escapeMarkup(ref.row)}</td><td>${escapeMarkup(nameOf(ref))}</td>${number(`<b>${share(wrong.rate)}</b>`)}<td>${successRail(estimate, [], label)}</td>${number(interval(wrong, share))}${number(label)}</tr>`;
  });
  if (rows.length === 0) return NONE;
  return table(head('row', 'policy', '#praised wrongly', '0 – 100 %', '#95 % interval', '#dreams'), rows);
}

const factText = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 1000 ? whole(value) : value.toPrecision(3);

/** Means over seeds of everything that the runs of some arms said about themselves. */
function factTable(study: Study, refs: readonly Ref[]): string {
  const keys = [
    ...new Set(refs.flatMap((ref) => runsOf(study, ref).flatMap(({ facts }) => Object.keys(facts)))),
  ].sort();
  const rows = refs.map((ref) => {
    const runs = runsOf(study, ref);
    const cells = [
      meanOf(runs, (run) => run.realSteps),
      meanOf(runs, (run) => run.dreamSteps),
      meanOf(runs, (run) => Math.round(run.seconds)),
      meanOf(runs, (run) => run.weights),
      ...keys.map((key) => meanOf(runs, ({ facts }) => facts[key])),
    ].map((value) => number(value === null ? '–' : factText(value)));
    return `<tr><td class="name">${escapeMarkup(nameOf(ref))}</td>${number(String(runs.length))}${cells.join('')}</tr>`;
  });
  const names = keys.map((key) => `#${escapeMarkup(key)}`);
  return table(head('policy', '#runs', '#real steps', '#dream steps', '#seconds', '#weights', ...names), rows);
}

/** A row of the comparison table with its own arms: success, differences, what the runs cost. */
function rowSection(study: Study, row: string, title: string, lead: string): string {
  if (armsOf(study, row).length === 0) return section(title, lead, NONE);
  const { refs, pairs } = pairsOf(study, row);
  const scopes = [pooled(study)];
  const body = [
    successTable(study, refs, scopes),
    '<h3>Paired differences</h3>',
    differenceTable(study, pairs, scopes),
    '<h3>What the runs took</h3>',
    factTable(study, refs),
  ];
  return section(title, lead, body.join(''));
}

/** A study as one page: no script, no request, light and dark. What is missing is said, never drawn as 0. */
export function studyHtml(study: Study): string {
  const scopes = scopesOf(study);
  const main = pairsOf(study, 'D-1');
  const missing = missingOf(study);
  const tasks = splitsOf(study).map((split) => `${split} ${study.tasks[split].length}`);
  const held = scopes.slice(1).filter(({ name }) => isHeldOut(name));
  const facts: [string, string][] = [
    ['world', study.world],
    ['backend', study.backend],
    ['adapter', study.adapter],
    ['machine', study.machine],
    ['date', study.date],
    ['families', study.families.join(', ')],
    ['seeds', study.seeds.join(', ')],
    ['tasks', tasks.join(', ')],
    ['runs', String(study.runs.length)],
    ['command', study.command],
  ];
  const sized = (row: string, lead: string): string => `${lead} ${sizeNote(study, row)}`.trim();
  const sections = [
    section('Claims, decided by rule', RULE, claimList(study)),
    missing.length === 0
      ? ''
      : section(
          'What is missing',
          '',
          `<ul class="notes">${missing.map((line) => `<li>${escapeMarkup(line)}</li>`).join('')}</ul>`,
        ),
    section(
      'Success per policy (D-1)',
      'The dot is the mean over seeds and tasks, the bar its 95 % interval with seeds and sites resampled together, the rings are the seeds. Tasks lost to the environment are in no rate.',
      main.refs.length === 0 ? NONE : successTable(study, main.refs, scopes),
    ),
    section(
      'Paired differences (D-1)',
      'Same seeds, same tasks. p: sign flips of whole sites. The last column counts the seeds in which the first policy was better, in which it was worse, and all.',
      `${differenceTable(study, main.pairs, [pooled(study)])}<details><summary>Split by split</summary>${differenceTable(study, main.pairs, held)}</details>`,
    ),
    section(
      'Success against real steps (D-1)',
      `All held-out tasks; real steps on a logarithmic axis, every action on a real page that went into the policy. Lines are checkpoints on the way, averaged over seeds.`,
      stepsPlot(study) ?? NONE,
    ),
    rowSection(
      study,
      'D-2',
      'Which world model to dream in (D-2)',
      sized(
        'D-2',
        'The same training in dreams of a trained world model, an untrained one, and one trained on other sites.',
      ),
    ),
    section(
      'How long to dream (D-3)',
      sized(
        'D-3',
        'Success over the length of dreams, and beside it how true a dream still is after that many steps: held-out episodes replayed action by action inside the dream.',
      ),
      `<div class="beside">${lengthPlot(study) ?? NONE}${fidelityPlot(study) ?? NONE}</div>`,
    ),
    section(
      'How much must be real (D-4)',
      sized(
        'D-4',
        'Success over the share of real trajectories beside the dreams; the dotted line with its band is the supervised start.',
      ),
      realSharePlot(study) ?? NONE,
    ),
    rowSection(
      study,
      'D-5',
      'Dream-trained policy or look-ahead (D-5)',
      'The same world model, used in training or at every action. Facts of the runs include the cost per action.',
    ),
    rowSection(
      study,
      'D-6',
      'Who rewards the dreams (D-6)',
      sized(
        'D-6',
        'A judge of its own, the world model itself, or the true checker after every dream was repeated for real, which costs real steps.',
      ),
    ),
    section(
      'Praised wrongly in audits',
      'Dreams that the judge called a success and that failed when they were replayed on the real page, of all that were replayed; 95 % Wilson intervals.',
      auditTable(study),
    ),
    armsOf(study, 'D-1').length === 0
      ? ''
      : section('What the runs took (D-1)', 'Means over seeds.', factTable(study, main.refs)),
  ];
  const quick = study.quick ? ' This is the quick version: few seeds, little training.' : '';
  const onWhat = study.world === 'functions' ? "the sites' pure functions" : 'real pages';
  const lead = `Agents that learn from dreams, with controls, measured on ${escapeMarkup(onWhat)}.${quick} Held-out splits: ${escapeMarkup(splitsOf(study).filter(isHeldOut).join(', ') || 'none')}.`;
  return reportPage({
    title: `Reverie study: ${study.name}`,
    name: `Study: ${study.name}`,
    lead,
    facts,
    sections,
    style: STYLE,
  });
}
