/** The figures above the bookings of a night, from the data that is shown. Pure. */

import { sumDecimals } from '../../lib/format/decimal.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import type { RoomNight } from './calendar.ts';

interface BookingPrice {
  price: { amount: string; currency: string };
}

/** For example `3 bookings, 3 of 8 rooms, 955.80 EUR`. Amounts in different currencies are never added. */
export function nightSummary(
  bookings: readonly BookingPrice[],
  /** False if there are more bookings than those. */
  isComplete: boolean,
  night: Pick<RoomNight, 'sold' | 'allotment'> | undefined,
): string {
  const count = bookings.length === 1 ? '1 booking' : `${formatNumber(bookings.length)} bookings`;
  const rooms =
    night === undefined ? [] : [`${formatNumber(night.sold)} of ${formatNumber(night.allotment)} rooms`];
  const currencies = new Set(bookings.map(({ price }) => price.currency));
  const [currency] = currencies;
  const amount = sumDecimals(bookings.map(({ price }) => price.amount));
  const isSum = isComplete && currencies.size === 1 && currency !== undefined;
  return [
    ...(isComplete ? [count] : []),
    ...rooms,
    ...(isSum ? [`${formatMoney({ amount, currency })} in total for these stays`] : []),
  ].join(', ');
}
