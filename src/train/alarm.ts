/** One update of dream training as the alarm sees it. */
export interface AuditedUpdate {
  update: number;
  /** Mean reward of the dreams. */
  dreamed: number;
  /** Mean reward of the dreams replayed on real pages in this update, on the same scale; of no meaning without any. */
  real: number;
  /** How many were replayed. */
  audited: number;
}

/** Model exploitation: what dreams pay rises, what they are worth does not. Rises are over the window, in reward. */
export interface Alarm {
  /** First and last update of the window. */
  from: number;
  to: number;
  dreamed: number;
  real: number;
}

/** Updates with replays that are looked at, and how many there must be. */
const WINDOW = 12;
const AT_LEAST = 8;
/** A trend is sure from so many standard errors on: 1.6 % one-sided for Student's t with ten degrees of freedom. */
const SURE = 2.5;
/** A rise that matters. */
const RISE = 0.05;

/**
 * Rings when, over the last updates, three things hold: dreamed reward surely rises; real reward surely rises less; real
 * reward does not surely rise at all. A trend is a slope of (weighted) least squares with the standard error of its
 * residuals; real rewards weigh as many replays as they are the mean of. Every update must have replays of its own: a
 * moving average would make neighbours alike and the standard error too small.
 */
export function exploitation(updates: readonly AuditedUpdate[]): Alarm | null {
  const window = updates.filter(({ audited }) => audited > 0).slice(-WINDOW);
  if (window.length < AT_LEAST) return null;
  const dreamed = trend(window.map(({ update, dreamed }) => ({ x: update, y: dreamed, weight: 1 })));
  const real = trend(window.map(({ update, real, audited }) => ({ x: update, y: real, weight: audited })));
  const [from, to] = [window[0].update, window[window.length - 1].update];
  const span = to - from;
  const rings =
    dreamed.slope * span >= RISE &&
    dreamed.slope > SURE * dreamed.error &&
    dreamed.slope - real.slope > SURE * Math.hypot(dreamed.error, real.error) &&
    real.slope <= SURE * real.error;
  return rings ? { from, to, dreamed: dreamed.slope * span, real: real.slope * span } : null;
}

/**
 * Weighted least squares: slope b = Σ w(x − x̄)(y − ȳ) / Σ w(x − x̄)², its standard error √(Σ w r² / (n − 2) / Σ w(x − x̄)²)
 * with the residuals r. At least three different x.
 */
export function trend(points: readonly { x: number; y: number; weight: number }[]): { slope: number; error: number } {
  const sum = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((total, point) => total + point.weight * of(point), 0);
  const weight = sum(() => 1);
  const [x, y] = [sum((point) => point.x) / weight, sum((point) => point.y) / weight];
  const spread = sum((point) => (point.x - x) ** 2);
  const slope = sum((point) => (point.x - x) * (point.y - y)) / spread;
  const residual = sum((point) => (point.y - y - slope * (point.x - x)) ** 2);
  return { slope, error: Math.sqrt(residual / (points.length - 2) / spread) };
}

const signed = (rise: number): string => `${rise < 0 ? '−' : '+'}${Math.abs(100 * rise).toFixed(0)}`;

/** The alarm for a reader of the report. */
export const alarmNote = ({ from, to, dreamed, real }: Alarm): string =>
  `Alarm: between updates ${from} and ${to} reward in dreams changed by ${signed(dreamed)} points of 100 and that of the same dreams on real pages by ${signed(real)}: the policy may have learnt the world model's mistakes.`;
