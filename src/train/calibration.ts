/** One terminal judgement and what the checker said. */
export interface Judgement {
  belief: number;
  success: boolean;
}

export interface CalibrationBin {
  /** Beliefs from `from` up to, but not including, `from` + 0.1; the last bin holds 1 as well. */
  from: number;
  n: number;
  /** Mean belief and share of successes; null without judgements. */
  belief: number | null;
  success: number | null;
}

export interface Calibration {
  bins: CalibrationBin[];
  /** Mean squared error of the beliefs (Brier 1950): 0 is perfect, 0.25 is what a constant 0.5 gets; null without any. */
  brier: number | null;
  n: number;
}

const BINS = 10;

/** How far beliefs are probabilities. */
export function calibrate(judgements: readonly Judgement[]): Calibration {
  const mean = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const binOf = ({ belief }: Judgement): number => Math.min(BINS - 1, Math.floor(belief * BINS));
  return {
    bins: Array.from({ length: BINS }, (_, k) => {
      const inside = judgements.filter((one) => binOf(one) === k);
      return {
        from: k / BINS,
        n: inside.length,
        belief: mean(inside.map(({ belief }) => belief)),
        success: mean(inside.map(({ success }) => Number(success))),
      };
    }),
    brier: mean(judgements.map(({ belief, success }) => (belief - Number(success)) ** 2)),
    n: judgements.length,
  };
}
