import { POLICY_STAGES, type Report, splitNameSchema } from '../core/report.ts';
import { escapeMarkup } from './junit.ts';
import { clock } from './progress.ts';
import { bars, confusion, depthChart, intervalBar, percent } from './reportCharts.ts';

const STYLE = `
:root{color-scheme:light dark;--ground:#fbfaf8;--card:#fff;--ink:#22252a;--soft:#666c75;--line:#e4e2dd;--accent:#2f6f8f;--second:#b3642d;--third:#8a5a9e;--good:#2f7d5b;--bad:#b4473c}
@media(prefers-color-scheme:dark){:root{--ground:#16181b;--card:#1e2125;--ink:#e6e4df;--soft:#9aa0a8;--line:#32363c;--accent:#74b3d1;--second:#e0a070;--third:#c39ad6;--good:#74c49d;--bad:#e58b80}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
main{max-width:60rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:1.75rem;font-weight:600;letter-spacing:-.01em;margin:0 0 .25rem}
h2{font-size:1.1rem;font-weight:600;margin:0 0 .25rem}
p{margin:0 0 1rem;color:var(--soft);max-width:44rem}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.4rem 1.5rem;margin-top:1.25rem;overflow-x:auto}
dl{display:flex;flex-wrap:wrap;gap:.35rem 1.75rem;margin:1rem 0 0}dl div{display:flex;gap:.5rem}dt{color:var(--soft)}dd{margin:0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);font-weight:400;white-space:nowrap}
thead th{color:var(--soft);font-size:.85rem}tbody tr:last-child>*{border-bottom:0}
tr.split th{padding-top:1.1rem;font-weight:600}td.number{text-align:right}th.number{text-align:right}
svg{display:block}svg.interval{width:220px;height:18px}
.rail{stroke:var(--line);stroke-width:2}.half{stroke:var(--line);stroke-width:2}.range{stroke:var(--accent);stroke-width:6;stroke-linecap:round;opacity:.35}.rate{fill:var(--accent)}
svg.chart{width:100%;min-width:30rem;max-width:46rem;height:auto}.grid{stroke:var(--line)}.tick{fill:var(--soft);font-size:12px}
.label{font-size:13px;fill:var(--c)}polyline{fill:none;stroke:var(--c);stroke-width:2.25}.dot{fill:var(--c)}
.s1{--c:var(--accent)}.s2{--c:var(--second)}.s3{--c:var(--third)}
.bar{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr 8rem;gap:1rem;align-items:center;padding:.25rem 0}
.track{background:color-mix(in srgb,var(--line) 55%,transparent);border-radius:4px;height:10px}.fill{display:block;background:var(--accent);border-radius:4px;height:10px}
.bar .text{text-align:right;font-variant-numeric:tabular-nums}
.confusion{width:auto}.confusion td,.confusion th{padding:.6rem 1.1rem}.confusion td{min-width:8rem;border-radius:4px}
.confusion td span{color:var(--soft);margin-left:.6rem}
.right{background:color-mix(in srgb,var(--good) calc(8% + 40%*var(--share)),transparent)}.wrong{background:color-mix(in srgb,var(--bad) calc(4% + 70%*var(--share)),transparent)}
@media(max-width:40rem){main{padding:1.5rem .75rem 3rem}section{padding:1rem}.bar{grid-template-columns:7rem 1fr 5rem;gap:.5rem}.confusion td,.confusion th{padding:.5rem .5rem .5rem 0}.confusion td{min-width:0;padding-left:.5rem}}
`;

const NAMES: Record<(typeof POLICY_STAGES)[number], string> = {
  sft: 'supervised start',
  bc: 'filtered cloning',
  dreamed: 'dream-trained',
};

