/** The figures of a hotel from its latest bookings. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import { sumDecimals } from '../../lib/format/decimal.ts';

type Booking = Pick<Output<'bookings/list'>['bookings'][number], 'status' | 'nights' | 'roomCount' | 'price'>;

export interface HotelSales {
  /** All bookings, in any state. */
  bookings: number;
  cancelled: number;
  /** Room nights and net prices of confirmed and completed bookings, one entry for each currency. */
  roomNights: number;
  revenue: readonly { amount: string; currency: string }[];
}

export function salesOf(bookings: readonly Booking[]): HotelSales {
  const sold = bookings.filter(({ status }) => status === 'CONFIRMED' || status === 'COMPLETED');
  const prices = Map.groupBy(
    sold.map(({ price }) => price.net),
    ({ currency }) => currency,
  );
  return {
    bookings: bookings.length,
    cancelled: bookings.filter(({ status }) => status === 'CANCELLED').length,
    roomNights: sold.reduce((sum, { nights, roomCount }) => sum + nights * roomCount, 0),
    revenue: [...prices].map(([currency, nets]) => ({
      amount: sumDecimals(nets.map(({ amount }) => amount)),
      currency,
    })),
  };
}
