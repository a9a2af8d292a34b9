/** What a supplier charges for a cancellation, against what the partner was promised. The promise counts. Pure. */
import { convertMinor } from '../../../platform/money/convert-minor.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { convertPenalty } from '../../terms/convert-terms.ts';
import type { Booking } from '../booking.ts';

export interface PenaltyDifference {
  /** More than was promised: somebody has to see who pays that. */
  needsPerson: boolean;
  /** For the history of the booking. */
  note: { cause: 'PENALTY_DIFFERS'; promised: unknown; charged: unknown };
}

/** Undefined where they agree, or the supplier does not say. `chargedMinor` is in its own currency. */
export function comparePenalty(
  booking: Booking,
  promisedMinor: number,
  chargedMinor: number | null,
): PenaltyDifference | undefined {
  if (chargedMinor === null) return undefined;
  const ourMinor = inCurrencyOf(booking, chargedMinor);
  if (ourMinor === promisedMinor) return undefined;
  return {
    needsPerson: ourMinor > promisedMinor,
    note: {
      cause: 'PENALTY_DIFFERS',
      promised: toMoney(promisedMinor, booking.currency),
      charged: toMoney(chargedMinor, booking.supplier_currency),
    },
  };
}

function inCurrencyOf(booking: Booking, minor: number): number {
  const { supplier_net_minor: beforeMinor, net_minor: afterMinor, content } = booking;
  const { exchange } = content.price;
  const convert = (amount: number) => (exchange ? convertMinor(amount, exchange) : amount);
  // As the terms were converted, so that the same penalty is the same to the cent.
  return minor > beforeMinor ? convert(minor) : convertPenalty(minor, { beforeMinor, afterMinor, convert });
}
