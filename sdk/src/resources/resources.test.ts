import { afterAll, describe, expect, test, vi } from 'vitest';
import { failure, hangUp, scriptedServer, thrown } from '../../test/scripted-server.ts';

const server = await scriptedServer();
afterAll(() => server.close());

const page = (nextCursor: string | null, hasMore = nextCursor !== null) => ({
  page: { nextCursor, hasMore },
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('each', () => {
  test('each() returns the records from all pages and sends the same filters for each page', async () => {
    const hotels = (...ids: string[]) => ids.map(hotelId => ({ hotelId }));
    server.script(
      { body: { hotels: hotels('a', 'b'), ...page('2') } },
      { body: { hotels: [], ...page('3') } },
      { body: { hotels: hotels('c'), ...page(null) } },
    );
    const found = server.client().content.hotels.each({ countryCode: 'ES', page: { limit: 2 } });
    expect((await all(found)).map(({ hotelId }) => hotelId)).toEqual(['a', 'b', 'c']);
    expect(server.received.map(({ json }) => json)).toEqual([
      { countryCode: 'ES', page: { limit: 2 } },
      { countryCode: 'ES', page: { limit: 2, cursor: '2' } },
      { countryCode: 'ES', page: { limit: 2, cursor: '3' } },
    ]);
  });

  test('each() requests a page only when the caller reaches it', async () => {
    server.script({ body: { rooms: [{ roomCode: 'a' }, { roomCode: 'b' }], ...page('2') } });
    for await (const room of server.client().content.rooms.each()) {
      expect(room.roomCode).toBe('a');
      break;
    }
    expect(server.received).toHaveLength(1);
  });

  test('each() also works for lists without pages, and pages() returns whole responses', async () => {
    const { content } = server.client();
    server.script({ body: { boards: [{ code: 'BB' }] } });
    expect(await all(content.boards.each())).toEqual([{ code: 'BB' }]);
    expect(server.received[0]?.json, 'a list without pages sends no page').toEqual({});
    server.script({ body: { hotels: [], meta: { processedAt: 'then' }, ...page(null) } });
    for await (const answer of content.hotels.each().pages()) expect(answer.meta.processedAt).toBe('then');
  });

  test('bookings.each sends the filters, the sort order and the page size', async () => {
    server.script({ body: { bookings: [{ bookingId: 'bkg_1' }], ...page(null) } });
    const sort = { by: 'CHECK_IN', direction: 'ASC' } as const;
    const found = server.client().bookings.each({ statuses: ['CONFIRMED'] }, { sort, limit: 500 });
    expect((await all(found)).map(({ bookingId }) => bookingId)).toEqual(['bkg_1']);
    expect(server.received[0]?.json).toEqual({
      filters: { statuses: ['CONFIRMED'] },
      sort,
      page: { limit: 500 },
    });
  });

  test('each() stops at an error and throws it', async () => {
    server.script({ body: { hotels: [{ hotelId: 'a' }], ...page('2') } }, failure(400, 'INVALID_CURSOR'));
    const error = await thrown(all(server.client().content.hotels.each()));
    expect(error.code).toBe('INVALID_CURSOR');
  });
});

test('each() throws an error instead of looping endlessly if the cursor of a list does not change', async () => {
  server.script({ body: { hotels: [{ hotelId: 'a' }], ...page('same') } });
  const error = await thrown(all(server.client().content.hotels.each()));
  expect([error.name, server.received.length]).toEqual(['SeraiError', 2]);
});

describe('changes', () => {
  test('bookings.changes returns pages with the cursor to store and stops when there are no more changes', async () => {
    server.script(
      { body: { bookings: [{ bookingId: 'bkg_1' }], ...page('c1') } },
      { body: { bookings: [{ bookingId: 'bkg_2' }], ...page('c2', false) } },
    );
    const pages = await all(server.client().bookings.changes({ cursor: 'c0' }));
    expect(pages.map(({ bookings, cursor }) => [bookings[0]?.bookingId, cursor])).toEqual([
      ['bkg_1', 'c1'],
      ['bkg_2', 'c2'],
    ]);
    const sort = { by: 'UPDATED', direction: 'ASC' };
    expect(server.received.map(({ json }) => json)).toEqual([
      { sort, page: { cursor: 'c0' } },
      { sort, page: { cursor: 'c1' } },
    ]);
  });

  test('bookings.changes returns nothing if nothing has changed', async () => {
    server.script({ body: { bookings: [], ...page('c0', false) } });
    expect(await all(server.client().bookings.changes({ cursor: 'c0' }))).toEqual([]);
    server.script({ body: { bookings: [], ...page(null) } });
    expect(await all(server.client().bookings.changes())).toEqual([]);
  });
});

describe('waitUntilSettled', () => {
  const processedAt = '2027-01-01T00:00:00.000Z';
  const booking = (status: string, nextCheckAt?: string) => ({
    body: {
      booking: { bookingId: 'bkg_1', status, resolution: nextCheckAt === undefined ? null : { nextCheckAt } },
      meta: { processedAt },
    },
  });
  const SOON = '2027-01-01T00:00:00.000Z';

  test('waitUntilSettled polls until the booking is no longer PENDING, ON_REQUEST or CANCEL_PENDING', async () => {
    server.script(
      booking('PENDING', SOON),
      booking('ON_REQUEST', SOON),
      booking('CANCEL_PENDING', SOON),
      booking('CANCELLED'),
    );
    const answer = await server.client().bookings.waitUntilSettled({ clientReference: 'REF-1' });
    expect(answer.booking.status).toBe('CANCELLED');
    expect(server.received.map(({ json }) => json)).toEqual(Array(4).fill({ clientReference: 'REF-1' }));
  });

  test('waitUntilSettled keeps polling a booking with an unknown status while it has a resolution', async () => {
    server.script(booking('HALF_BOOKED', SOON), booking('FULLY_BOOKED'));
    const answer = await server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' });
    expect(answer.booking.status).toBe('FULLY_BOOKED');
  });

  test('waitUntilSettled continues after temporary failures, and throws after permanent ones and after a Retry-After that is too long', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const serai = server.client({ maxRetries: 0 });
    server.script(hangUp, booking('CONFIRMED'));
    expect((await serai.bookings.waitUntilSettled({ bookingId: 'bkg_1' })).booking.status).toBe('CONFIRMED');
    server.script(failure(404, 'BOOKING_NOT_FOUND'));
    expect((await thrown(serai.bookings.waitUntilSettled({ bookingId: 'bkg_1' }))).code).toBe(
      'BOOKING_NOT_FOUND',
    );
    server.script({ ...failure(429, 'RATE_LIMIT_EXCEEDED'), headers: { 'retry-after': '40000' } });
    expect((await thrown(serai.bookings.waitUntilSettled({ bookingId: 'bkg_1' }))).retryAfter).toBe(40_000);
  });

  test('waitUntilSettled respects the Retry-After of a failed read', async () => {
    const busy = { ...failure(503, 'SERVICE_UNAVAILABLE'), headers: { 'retry-after': '2' } };
    server.script(busy, booking('CONFIRMED'));
    const startedMs = performance.now();
    await server.client({ maxRetries: 0 }).bookings.waitUntilSettled({ bookingId: 'bkg_1' });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_990);
  });

  test("waitUntilSettled polls less often if the server's own checks are overdue", async () => {
    server.script(booking('PENDING', '2026-12-31T23:00:00.000Z'));
    await thrown(server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { timeout: 2_500 }));
    expect(server.received.length).toBeLessThanOrEqual(2);
  });

  test('waitUntilSettled rejects a timeout that is not a number', async () => {
    const error = await thrown(
      server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { timeout: Number.NaN }),
    );
    expect(error.message).toContain('timeout');
  });

  test('waitUntilSettled throws after the timeout and reports the last known state', async () => {
    server.script(booking('PENDING', SOON));
    const error = await thrown(
      server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { timeout: 2_000 }),
    );
    expect(error.name).toBe('TimeoutError');
    expect(error.message).toBe(
      'bkg_1 is still PENDING after 2000 ms. Call waitUntilSettled again to keep waiting.',
    );
    server.script(() => {});
    const silent = server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { timeout: 100 });
    expect((await thrown(silent)).message).toContain('could not be read');
  });

  test('waitUntilSettled throws immediately when it is aborted', async () => {
    server.script(booking('PENDING', '2027-01-01T01:00:00Z'));
    const controller = new AbortController();
    const { signal } = controller;
    setTimeout(() => controller.abort(), 100);
    const error = await thrown(server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { signal }));
    expect(error.name).toBe('AbortedError');
    expect(server.received.length, 'no further read is sent').toBeLessThanOrEqual(1);
    const aborted = AbortSignal.abort();
    server.script(booking('PENDING', SOON));
    const before = server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { signal: aborted });
    expect([(await thrown(before)).name, server.received.length]).toEqual(['AbortedError', 0]);
  });
});

test('availabilityPages returns all pages of one search', async () => {
  server.script({ body: { hotels: [1], ...page('2') } }, { body: { hotels: [2], ...page(null) } });
  const stay = {
    checkIn: '2027-01-01',
    checkOut: '2027-01-02',
    occupancies: [{ adults: 2 }],
    hotelIds: ['htl_1'],
  };
  const pages = await all(server.client().hotels.availabilityPages({ ...stay, page: { limit: 1 } }));
  expect(pages.map(({ hotels }) => hotels)).toEqual([[1], [2]]);
  expect(server.received.map(({ json }) => json)).toEqual([
    { ...stay, page: { limit: 1 } },
    { ...stay, page: { limit: 1, cursor: '2' } },
  ]);
});
