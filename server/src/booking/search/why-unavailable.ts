/** Pure. Why a hotel has no offer, where its providers say different things: that of the one that came furthest. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';

/** From what rules a hotel out at once to what is only just missing. */
const FURTHEST_LAST: readonly UnavailableReason[] = [
  'HOTEL_INACTIVE',
  'PROVIDER_ERROR',
  'MAXIMUM_OCCUPANCY',
  'CHILDREN_NOT_ALLOWED',
  'RELEASE_PERIOD',
  'STOP_SELL',
  'CHECKIN_NOT_ALLOWED',
  'CHECKOUT_NOT_ALLOWED',
  'MINIMUM_STAY',
  'MAXIMUM_STAY',
  'SOLD_OUT',
  'FILTERED_OUT',
];

export function furthestReason(reasons: Iterable<UnavailableReason>): UnavailableReason {
  let furthest = 0;
  for (const reason of reasons) furthest = Math.max(furthest, FURTHEST_LAST.indexOf(reason));
  return FURTHEST_LAST[furthest] ?? 'HOTEL_INACTIVE';
}
