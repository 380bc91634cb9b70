/**
 * Picks from masked log-probabilities (−∞ = illegal). `temperature` 0 takes the first maximum and draws nothing;
 * otherwise p ∝ exp(log p / temperature), inverted in ascending token order with one draw.
 */
export function pick(logProbs: ArrayLike<number>, temperature: number, uniform: () => number): number {
  let best = -1;
  for (let i = 0; i < logProbs.length; i++) {
    if (logProbs[i] > (best < 0 ? Number.NEGATIVE_INFINITY : logProbs[best])) best = i;
  }
  if (temperature === 0 || best < 0) return best;
  const top = logProbs[best];
  let total = 0;
  for (let i = 0; i < logProbs.length; i++) total += Math.exp((logProbs[i] - top) / temperature);
  let left = uniform() * total;
  let last = best;
  for (let i = 0; i < logProbs.length; i++) {
    const weight = Math.exp((logProbs[i] - top) / temperature);
    if (weight === 0) continue;
    last = i;
    left -= weight;
    if (left < 0) break;
  }
  return last;
}
