/** Pure. How much dearer a booking may become at its supplier, in the supplier's currency. Never more than was allowed. */
import type { BookingRequest } from '@serai/contract/booking/booking.ts';
import { toMinorUnits } from '@serai/contract/shared/money.ts';
import { convertMinor, type Rate } from '../../platform/money/convert-minor.ts';

interface Quoted {
  netMinor: number;
  supplierNetMinor: number;
  /** From the supplier's currency to the one shown, where they differ. */
  exchange?: Rate | undefined;
}

/** No price rises so far; beyond it sums would leave the safe numbers. */
const MOST_TIMES = 100n;

/** Within every bound that is given; without one nothing. */
export function toleranceMinor(
  tolerance: BookingRequest['priceTolerance'],
  { netMinor, supplierNetMinor, exchange }: Quoted,
): number {
  if (tolerance === undefined || netMinor === 0) return 0;
  const net = BigInt(netMinor);
  let allowed = net * MOST_TIMES;
  for (const bound of boundsOf(tolerance, net)) if (bound < allowed) allowed = bound;
  const rise = Number((allowed * BigInt(supplierNetMinor)) / net);
  if (exchange === undefined) return rise;
  const highest = netMinor + Number(allowed);
  return greatest(rise, more => convertMinor(supplierNetMinor + more, exchange) <= highest);
}

/** The parts of the quote were rounded, and the dearer price will be: in its proportion it may be some units too much. */
function greatest(most: number, fits: (rise: number) => boolean): number {
  if (fits(most)) return most;
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function* boundsOf(
  { amount, percent }: NonNullable<BookingRequest['priceTolerance']>,
  net: bigint,
): Iterable<bigint> {
  if (amount !== undefined) yield toMinorUnits(amount);
  if (percent === undefined) return;
  const [whole = '0', fraction = ''] = percent.split('.');
  yield (net * BigInt(whole + fraction)) / 10n ** BigInt(fraction.length + 2);
}
