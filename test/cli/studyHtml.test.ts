import { describe, expect, it } from 'vitest';
import { logTicks, plot } from '../../src/cli/studyCharts.ts';
import { studyHtml } from '../../src/cli/studyHtml.ts';
import { claimsOf } from '../../src/study/claims.ts';
import { exampleStudy } from '../study/exampleStudy.ts';

const count = (text: string, part: string | RegExp): number => text.split(part).length - 1;

/** The part of the page below a heading. */
const below = (html: string, title: string): string => html.split(`<h2>${title}`)[1].split('</section>')[0];

describe('the page of a study', () => {
  const html = studyHtml(exampleStudy);

  it('asks for nothing and runs nothing', () => {
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<img|<link|src=|href=|url\(|@import/);
  });

  it('shows every arm, claim and number behind them', () => {
    expect(count(html, '<span class="verdict')).toBe(claimsOf(exampleStudy).length);
    // Nine arms, on all held-out tasks and on three splits.
    expect(count(below(html, 'Success per policy'), '<svg class="dots"')).toBe(9 * 4);
    expect(below(html, 'Success per policy')).toContain('5 × 72');
    // Seven lengths with a whisker each, seven lines of fidelity with ten depths.
    const lengths = below(html, 'How long to dream');
    expect(count(lengths, 'class="whisker"')).toBe(7);
    expect(count(lengths, '<polyline')).toBe(1 + 7);
    expect(lengths).toContain('3 seeds × 72 tasks');
    expect(count(below(html, 'How much must be real'), 'class="band"')).toBe(1);
    expect(below(html, 'Dream-trained policy or look-ahead')).toContain('61.5');
    expect(below(html, 'Praised wrongly')).toContain('10 of 450');
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('escapes what the file says', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const study = structuredClone(exampleStudy);
    study.runs = study.runs.filter(({ row, arm }) => row === 'D-5' || arm === 'offline RL');
    study.machine = hostile;
    study.name = hostile;
    for (const run of study.runs) if (run.arm === 'offline RL') run.arm = hostile;
    study.runs[0].facts = { [hostile]: 1 };
    study.runs.at(-1)!.row = hostile;
    study.runs.at(-1)!.facts = { audited: 10, falsePositives: 1 };
    const page = studyHtml(study);
    expect(page).not.toContain('<img');
    expect(count(page, '&lt;img src=x')).toBeGreaterThan(5);
  });

  it('says what was not measured instead of drawing it', () => {
    const few = exampleStudy.runs.filter(({ row, arm }) => row === 'D-1' && /^(dreamed|supervised start)$/.test(arm));
    const page = studyHtml({ ...exampleStudy, runs: few });
    for (const title of ['Which world model', 'How much must be real', 'Dream-trained policy or look-ahead']) {
      expect(below(page, title)).toContain('Not measured yet.');
      expect(below(page, title)).not.toContain('<svg');
    }
    expect(below(page, 'What is missing')).toContain('D-4: no runs');
    const empty = studyHtml({ ...exampleStudy, runs: [] });
    expect(empty).not.toMatch(/<svg|NaN|Infinity|undefined/);
  });
});

describe('plot', () => {
  const point = (x: number, y: number) => ({ x, y, text: '' });
  const centres = (svg: string): [number, number][] =>
    [...svg.matchAll(/class="dot" cx="([\d.]+)" cy="([\d.]+)" r="4"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const of = (xs: number[], log: boolean) =>
    centres(
      plot({
        label: '',
        xTitle: '',
        xTicks: [],
        log,
        series: [{ name: '', look: 's1', points: xs.map((x, i) => point(x, 0.2 + 0.1 * i)) }],
      }),
    );

  it('puts equal steps at equal distances, and powers on a logarithmic axis', () => {
    for (const dots of [of([0, 5, 10], false), of([10, 100, 1000], true)]) {
      const [a, b, c] = dots;
      expect(b[0] - a[0]).toBeCloseTo(c[0] - b[0], 0);
      // More success is further up.
      expect(a[1]).toBeGreaterThan(b[1]);
      expect(a[1] - b[1]).toBeCloseTo(b[1] - c[1], 0);
    }
  });

  it('has ticks of 1, 2 and 5 around all values', () => {
    const ticks = ['500', '1k', '2k', '5k', '10k', '20k', '50k', '100k', '200k'];
    expect(logTicks(700, 110_000).map(({ text }) => text)).toEqual(ticks);
    expect(logTicks(0, 0).map(({ at }) => at)).toEqual([1]);
  });
});
