import { MAX_NIGHTS } from '@serai/contract/booking/availability.ts';
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { Nights } from '../stores/read-store.ts';
import type { PropertyKey } from '../stores/rooms-store.ts';
import type { StayFigures } from './performance-figures.ts';

/** The figures as they were known `knownDaysAgo` days ago, with the pickup of the `pickupDays` days before. */
interface StayPeriod {
  pickupDays: number;
  knownDaysAgo: number;
}

/**
 * Reads the stays that include a night of the range. Cancelled stays are left out unless they were cancelled within the
 * pickup period or later. Uses `inventory_booking_by_stay`, because no stay is longer than MAX_NIGHTS. Needs no limit:
 * a property cannot sell more stays than it has room nights in a few months.
 */
export async function listStays(
  db: Database,
  { environment, hotelId }: PropertyKey,
  { from, to }: Nights,
  { pickupDays, knownDaysAgo }: StayPeriod,
): Promise<StayFigures[]> {
  const until = db`serai_now() - make_interval(days => ${knownDaysAgo}::integer)`;
  const since = db`serai_now() - make_interval(days => ${knownDaysAgo + pickupDays}::integer)`;
  return db<StayFigures[]>`
    SELECT check_in AS "checkIn", check_out AS "checkOut", room_codes AS "roomCodes", net_minor AS "netMinor",
      nightly_minor AS "nightlyMinor", coalesce(cancelled_at <= ${until}, false) AS "isCancelled",
      created_at >= ${since} AS "isNew",
      coalesce(cancelled_at BETWEEN ${since} AND ${until}, false) AS "isNewlyCancelled"
    FROM inventory_booking
    WHERE environment = ${environment} AND hotel_id = ${hotelId} AND check_in < ${to}::date
      AND check_in > ${from}::date - ${MAX_NIGHTS}::integer AND check_out > ${from}::date
      AND created_at <= ${until} AND (state = 'BOOKED' OR cancelled_at >= ${since})`;
}

interface BookingOfNight {
  reference: string;
  bookingId: string | null;
  partnerId: string | null;
  partnerName: string | null;
  clientReference: string | null;
  status: BookingState | null;
  testMode: boolean | null;
  planCode: string;
  roomCodes: string[];
  checkIn: string;
  checkOut: string;
  currency: string;
  netMinor: number;
  bookedAt: Date;
}

/**
 * Latest first. `after` is the time and reference of the last booking shown. The booking is found by the reference at
 * the provider, with `booking_by_supplier_ref`.
 */
export async function listBookingsOfNight(
  db: Database,
  { environment, hotelId }: PropertyKey,
  { night, roomCode, after }: { night: string; roomCode: string | undefined; after: string | undefined },
  limit: number,
): Promise<BookingOfNight[]> {
  const [time, reference] = after?.split(' ') ?? [];
  return db<BookingOfNight[]>`
    SELECT sold.reference, booking.booking_id AS "bookingId", organisation.id AS "partnerId",
      organisation.name AS "partnerName", client_reference AS "clientReference", booking.status,
      test_mode AS "testMode", plan_code AS "planCode", room_codes AS "roomCodes", sold.check_in AS "checkIn",
      sold.check_out AS "checkOut", sold.currency, sold.net_minor AS "netMinor", sold.created_at AS "bookedAt"
    FROM inventory_booking AS sold
    LEFT JOIN booking ON provider = 'own' AND booking.supplier_ref = sold.supplier_ref
      AND (CASE WHEN test_mode THEN 'sandbox' ELSE booking.environment END) = sold.environment
    LEFT JOIN organisation ON organisation.id = booking.organisation_id
    WHERE sold.environment = ${environment} AND sold.hotel_id = ${hotelId} AND sold.check_in <= ${night}::date
      AND sold.check_in > ${night}::date - ${MAX_NIGHTS}::integer AND sold.check_out > ${night}::date
      AND state = 'BOOKED'
      ${roomCode === undefined ? db`` : db`AND ${roomCode} = ANY (room_codes)`}
      ${time === undefined ? db`` : db`AND (sold.created_at, sold.reference) < (${time}::timestamptz, ${reference ?? ''})`}
    ORDER BY sold.created_at DESC, sold.reference DESC LIMIT ${limit}`;
}
