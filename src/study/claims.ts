import { armsOf, ask, falsePositives, fidelityOf, meanOf, pooled, type Ref, runsOf, successOf } from './analysis.ts';
import { ARMS, type Study } from './schema.ts';
import type { Estimate } from './statistics.ts';
import { interval, points, sentence, share, times, whole, withInterval } from './words.ts';

/** The paper's claims against a study, each decided by rule from an interval. */

export type Verdict = 'holds' | 'does not hold' | 'undecided' | 'not measured';

export interface Claim {
  row: string;
  claim: string;
  verdict: Verdict;
  /** The numbers that decided. */
  because: string;
}

/** Differences below this many points do not matter: for claims of "as good as" and "no further gain". */
export const MARGIN = 0.02;

export const RULE =
  'A claim that a number is above a bound holds when the whole 95 % interval lies above it, does not hold when the whole interval lies below it, and is undecided otherwise; the bound of a difference is 0. "As good as" is the same with a bound of −2 points. Every claim is decided on all held-out tasks together. Claims are many and intervals are not widened for that: of twenty that are decided, one may be chance.';

/** The paper's numbers (DynaWeb, arXiv 2601.22149, tables 1, 2 and 4; the starts are implied by its relative gains). */
export const PAPER = {
  overStart: 'paper 1.96 × (31.0 / 15.8, WebArena) and 1.34 × (38.7 / 28.9, WebVoyager)',
  overLogged: 'paper 1.16 × (31.0 / 26.7) and 1.19 × (38.7 / 32.6)',
} as const;

/** Share of the gap to online RL that dreaming is asked to close, at this share of its real steps, with this many false praises. */
const GOALS = { gap: 0.6, steps: 1 / 8, falsePositives: 0.05 };

export function above(estimate: Pick<Estimate, 'lo' | 'hi'> | null, bound: number): Verdict {
  if (!estimate) return 'not measured';
  return estimate.lo > bound ? 'holds' : estimate.hi < bound ? 'does not hold' : 'undecided';
}

const below = (estimate: Pick<Estimate, 'lo' | 'hi'> | null, bound: number): Verdict =>
  above(estimate && { lo: -estimate.hi, hi: -estimate.lo }, -bound);

/** All of them hold; one that does not is enough against, one that was not measured leaves it open. */
function every(...verdicts: Verdict[]): Verdict {
  const first = (['does not hold', 'not measured', 'undecided'] as const).find((verdict) => verdicts.includes(verdict));
  return first ?? 'holds';
}

const round = (value: number): string => `${Math.round(100 * value)} %`;

const d1 = (arm: string): Ref => ({ row: 'D-1', arm });

const best = <T extends Ref>(study: Study, refs: readonly T[]): T | null => {
  const success = new Map(refs.map((ref) => [ref, successOf(study, pooled(study), ref)]));
  const measured = refs.filter((ref) => !Number.isNaN(success.get(ref)));
  return measured.toSorted((a, b) => success.get(b)! - success.get(a)!).at(0) ?? null;
};

/** The best policy learnt from logged data alone: chosen by its mean, which favours it against the dreams. */
export const bestLogged = (study: Study): Ref | null =>
  best(study, [ARMS.filtered, ARMS.iterated, ARMS.iteratedLonger, ARMS.offline].map(d1));

/** The arms that dream, those that were measured. */
export const dreamArms = (study: Study): Ref[] =>
  [ARMS.dreamed, ARMS.iteratedDreams].map(d1).filter((ref) => runsOf(study, ref).length > 0);

const steps = (study: Study, ref: Ref): number => meanOf(runsOf(study, ref), (run) => run.realSteps) ?? Number.NaN;

/** Real steps of two arms beside each other, and a word where the first had clearly more. */
function stepsBeside(study: Study, a: Ref, b: Ref): string {
  const [mine, theirs] = [steps(study, a), steps(study, b)];
  const warning = mine > 1.1 * theirs ? ': not at equal real steps' : '';
  return `${whole(mine)} against ${whole(theirs)} real steps${warning}`;
}

