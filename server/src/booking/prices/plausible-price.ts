/**
 * Decides whether a price is plausible, by comparing it with the prices of other suppliers and the supplier's own recent prices for
 * the same hotel and length of stay. All prices are costs in one currency, in its minor units, so the number of decimals does not
 * matter. Pure.
 */

/** A price above this many times the median, or below this fraction of it, is not sold. */
export const PLAUSIBLE_FACTOR = 5;
/** One other supplier is not enough: if two disagree, either may be wrong. */
export const MIN_OTHERS = 2;
/** The supplier's own median counts only if it is based on at least this many different arrival dates. */
export const MIN_RECENT = 5;

export interface Comparison {
  /** One price of each other supplier. */
  others: readonly number[];
  /** The median of the supplier's own recent prices. Null if there are too few. */
  recent: number | null;
}

/**
 * The middle of the compared prices. If their number is even, there are two middle prices, and a price is implausible
 * only if it is far from both.
 */
export interface Median {
  lower: number;
  upper: number;
}

export type Direction = 'above' | 'below';

/**
 * The supplier's own median counts as one price, like the price of each other supplier. Returns undefined if there is
 * too little to compare with: fewer than two other suppliers, and no median of its own. Prices of zero are ignored.
 */
export function medianOf({ others, recent }: Comparison): Median | undefined {
  const votes = others.filter(price => price > 0);
  const hasOwn = recent !== null && recent > 0;
  if (hasOwn) votes.push(recent);
  if (!hasOwn && votes.length < MIN_OTHERS) return undefined;
  votes.sort((a, b) => a - b);
  const last = votes.length - 1;
  return { lower: votes[last >> 1] as number, upper: votes[(last + 1) >> 1] as number };
}

/** Returns undefined for a plausible price. Exactly five times and exactly one fifth of the median are plausible. */
export function judgePrice(price: number, { lower, upper }: Median): Direction | undefined {
  if (price > upper * PLAUSIBLE_FACTOR) return 'above';
  return price * PLAUSIBLE_FACTOR < lower ? 'below' : undefined;
}

/**
 * The typical price among the offers of one supplier: the median, or the lower of the two middle prices. Must not be empty. Changes
 * the order of the prices. Uses quickselect, because sorting the offers of every hotel would cost several times as much.
 */
export function typicalPrice(prices: number[]): number {
  const middle = (prices.length - 1) >> 1;
  let from = 0;
  let to = prices.length - 1;
  while (from < to) {
    const pivot = prices[(from + to) >> 1] as number;
    let left = from;
    let right = to;
    while (left <= right) {
      while ((prices[left] as number) < pivot) left++;
      while ((prices[right] as number) > pivot) right--;
      if (left > right) break;
      const swapped = prices[left] as number;
      prices[left++] = prices[right] as number;
      prices[right--] = swapped;
    }
    if (middle <= right) to = right;
    else if (middle >= left) from = left;
    else break;
  }
  return prices[middle] as number;
}
