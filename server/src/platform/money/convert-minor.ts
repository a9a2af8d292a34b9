/** Pure. Into another currency. Sums are not converted: their parts are, and then added up, so that they stay sums. */
import { minorUnits } from '@serai/contract/shared/money.ts';
import { timesDecimal } from './times-decimal.ts';

/** One unit of `from` in `to`, as a decimal string. */
export interface Rate {
  from: string;
  to: string;
  rate: string;
}

/** Minor units of `rate.from` in minor units of `rate.to`, half up. */
export function convertMinor(minor: number, { from, to, rate }: Rate): number {
  return timesDecimal(minor, rate, minorUnits(to) - minorUnits(from));
}