function successTable(report: Report): string {
  const all = POLICY_STAGES.flatMap((stage) => Object.values(report.policy[stage]));
  const withSampled = all.some((result) => result?.sampled);
  const optional = (cell: string): string => (withSampled ? cell : '');
  const rows = splitNameSchema.options.flatMap((split) => {
    const results = POLICY_STAGES.flatMap((stage) => {
      const result = report.policy[stage][split];
      return result ? [{ name: NAMES[stage], ...result }] : [];
    });
    if (results.length === 0) return [];
    const lines = results.map(
      ({ name, rate, lo, hi, n, realSteps, sampled }) =>
        `<tr><td>${name}</td><td class="number"><b>${percent(rate)}</b></td><td>${intervalBar({ rate, lo, hi })}</td><td class="number">${percent(lo)} – ${percent(hi)}</td>${optional(`<td class="number">${sampled ? percent(sampled.rate) : '–'}</td>`)}<td class="number">${n}</td><td class="number">${realSteps}</td></tr>`,
    );
    return [`<tr class="split"><th colspan="${withSampled ? 7 : 6}">${split}</th></tr>`, ...lines];
  });
  return `<table><thead><tr><th>policy</th><th class="number">success</th><th>0 – 100 %</th><th class="number">95 % interval</th>${optional('<th class="number">sampled</th>')}<th class="number">episodes</th><th class="number">real steps used</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>
<dl><div><dt>scripted expert</dt><dd>${percent(report.expert.success)}</dd></div><div><dt>random legal actions</dt><dd>${percent(report.random.success)}</dd></div></dl>`;
}

const section = (title: string, lead: string, body: string): string =>
  `<section><h2>${title}</h2>${lead === '' ? '' : `<p>${lead}</p>`}${body}</section>`;

/** The report as one page: no script, no request, light and dark. */
export function reportHtml(report: Report, name: string): string {
  const { judge, audit, rates, failures } = report;
  const facts: [string, string][] = [
    ['preset', report.preset],
    ['seed', String(report.seed)],
    ['backend', report.backend],
    ['adapter', report.adapter],
    ['weights', report.weights.toLocaleString('en')],
    ...(report.browser ? [['browser', report.browser] as [string, string]] : []),
  ];
  const list = facts.map(([key, value]) => `<div><dt>${key}</dt><dd>${escapeMarkup(value)}</dd></div>`).join('');
  const judged = Math.max(1, judge.tp + judge.fp + judge.tn + judge.fn);
  const agreement = `On held-out episodes judge and checker agree in ${percent((judge.tp + judge.tn) / judged)} of ${judged} cases.${
    audit ? ` Of ${audit.n} dreams replayed on the real page, ${audit.agree} ended as the judge said.` : ''
  }`;
  const seconds = report.stages.reduce((sum, stage) => sum + stage.seconds, 0);
  const sections = [
    section(
      'Success on real pages',
      'Episodes in a real browser; the bar is the 95 % Wilson interval.',
      successTable(report),
    ),
    report.world.byDepth.length === 0
      ? ''
      : section(
          'How long the dream stays true',
          'The world model predicts from its own predictions on held-out episodes. Node F1 compares whole pages, Δ exact the whole predicted change.',
          depthChart(report.world.byDepth),
        ),
    section('The judge', agreement, confusion(judge)),
    section(
      'Speed',
      '',
      bars([
        { name: 'dreamed steps', value: rates.dreamStepsPerS, text: `${rates.dreamStepsPerS.toFixed(1)} /s` },
        { name: 'real browser steps', value: rates.realStepsPerS, text: `${rates.realStepsPerS.toFixed(1)} /s` },
      ]),
    ),
    section(
      'Where the time went',
      `${clock(seconds)} in all.`,
      bars(report.stages.map((stage) => ({ name: stage.name, value: stage.seconds, text: clock(stage.seconds) }))),
    ),
    section(
      'Failures, by kind',
      'Environment: the episode was lost and is not scored. Format: the action did not parse. Policy: legal, but without effect.',
      bars(Object.entries(failures).map(([kind, count]) => ({ name: kind, value: count, text: String(count) }))),
    ),
    report.notes?.length
      ? section('Notes', '', `<ul>${report.notes.map((note) => `<li>${escapeMarkup(note)}</li>`).join('')}</ul>`)
      : '',
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Reverie report: ${escapeMarkup(name)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeMarkup(name)}</h1><p>A web agent trained by dreaming, measured on real pages.</p><dl>${list}</dl>
${sections.join('\n')}
</main></body></html>
`;
}
