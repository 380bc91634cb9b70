import { POLICY_STAGES, type Report, splitNameSchema } from '../core/report.ts';
import { escapeMarkup } from './junit.ts';
import { clock } from './progress.ts';
import { bars, confusion, depthChart, intervalBar, percent } from './reportCharts.ts';
import { reportPage, section } from './reportPage.ts';

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
  const lead = 'A web agent trained by dreaming, measured on real pages.';
  return reportPage({ title: `Reverie report: ${name}`, name, lead, facts, sections });
}
