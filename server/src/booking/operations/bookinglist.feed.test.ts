/** Sorted by UPDATED ascending, bookinglist is a complete change feed: readers who follow the cursor miss nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book, bookRequestOf } from '../../../test/booking-steps.ts';

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());

interface Seen {
  bookingId: string;
  version: number;
  status: string;
}
const FEED = { sort: { by: 'UPDATED', direction: 'ASC' } };
const WRITERS = 20;

async function read(
  cursor: string | null,
  limit = 7,
): Promise<{ seen: Seen[]; cursor: string | null; hasMore: boolean }> {
  const { status, json } = await booking.call('bookinglist', {
    ...FEED,
    page: { limit, ...(cursor && { cursor }) },
  });
  expect(status).toBe(200);
  return { seen: json.bookings, cursor: json.page.nextCursor, hasMore: json.page.hasMore };
}

test('the cursor of the last bookinglist page stays valid and returns later changes', async () => {
  const { bookingId } = (await book(booking, 'ok')).json.booking;
  let cursor: string | null = null;
  const all: Seen[] = [];
  await expect
    .poll(async () => {
      const page = await read(cursor, 500);
      ({ cursor } = page);
      all.push(...page.seen);
      return all.map(each => each.bookingId);
    })
    .toContain(bookingId);
  const idle = await read(cursor, 500);
  expect([idle.seen, idle.hasMore, idle.cursor]).toEqual([[], false, cursor]);
  await booking.call('cancel', { bookingId });
  await expect
    .poll(async () => (await read(cursor, 500)).seen.map(({ status, version }) => `${status} ${version}`))
    .toEqual(['CANCELLED 4']);
});

test('bookinglist shows a new booking immediately by default and when sorted by UPDATED descending', async () => {
  const { bookingId } = (await book(booking, 'ok')).json.booking;
  for (const sort of [undefined, { by: 'UPDATED', direction: 'DESC' }]) {
    const { json } = await booking.call('bookinglist', { ...(sort && { sort }), page: { limit: 1 } });
    expect(json.bookings[0].bookingId).toBe(bookingId);
  }
});

test('a reader that follows the cursor during twenty concurrent writes sees the last version of every booking', async () => {
  // Delays commits at random, so that later changes often commit first.
  await booking.app.database.ownerDb.script(`
    CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(random() * 0.05); RETURN NULL; END';
    CREATE TRIGGER linger AFTER INSERT OR UPDATE ON booking FOR EACH ROW EXECUTE FUNCTION linger()`);
  const requests = await Promise.all(Array.from({ length: WRITERS * 2 }, () => bookRequestOf(booking, 'ok')));
  let areDone = false;
  const seen = new Map<string, number>();

  async function follow(): Promise<void> {
    let cursor: string | null = null;
    let idle = 0;
    while (idle < 3) {
      const page = await read(cursor);
      for (const { bookingId, version } of page.seen) {
        expect(version).toBeGreaterThan(seen.get(bookingId) ?? 0);
        seen.set(bookingId, version);
      }
      ({ cursor } = page);
      idle = areDone && page.seen.length === 0 ? idle + 1 : 0;
    }
  }
  async function write(writer: number): Promise<void> {
    for (const request of requests.slice(writer * 2, writer * 2 + 2)) {
      const { json } = await booking.call('booking', request);
      await booking.call('cancel', { bookingId: json.booking.bookingId });
    }
  }
  const reader = follow();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  areDone = true;
  await reader;
  const rows = await booking.app.database.ownerDb<{ booking_id: string; version: number }[]>`
    SELECT booking_id, version FROM booking`;
  expect(rows.length).toBeGreaterThan(WRITERS * 2);
  expect([...seen].sort()).toEqual(rows.map(({ booking_id, version }) => [booking_id, version]).sort());
});