function mainClaims(study: Study): Claim[] {
  const scope = pooled(study);
  const row = 'D-1';
  const claims: Claim[] = [];
  const start = d1(ARMS.start);
  const online = d1(ARMS.online);
  const logged = bestLogged(study);
  const dreams = dreamArms(study);
  const difference = (a: Ref | null, b: Ref | null): Estimate | null =>
    a && b ? ask(study, scope, 'difference', a, b) : null;
  const loggedName = logged ? `the best of the logged data (${logged.arm})` : 'the best of the logged data';
  if (dreams.length === 0) {
    const claim = `${ARMS.dreamed} is better than ${loggedName}`;
    claims.push({ row, claim, verdict: 'not measured', because: 'no runs' });
  }
  for (const dream of dreams) {
    const gain = difference(dream, logged);
    claims.push({
      row,
      claim: `${dream.arm} is better than ${loggedName}`,
      verdict: above(gain, 0),
      because:
        gain && logged ? `${withInterval(gain, points)} points; ${stepsBeside(study, dream, logged)}` : 'no pair',
    });
    const closed = logged ? ask(study, scope, 'gapClosed', dream, logged, online) : null;
    claims.push({
      row,
      claim: `${dream.arm} closes at least ${round(GOALS.gap)} of the gap between that and online RL`,
      verdict: above(closed, GOALS.gap),
      because: closed ? `${withInterval(closed, share)} of the gap` : 'no gap to close was measured',
    });
    const part = steps(study, dream) / steps(study, online);
    claims.push({
      row,
      claim: `${dream.arm} uses at most an eighth of the real steps of online RL`,
      verdict: Number.isNaN(part) ? 'not measured' : part <= GOALS.steps ? 'holds' : 'does not hold',
      because: Number.isNaN(part)
        ? 'online RL has no runs'
        : `${stepsBeside(study, dream, online)}: ${share(part)}, a count without interval`,
    });
    const behind = difference(dream, online);
    claims.push({
      row,
      claim: `${dream.arm} is as good as online RL without that limit`,
      verdict: above(behind, -MARGIN),
      because: behind ? `${withInterval(behind, points)} points` : 'no pair',
    });
    const equal = difference(dream, d1(ARMS.onlineEqual));
    claims.push({
      row,
      claim: `${dream.arm} is better than online RL at equal real steps`,
      verdict: above(equal, 0),
      because: equal
        ? `${withInterval(equal, points)} points; ${stepsBeside(study, dream, d1(ARMS.onlineEqual))}`
        : 'no pair',
    });
    const wrong = falsePositives(runsOf(study, dream));
    claims.push({
      row,
      claim: `at most ${round(GOALS.falsePositives)} of the dreams audited for "${dream.arm}" are praised wrongly`,
      verdict: below(wrong, GOALS.falsePositives),
      because: wrong ? `${wrong.wrong} of ${wrong.n}, ${share(wrong.rate)} ${interval(wrong, share)}` : 'no audits',
    });
  }
  const overStart = difference(logged, start);
  claims.push({
    row,
    claim: `${loggedName} is better than the supervised start`,
    verdict: above(overStart, 0),
    because: overStart && logged ? `${withInterval(overStart, points)} points` : 'no pair',
  });
  return claims;
}

/** A claim that one arm of a row is better than another. */
function better(study: Study, claim: string, a: Ref, b: Ref): Claim {
  const difference = ask(study, pooled(study), 'difference', a, b);
  const because = difference ? `${withInterval(difference, points)} points, ${difference.seeds} seeds` : 'no pair';
  return { row: a.row, claim, verdict: above(difference, 0), because };
}

function worldModelClaims(study: Study): Claim[] {
  const of = (arm: string): Ref => ({ row: 'D-2', arm });
  const [trained, untrained, other] = [of(ARMS.dreamed), of(ARMS.untrained), of(ARMS.otherSite)];
  return [
    better(study, 'A trained world model is better to dream in than an untrained one', trained, untrained),
    better(study, 'A trained world model is better to dream in than one of other sites', trained, other),
    better(
      study,
      'Dreams in an untrained world model still improve on the supervised start',
      untrained,
      of(ARMS.start),
    ),
  ];
}

/** The points of a sweep: the dreamed arm of a row, by x. */
export const sweepOf = (study: Study, row: string): (Ref & { x: number })[] =>
  armsOf(study, row).filter((ref): ref is Ref & { x: number } => ref.arm === ARMS.dreamed && ref.x !== undefined);

/** Where the paper has its best dream length, and the depth to which fidelity has to stay within this of its start. */
const PEAK = [4, 5];
const FAITHFUL = 0.95;

