/** Pure. */
import { timesDecimal } from './times-decimal.ts';

/** A percentage of an amount, half up. The percent is a decimal string, `12.5`. */
export function percentOf(minor: number, percent: string): number {
  return timesDecimal(minor, percent, -2);
}
