/** Numbers as people read them. */

export const percent = (share: number): string =>
  `${(100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0)}\u00a0%`;

/** A share as CSS wants it. */
export const extent = (share: number): string => `${100 * share}%`;

/** `93` → `1:33`, `4000` → `1:06:40`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const pad = (n: number): string => String(n).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes}:${pad(whole % 60)}` : `${hours}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}

/** Three significant digits without an exponent: `0.031`, `3.1`, `310`. */
export const compact = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

export const perSecond = (rate: number): string => `${rate >= 10 ? rate.toFixed(0) : rate.toPrecision(2)}/s`;

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
export const when = (milliseconds: number): string => DATE.format(milliseconds);

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** `filtered cloning` → `Filtered cloning`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
