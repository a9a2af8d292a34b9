import type { Voucher } from '@serai/contract/booking/voucher.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Booking } from '../bookings/booking.ts';
import type { PeopleSafe } from '../bookings/people.ts';
import { buildVoucher, type HotelSheet } from './build-voucher.ts';

/** Data from other areas that a voucher shows. `app/` passes the implementations. */
export interface VoucherSources {
  findHotelSheet(
    db: Database,
    environment: Environment,
    hotelId: string,
    language: string,
  ): Promise<HotelSheet | undefined>;
  findIssuer(): Promise<Voucher['issuedBy']>;
}

export interface VoucherParts extends VoucherSources {
  safe: PeopleSafe;
  clock: Clock;
}

export async function issueVoucher(
  parts: VoucherParts,
  db: Database,
  booking: Booking,
  requested: string | undefined,
): Promise<Voucher> {
  const { status, booking_id: bookingId, test_mode: testMode, hotel_id: hotelId } = booking;
  if (status !== 'CONFIRMED' && status !== 'COMPLETED') {
    const message = `The booking is ${status}. Only confirmed and completed bookings have a voucher.`;
    throw new ApiError('INVALID_STATE', message, { bookingId });
  }
  const language = requested ?? booking.content.market.language;
  const environment = testMode ? 'sandbox' : 'production';
  const [hotel, issuedBy] = await Promise.all([
    parts.findHotelSheet(db, environment, hotelId, language),
    parts.findIssuer(),
  ]);
  const people = parts.safe.openPeople(booking);
  return buildVoucher({ booking, people, hotel, issuedBy, language, nowMs: parts.clock.nowMs() });
}
