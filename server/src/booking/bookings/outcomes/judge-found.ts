/** Decides how a booking changes if someone else has cancelled its reservation, completely or in part. Pure. */
import { toMoney } from '../../../platform/money/minor-units.ts';
import type { FoundReservation } from '../../port/outcomes.ts';
import type { Booking } from '../booking.ts';
import type { BookingChange } from '../change-booking.ts';
import { describeDifferences } from './describe-differences.ts';
import { SETTLED } from './judge-booked.ts';

/**
 * The hotel or the provider cancelled the reservation. The partner owes nothing. If the provider charges a penalty all the same, the
 * operator must settle it with the provider.
 */
export function cancelledByOthers({ supplier_currency }: Booking, found: FoundReservation): BookingChange {
  const { cancelledBy, penaltyMinor = null, supplierRef } = found;
  const reason = cancelledBy === 'HOTEL' ? 'BY_HOTEL' : 'BY_PROVIDER';
  const isCharged = penaltyMinor !== null && penaltyMinor > 0;
  return {
    event: { kind: 'CANCELLED', reason },
    set: {
      ...SETTLED,
      needs_attention: isCharged,
      cancelled: true,
      penalty_minor: penaltyMinor === 0 ? 0 : null,
      supplier_ref: supplierRef,
    },
    ...(isCharged && {
      note: { cause: 'CANCELLED_WITH_FEE', charged: toMoney(penaltyMinor, supplier_currency) },
    }),
  };
}

export function roomsDiffer({ rooms = [] }: FoundReservation) {
  const live = rooms.map(({ state }) => state);
  const differences = [{ field: 'rooms', recorded: live.map(() => 'BOOKED'), live }];
  return { cause: 'ROOMS_DIFFER', summary: describeDifferences(differences), differences };
}
