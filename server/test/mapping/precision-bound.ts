/** The exact one-sided 95 % lower bound of a precision (Clopper–Pearson). */

/** Returns the precision at which `wrong` or fewer errors in `total` would have a probability of 5 %. */
export function precisionBound(wrong: number, total: number): number {
  if (total === 0) return 0;
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const errorRate = (low + high) / 2;
    if (probabilityOfAtMost(wrong, total, errorRate) > 0.05) low = errorRate;
    else high = errorRate;
  }
  return 1 - high;
}

function probabilityOfAtMost(wrong: number, total: number, rate: number): number {
  let logTerm = total * Math.log1p(-rate);
  let sum = Math.exp(logTerm);
  for (let k = 1; k <= wrong; k++) {
    logTerm += Math.log((total - k + 1) / k) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(logTerm);
  }
  return sum;
}
