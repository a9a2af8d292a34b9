export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** The bounds between which the true median lies with a probability of 95 %. The values must be independent. */
export function medianBounds(values: readonly number[]): [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const distance = 0.98 * Math.sqrt(sorted.length);
  const at = (rank: number) => sorted[Math.min(Math.max(rank, 0), sorted.length - 1)] as number;
  return [at(Math.floor(sorted.length / 2 - distance)), at(Math.ceil(sorted.length / 2 + distance))];
}

/** Formats the median with the minimum and maximum, for example `12 (11–14)`. */
export function withSpread(values: readonly number[], digits: number): string {
  const text = (value: number) => grouped(value, digits);
  return `${text(median(values))} (${text(Math.min(...values))}–${text(Math.max(...values))})`;
}

/** Formats a number with spaces between thousands, for example `12 345.6`. */
export function grouped(value: number, digits = 0): string {
  const [whole = '', fraction] = value.toFixed(digits).split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** Divides each value by the other contender's value in the same round, so that a slow round affects both. */
export function ratios(values: readonly number[], references: readonly number[]): number[] {
  return values.map((value, i) => value / (references[i] as number));
}