function lengthClaims(study: Study): Claim[] {
  const row = 'D-3';
  const scope = pooled(study);
  const sweep = sweepOf(study, row);
  const top = best(study, sweep);
  const middle = best(
    study,
    sweep.filter(({ x }) => PEAK.includes(x)),
  );
  const ends = [sweep[0], sweep.at(-1)].map((end) =>
    middle && end && end.x !== middle.x ? ask(study, scope, 'difference', middle, end) : null,
  );
  const peak = every(...ends.map((end) => above(end, 0)));
  const said = ends.map((end, i) => `${withInterval(end, points)} over ${[sweep[0], sweep.at(-1)][i]?.x ?? '–'}`);
  const depths = fidelityOf(study, row);
  const fall = depths.find(({ nodeF1 }) => nodeF1 < FAITHFUL * depths[0].nodeF1);
  const near = top && fall && Math.abs(fall.depth - top.x) <= 1;
  return [
    {
      row,
      claim: 'Success has its best at 4 or 5 dreamed steps, above the shortest and the longest dreams',
      verdict: peak,
      because: middle ? `${middle.x} steps: ${said.join(', ')} steps; best mean at ${top?.x}` : 'no such lengths',
    },
    {
      row,
      claim:
        'That best is where fidelity starts to fall (node F1 below 95 % of its value at depth 1, one step more or less)',
      verdict:
        !top || depths.length === 0 ? 'not measured' : peak === 'holds' ? (near ? 'holds' : 'does not hold') : peak,
      because:
        depths.length === 0 || !top
          ? 'no fidelity or no sweep'
          : `best mean at ${top.x} steps; node F1 falls there ${fall ? `at depth ${fall.depth}` : `at none of ${depths.length} depths`}`,
    },
  ];
}

function realShareClaims(study: Study): Claim[] {
  const row = 'D-4';
  const scope = pooled(study);
  const sweep = sweepOf(study, row);
  const none = sweep.find(({ x }) => x === 0);
  // The share from which the paper has its plateau, or the nearest that was measured.
  const mixes = sweep.filter(({ x }) => x > 0 && x < 1);
  const mix = mixes.toSorted((a, b) => Math.abs(a.x - 0.4) - Math.abs(b.x - 0.4)).at(0);
  const more = best(
    study,
    sweep.filter(({ x }) => mix && x > mix.x),
  );
  const ofStart = none ? ask(study, scope, 'difference', none, { row, arm: ARMS.start }) : null;
  const gain = mix && more ? ask(study, scope, 'difference', more, mix) : null;
  const noMix = { row, claim: 'Dreams alone are worse than with a share of real trajectories' };
  return [
    {
      row,
      claim: 'Dreams alone (real share 0) end below the supervised start',
      verdict: below(ofStart, 0),
      because: ofStart ? `${withInterval(ofStart, points)} points` : 'no pair',
    },
    none && mix
      ? { ...better(study, `${noMix.claim} (${round(mix.x)})`, mix, none) }
      : { ...noMix, verdict: 'not measured', because: 'no pair' },
    {
      row,
      claim: `From ${mix ? round(mix.x) : 'about 40 %'} real trajectories on more of them give no further gain (of 2 points)`,
      verdict: below(gain, MARGIN),
      because:
        gain && more ? `best of more, ${round(more.x)}: ${withInterval(gain, points)} points` : 'no larger share',
    },
  ];
}

function lookAheadClaims(study: Study): Claim[] {
  const row = 'D-5';
  const [dreamed, planned] = [ARMS.dreamed, ARMS.lookAhead].map((arm) => ({ row, arm }));
  const difference = ask(study, pooled(study), 'difference', dreamed, planned);
  const cost = (ref: Ref, key: string): number | null => meanOf(runsOf(study, ref), ({ facts }) => facts[key]);
  const [mine, theirs] = [cost(dreamed, 'msPerAction'), cost(planned, 'msPerAction')];
  const cheaper = mine === null || theirs === null ? 'not measured' : mine < theirs ? 'holds' : 'does not hold';
  return [
    {
      row,
      claim: 'The dream-trained policy is as good as look-ahead with the same world model, at less cost per action',
      verdict: every(above(difference, -MARGIN), cheaper),
      because: difference
        ? `${withInterval(difference, points)} points; ${
            mine === null || theirs === null
              ? 'cost not measured'
              : `${mine.toFixed(1)} against ${theirs.toFixed(1)} ms per action (look-ahead ${times(theirs / mine)})`
          }`
        : 'no pair',
    },
  ];
}

/** All claims, row by row. */
export const claimsOf = (study: Study): Claim[] =>
  [
    ...mainClaims(study),
    ...worldModelClaims(study),
    ...lengthClaims(study),
    ...realShareClaims(study),
    ...lookAheadClaims(study),
  ].map((claim) => ({ ...claim, claim: sentence(claim.claim) }));
