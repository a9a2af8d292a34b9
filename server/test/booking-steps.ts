import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { peopleSafe } from '../src/booking/bookings/people.ts';
import type { TestReservationRow } from '../src/platform/database/generated/tables.ts';
import { openEventData } from '../src/platform/events/outbox-store.ts';
import type { BookingApp } from './booking-app.ts';
import type { HttpAnswer } from './test-app.ts';

interface BookWish {
  members?: object;
  /** Additional fields of the search, such as rooms or `settings.scenario`. */
  search?: object;
}

/** Returns a request that books the cheapest offer of the scenario's hotel. */
export async function bookRequestOf(
  booking: BookingApp,
  scenario: ScenarioName,
  { members = {}, search = {} }: BookWish = {},
): Promise<Record<string, unknown>> {
  const found = await booking.search(scenario, search);
  const { offerId } = found.json.hotels[0].offers[0];
  const quote = await booking.call('prebooking', { offerId });
  if (quote.status !== 200) throw new Error(quote.text);
  return booking.bookingOf(quote.json, members);
}

export async function book(
  booking: BookingApp,
  scenario: ScenarioName,
  wish: BookWish = {},
): Promise<HttpAnswer> {
  return booking.call('booking', await bookRequestOf(booking, scenario, wish));
}

/** Returns the reservation that a test provider holds for a booking, which shows what was really sent. */
export async function heldFor(
  { app }: BookingApp,
  bookingId: string,
): Promise<TestReservationRow | undefined> {
  const rows = await app.database.ownerDb<TestReservationRow[]>`
    SELECT * FROM test_reservation WHERE reference = ${bookingId.slice('bkg_'.length)}`;
  if (rows.length > 1) throw new Error('one booking, two reservations');
  return rows[0];
}

export async function countRows({ app }: BookingApp): Promise<{ bookings: number; reservations: number }> {
  const [row] = await app.database.ownerDb<{ bookings: number; reservations: number }[]>`
    SELECT (SELECT count(*)::int FROM booking) AS bookings,
      (SELECT count(*)::int FROM test_reservation) AS reservations`;
  return row as { bookings: number; reservations: number };
}

export interface ToldEvent {
  type: string;
  version: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events freely
  data: any;
}

/** Returns the decrypted events of a booking, ordered by version. */
export async function eventsOf({ app }: BookingApp, bookingId: string): Promise<ToldEvent[]> {
  const { seal } = peopleSafe(Buffer.alloc(32, 7));
  const rows = await app.database.ownerDb<{ type: string; version: number; data: Buffer }[]>`
    SELECT type, version, data FROM outbox_event WHERE booking_id = ${bookingId} ORDER BY version`;
  return rows.map(({ type, version, data }) => ({ type, version, data: openEventData(seal, data) }));
}
