import type { Study } from './schema.ts';
import type { Estimate } from './statistics.ts';

/** How numbers of a study are written, in the page and in the text. */

export const share = (value: number): string => `${(100 * value).toFixed(1)} %`;

const signed = (value: number, digits: number): string =>
  `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(digits)}`;

/** A difference of two shares, in percentage points. */
export const points = (value: number): string => signed(100 * value, 1);

export const times = (value: number): string => `${value.toFixed(2)} ×`;

export const whole = (value: number): string => Math.round(value).toLocaleString('en');

const NOTHING = '–';

/** The interval alone, in the unit of `one`. */
export function interval({ lo, hi }: Pick<Estimate, 'lo' | 'hi'>, one: (value: number) => string): string {
  if (!Number.isFinite(lo) || !Number.isFinite(hi)) return 'no interval';
  const bare = (value: number): string => one(value).replace(/ [%×]$/, '');
  return `[${bare(lo)}, ${bare(hi)}]`;
}

/** Value and interval; what was not measured is a dash. */
export const withInterval = (estimate: Estimate | null, one: (value: number) => string): string =>
  estimate ? `${one(estimate.value)} ${interval(estimate, one)}` : NOTHING;

/** What a number stands on. */
export const basis = (estimate: Estimate | null): string => {
  if (!estimate) return NOTHING;
  const { seeds, tasks, lost } = estimate;
  return `${seeds} × ${tasks}${lost > 0 ? `, ${lost} lost` : ''}`;
};

export const pValue = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3));

/** The same in words. */
export const basisInWords = ({ seeds, tasks }: Pick<Estimate, 'seeds' | 'tasks'>): string =>
  `${seeds} seed${seeds === 1 ? '' : 's'} × ${tasks} tasks`;

export const sentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}`;

/** A sentence about a row whose runs are not as large as those of D-1; empty where they are, or where the study does not say. */
export function sizeNote({ sizes = {} }: Study, row: string): string {
  const [here, there] = [sizes[row], sizes['D-1']];
  if (!here || !there || (here.dreams === there.dreams && here.updates === there.updates)) return '';
  return `Runs of this row have ${whole(here.dreams)} dreams and ${whole(here.updates)} updates of cloning, where D-1 has ${whole(there.dreams)} and ${whole(there.updates)}.`;
}
