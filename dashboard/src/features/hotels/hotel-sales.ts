/** The figures of a hotel, from the report or from its latest bookings. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import { sumDecimals } from '../../lib/format/decimal.ts';

type Booking = Pick<Output<'bookings/list'>['bookings'][number], 'status' | 'nights' | 'roomCount' | 'price'>;
type ReportRow = Pick<
  Output<'reports/show'>['rows'][number],
  'bookings' | 'cancelled' | 'roomNights' | 'revenue'
>;

export interface HotelSales {
  bookings: number;
  cancelled: number;
  roomNights: number;
  /** One entry for each currency. */
  amounts: readonly { amount: string; currency: string }[];
}

/** `rows` has one row for each currency. The amounts are the revenue. */
export function reportedSales(rows: readonly ReportRow[]): HotelSales {
  const sum = (figure: 'bookings' | 'cancelled' | 'roomNights') =>
    rows.reduce((total, row) => total + row[figure], 0);
  return {
    bookings: sum('bookings'),
    cancelled: sum('cancelled'),
    roomNights: sum('roomNights'),
    amounts: rows.map(({ revenue }) => revenue),
  };
}

/**
 * `bookings` counts all of them, in any state. Room nights and amounts are those of confirmed and completed bookings. The
 * amounts are net prices, which are no revenue: they exclude penalties and include what guests pay at the property.
 */
export function bookedSales(bookings: readonly Booking[]): HotelSales {
  const sold = bookings.filter(({ status }) => status === 'CONFIRMED' || status === 'COMPLETED');
  const prices = Map.groupBy(
    sold.map(({ price }) => price.net),
    ({ currency }) => currency,
  );
  return {
    bookings: bookings.length,
    cancelled: bookings.filter(({ status }) => status === 'CANCELLED').length,
    roomNights: sold.reduce((sum, { nights, roomCount }) => sum + nights * roomCount, 0),
    amounts: [...prices].map(([currency, nets]) => ({
      amount: sumDecimals(nets.map(({ amount }) => amount)),
      currency,
    })),
  };
}
