/** Calculates percentages of amounts. Pure. */
import { timesDecimal } from './times-decimal.ts';

/** Rounds half up. The percentage is a decimal string such as `12.5`. */
export function percentOf(minor: number, percent: string): number {
  return timesDecimal(minor, percent, -2);
}
