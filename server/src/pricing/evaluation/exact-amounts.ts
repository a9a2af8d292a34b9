/**
 * Exact arithmetic on minor units. Numbers are used where they are exact, because they are much faster than BigInt.
 * Pure.
 */
import { safeInteger } from '../../platform/money/minor-units.ts';

/**
 * `amount` × `numerator` ÷ `denominator`, rounded half up. All three are integers that are not negative, and the
 * denominator is above zero.
 */
export function timesFraction(amount: number, numerator: number, denominator: number): number {
  const product = amount * numerator;
  if (product > Number.MAX_SAFE_INTEGER) return timesLargeFraction(amount, numerator, denominator);
  const quotient = wholeQuotient(product, denominator);
  return (product - quotient * denominator) * 2 >= denominator ? quotient + 1 : quotient;
}

/**
 * Divides two safe integers and rounds down. The remainder operator would be many times slower for numbers above
 * 2^31.
 */
function wholeQuotient(dividend: number, divisor: number): number {
  const quotient = Math.floor(dividend / divisor);
  // The division rounds, so a quotient just below a whole number may come out as that number.
  return quotient * divisor > dividend ? quotient - 1 : quotient;
}

function timesLargeFraction(amount: number, numerator: number, denominator: number): number {
  const divisor = BigInt(denominator);
  return safeInteger((BigInt(amount) * BigInt(numerator) * 2n + divisor) / (divisor * 2n));
}

/**
 * Splits a total of zero or more into whole parts in proportion to the weights, by largest remainder: every part
 * is rounded down, and the units that are left go to the parts with the largest remainders. If remainders are
 * equal, the first part comes first. Weights below zero count as zero. If all weights are zero, the first
 * `fallbackParts` of them count as one.
 */
export function spread(total: number, weights: readonly number[], fallbackParts = weights.length): number[] {
  const used = usedWeights(weights, fallbackParts);
  let sum = 0;
  for (const weight of used) sum += weight;
  if (sum === 0) return used.map(() => 0);
  // Copies, because arrays that grow are several times larger than these few parts.
  const parts = used.slice();
  const remainders = used.slice();
  let left = total;
  for (let i = 0; i < used.length; i++) {
    const weight = used[i] as number;
    const product = total * weight;
    const isExact = product <= Number.MAX_SAFE_INTEGER;
    const part = isExact ? wholeQuotient(product, sum) : largeQuotient(total, weight, sum);
    parts[i] = part;
    remainders[i] = isExact ? product - part * sum : largeRemainder(total, weight, sum);
    left -= part;
  }
  // There are only a few parts, and fewer units left than parts, so a simple search is fast enough.
  for (; left > 0; left--) {
    let largest = 0;
    for (let i = 1; i < remainders.length; i++) {
      if ((remainders[i] as number) > (remainders[largest] as number)) largest = i;
    }
    parts[largest] = (parts[largest] as number) + 1;
    remainders[largest] = -1;
  }
  return parts;
}

function usedWeights(weights: readonly number[], fallbackParts: number): readonly number[] {
  let lowest = 1;
  for (const weight of weights) lowest = Math.min(lowest, weight);
  if (lowest > 0) return weights;
  const positive = weights.map(weight => Math.max(0, weight));
  if (positive.some(weight => weight > 0)) return positive;
  return weights.map((_, i) => (i < fallbackParts ? 1 : 0));
}

function largeQuotient(total: number, weight: number, sum: number): number {
  return Number((BigInt(total) * BigInt(weight)) / BigInt(sum));
}

function largeRemainder(total: number, weight: number, sum: number): number {
  return Number((BigInt(total) * BigInt(weight)) % BigInt(sum));
}
