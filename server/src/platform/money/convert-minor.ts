/** Converts amounts to another currency. To keep a sum correct, convert its parts and add them up. Pure. */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { timesDecimal } from './times-decimal.ts';

/** The value of one unit of `from` in `to`, as a decimal string. */
export interface Rate {
  from: string;
  to: string;
  rate: string;
}

/** Converts minor units of `rate.from` to minor units of `rate.to`, rounded half away from zero. */
export function convertMinor(minor: number, { from, to, rate }: Rate): number {
  return timesDecimal(minor, rate, minorUnits(to) - minorUnits(from));
}
