/**
 * Adds an amount to prices in equal parts that add up exactly. The first prices get the units that cannot be divided.
 * Pure.
 */
export function spreadEvenly(minor: number, prices: readonly number[]): number[] {
  const share = Math.floor(minor / prices.length);
  const rest = minor - share * prices.length;
  return prices.map((price, i) => price + share + (i < rest ? 1 : 0));
}
