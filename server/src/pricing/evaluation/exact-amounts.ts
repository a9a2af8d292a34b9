/** Exact arithmetic on minor units. Numbers are used where they are exact, because they are much faster than BigInt. Pure. */
import { safeInteger } from '../../platform/money/minor-units.ts';

/** `amount` × `numerator` ÷ `denominator`, rounded half up. All three are integers of zero or more, the last above zero. */
export function timesFraction(amount: number, numerator: number, denominator: number): number {
  const product = amount * numerator;
  if (!Number.isSafeInteger(product)) return timesLargeFraction(amount, numerator, denominator);
  const rest = product % denominator;
  const quotient = (product - rest) / denominator;
  return rest * 2 >= denominator ? quotient + 1 : quotient;
}

function timesLargeFraction(amount: number, numerator: number, denominator: number): number {
  const divisor = BigInt(denominator);
  return safeInteger((BigInt(amount) * BigInt(numerator) * 2n + divisor) / (divisor * 2n));
}

/**
 * Splits a total of zero or more into whole parts in proportion to the weights, by largest remainder: every part is
 * rounded down, and the units that are left go to the largest remainders, the first of equal ones. Weights below zero
 * count as zero. If all are zero, the first `fallbackParts` weights count as one.
 */
export function spread(total: number, weights: readonly number[], fallbackParts = weights.length): number[] {
  const used = usedWeights(weights, fallbackParts);
  let sum = 0;
  for (const weight of used) sum += weight;
  if (sum === 0) return used.map(() => 0);
  const parts: number[] = [];
  const remainders: number[] = [];
  let left = total;
  for (const weight of used) {
    const [part, remainder] = divided(total, weight, sum);
    parts.push(part);
    remainders.push(remainder);
    left -= part;
  }
  if (left === 0) return parts;
  const largestFirst = remainders.map((_, i) => i);
  largestFirst.sort((a, b) => (remainders[b] as number) - (remainders[a] as number) || a - b);
  for (const i of largestFirst.slice(0, left)) parts[i] = (parts[i] as number) + 1;
  return parts;
}

function usedWeights(weights: readonly number[], fallbackParts: number): readonly number[] {
  if (weights.every(weight => weight > 0)) return weights;
  const positive = weights.map(weight => Math.max(0, weight));
  if (positive.some(weight => weight > 0)) return positive;
  return weights.map((_, i) => (i < fallbackParts ? 1 : 0));
}

/** Quotient and remainder of `total` × `weight` ÷ `sum`. */
function divided(total: number, weight: number, sum: number): [quotient: number, remainder: number] {
  const product = total * weight;
  if (Number.isSafeInteger(product)) {
    const remainder = product % sum;
    return [(product - remainder) / sum, remainder];
  }
  const [exact, divisor] = [BigInt(total) * BigInt(weight), BigInt(sum)];
  return [Number(exact / divisor), Number(exact % divisor)];
}
