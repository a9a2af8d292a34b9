/** Pure. How much dearer a booking may become at its supplier, in the supplier's currency. Never more than was allowed. */
import type { BookingRequest } from '@serai/contract/booking/booking.ts';
import { fromMoney } from '../../platform/money/minor-units.ts';
import { percentOf } from '../../platform/money/percent-of.ts';

interface Quoted {
  netMinor: number;
  supplierNetMinor: number;
}

/** Within every bound that is given; without one nothing. */
export function toleranceMinor(
  tolerance: BookingRequest['priceTolerance'],
  { netMinor, supplierNetMinor }: Quoted,
): number {
  if (tolerance === undefined) return 0;
  const { amount, percent } = tolerance;
  const bounds: number[] = [];
  if (amount !== undefined) bounds.push(fromMoney(amount));
  if (percent !== undefined) bounds.push(percentOf(netMinor, percent));
  const allowed = Math.min(...bounds);
  if (netMinor === 0) return 0;
  return Number((BigInt(allowed) * BigInt(supplierNetMinor)) / BigInt(netMinor));
}
