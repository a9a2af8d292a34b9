import { BOOKING_STATES } from '@serai/contract/booking/booking-states.ts';
import { BOOKING_DATE_TYPES, SORT_DIRECTIONS } from '@serai/contract/booking/bookinglist.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book } from '../../../test/booking-steps.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';

interface Row {
  id: string;
  reference: string;
  hotelId: string;
  status: string;
  needsAttention: boolean;
  lastName: string;
  /** Dates as sortable strings, exact to the microsecond or day. */
  CREATED: string;
  UPDATED: string;
  CHECK_IN: string;
  CHECK_OUT: string;
  FREE_CANCELLATION_UNTIL: string | null;
}

const COUNT = 30;
const NAMES = ['Ødegård', 'Müller', 'von Weiß'];
const REASONS: Record<string, string | null> = {
  PENDING: 'OUTCOME_UNKNOWN',
  REJECTED: 'SOLD_OUT',
  CANCEL_PENDING: 'OUTCOME_UNKNOWN',
  CANCELLED: 'BY_HOTEL',
};

/** One of ten days in 2020. Many bookings share a day. */
const day = (i: number, group: number, month: string, first = 10) =>
  `2020-${month}-${first + (Math.floor((i * 7) / group) % 10)}`;
/** Timestamps that differ by microseconds or not at all. */
const timestamp = (date: string, i: number) => `${date}T10:00:00.00000${i % 3}Z`;

function rowOf(i: number): Row {
  return {
    id: `bkg_LIST${String((i * 11) % COUNT).padStart(16, '0')}`,
    reference: `LIST-${i}`,
    hotelId: `htl_${i % 4}`,
    status: BOOKING_STATES[i % BOOKING_STATES.length] as string,
    needsAttention: i % 5 === 0,
    lastName: NAMES[i % 3] as string,
    CREATED: timestamp(day(i, 3, '01'), i),
    UPDATED: timestamp(day(i, 4, '02'), i),
    CHECK_IN: day(i, 5, '03'),
    CHECK_OUT: day(i, 6, '03', 20),
    FREE_CANCELLATION_UNTIL: i % 6 === 0 ? null : timestamp(day(i, 2, '02'), i),
  };
}
const ROWS = Array.from({ length: COUNT }, (_, i) => rowOf(i));

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
  const { ownerDb } = booking.app.database;
  const bases = new Map<string, string>();
  for (const lastName of NAMES) {
    const members = { holder: { firstName: 'Ada', lastName, email: 'ada@example.com' } };
    bases.set(lastName, (await book(booking, 'ok', { members })).json.booking.bookingId);
  }
  for (const row of ROWS) {
    const members = {
      booking_id: row.id,
      quote_id: `quo_${row.reference}`,
      client_reference: row.reference,
      hotel_id: row.hotelId,
      status: row.status,
      status_reason: REASONS[row.status] ?? null,
      needs_attention: row.needsAttention,
      created_at: row.CREATED,
      updated_at: row.UPDATED,
      check_in: row.CHECK_IN,
      check_out: row.CHECK_OUT,
      free_cancellation_until: row.FREE_CANCELLATION_UNTIL,
    };
    const base = bases.get(row.lastName) as string;
    await ownerDb`
      INSERT INTO booking SELECT (jsonb_populate_record(b, ${ownerDb.json(members)}::jsonb)).*
      FROM booking b WHERE booking_id = ${base}`;
  }
  await ownerDb`DELETE FROM outbox_event`;
  await ownerDb`DELETE FROM job`;
  for (const base of bases.values()) {
    for (const table of ['booking_exchange', 'booking_attempt', 'booking_history']) {
      await ownerDb.script(`DELETE FROM ${table} WHERE booking_id = '${base}'`);
    }
    await ownerDb`DELETE FROM booking WHERE booking_id = ${base}`;
  }
});
afterAll(() => booking?.close());

const list = (body: object) => booking.call('bookinglist', body);
const idsOf = ({ json }: HttpAnswer): string[] =>
  json.bookings.map(({ bookingId }: { bookingId: string }) => bookingId);

describe('filters of a booking list', () => {
  const dated = (dateType: (typeof BOOKING_DATE_TYPES)[number], from?: string, to?: string) => ({
    filters: { dateType, ...(from && { from }), ...(to && { to }) },
    fits: (row: Row) => {
      const value = row[dateType];
      if (value === null) return false;
      const isDate = (text: string) => !text.includes('T');
      const end = to && isDate(to) && !isDate(value) ? `${to}T99` : to;
      const isBefore = end === undefined || (isDate(to ?? '') ? value <= end : value < end);
      return (from === undefined || value >= from) && isBefore;
    },
  });
  test.each<{ filters: object; fits(row: Row): boolean }>([
    { filters: {}, fits: () => true },
    dated('CREATED', '2020-01-13'),
    dated('CREATED', '2020-01-13', '2020-01-15'),
    dated('CREATED', '2020-01-13T10:00:00.000001Z', '2020-01-15T10:00:00.000002Z'),
    dated('CREATED', undefined, '2020-01-15T10:00:00.000000Z'),
    dated('UPDATED', '2020-02-12', '2020-02-12'),
    dated('UPDATED', '2020-02-12T10:00:00.000002Z'),
    dated('CHECK_IN', '2020-03-14', '2020-03-16'),
    dated('CHECK_IN', undefined, '2020-03-14'),
    dated('CHECK_OUT', '2020-03-25', '2020-03-25'),
    dated('FREE_CANCELLATION_UNTIL', '2020-02-13', '2020-02-18'),
    dated('FREE_CANCELLATION_UNTIL', '0001-01-01', '9999-12-31'),
    { filters: { from: '2020-01-19' }, fits: row => row.CREATED >= '2020-01-19' },
    { filters: { statuses: ['CONFIRMED'] }, fits: row => row.status === 'CONFIRMED' },
    { filters: { statuses: ['NO_SHOW', 'PENDING'] }, fits: row => /NO_SHOW|^PENDING/.test(row.status) },
    { filters: { hotelIds: ['htl_1', 'htl_3', 'htl_9'] }, fits: row => /1|3/.test(row.hotelId) },
    {
      filters: { clientReferences: ['LIST-3', 'LIST-4', 'NONE'] },
      fits: row => /-[34]$/.test(row.reference),
    },
    { filters: { needsAttention: true }, fits: row => row.needsAttention },
    { filters: { needsAttention: false }, fits: row => !row.needsAttention },
    ...['Ødegård', 'øDEGÅRD', 'Ødegard', 'Odegard', 'ODEGÅRD'].map(holderLastName => ({
      filters: { holderLastName },
      fits: (row: Row) => row.lastName === 'Ødegård',
    })),
    ...['Müller', 'MULLER', 'mu\u0308ller'].map(holderLastName => ({
      filters: { holderLastName },
      fits: (row: Row) => row.lastName === 'Müller',
    })),
    { filters: { holderLastName: ' Von  WEISS ' }, fits: row => row.lastName === 'von Weiß' },
    { filters: { holderLastName: 'Mull' }, fits: () => false },
    {
      filters: {
        statuses: ['CONFIRMED', 'CANCELLED'],
        holderLastName: 'muller',
        hotelIds: ['htl_1', 'htl_2'],
      },
      fits: row =>
        /^(CONFIRMED|CANCELLED)$/.test(row.status) && row.lastName === 'Müller' && /1|2/.test(row.hotelId),
    },
  ])('bookinglist filters by $filters', async ({ filters, fits }) => {
    const answer = await list({ filters });
    expect(answer.status).toBe(200);
    const expected = ROWS.filter(fits).map(({ id }) => id);
    expect(idsOf(answer).sort()).toEqual(expected.sort());
  });
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

describe.each(BOOKING_DATE_TYPES.flatMap(by => SORT_DIRECTIONS.map(direction => ({ by, direction }))))(
  'bookings sorted by $by $direction',
  ({ by, direction }) => {
    const sign = direction === 'ASC' ? 1 : -1;
    const inOrder = (a: Row, b: Row) => sign * (compare(a[by] ?? '', b[by] ?? '') || compare(a.id, b.id));
    // Bookings without a sort date come last in both directions.
    const ordered = [ROWS.filter(row => row[by] !== null), ROWS.filter(row => row[by] === null)]
      .flatMap(rows => rows.sort(inOrder))
      .map(({ id }) => id);

    test.each([1, 7, 500])(
      'bookinglist pages of %d bookings contain each booking once, in sort order',
      async limit => {
        const seen: string[] = [];
        let cursor: string | null = null;
        for (;;) {
          const answer: HttpAnswer = await list({
            sort: { by, direction },
            page: { limit, ...(cursor && { cursor }) },
          });
          seen.push(...idsOf(answer));
          const { page } = answer.json;
          if (!page.hasMore) break;
          cursor = page.nextCursor;
        }
        expect(seen).toEqual(ordered);
      },
    );
  },
);

test('bookinglist sorts by creation time, newest first, by default', async () => {
  const newest = idsOf(await list({}));
  expect(newest).toEqual(idsOf(await list({ sort: { by: 'CREATED', direction: 'DESC' } })));
  expect(newest).toHaveLength(COUNT);
});

describe('a cursor', () => {
  const first = async (body: object) => (await list({ ...body, page: { limit: 3 } })).json.page.nextCursor;
  const refuses = async (body: object, cursor: string) => {
    const { status, json } = await list({ ...body, page: { cursor } });
    expect([status, json.error?.code]).toEqual([400, 'INVALID_CURSOR']);
  };

  test('bookinglist rejects a cursor that was issued for other filters or another sort order', async () => {
    const cursor = await first({ filters: { needsAttention: false } });
    await refuses({}, cursor);
    await refuses({ filters: { needsAttention: true } }, cursor);
    await refuses({ filters: { needsAttention: false, statuses: ['CONFIRMED'] } }, cursor);
    await refuses({ filters: { needsAttention: false }, sort: { by: 'CHECK_IN' } }, cursor);
    await refuses({ filters: { needsAttention: false }, sort: { direction: 'ASC' } }, cursor);
    const same = { filters: { needsAttention: false }, sort: { direction: 'DESC', by: 'CREATED' } };
    expect((await list({ ...same, page: { cursor } })).status).toBe(200);
  });

  test('bookinglist rejects a forged cursor', async () => {
    const cursor = await first({});
    const bytes = Buffer.from(cursor, 'base64url');
    for (let at = 0; at < bytes.length; at += 5) {
      const forged = Buffer.from(bytes);
      forged[at] = (forged[at] as number) ^ 1;
      await refuses({}, forged.toString('base64url'));
    }
    for (const wrong of ['x', `${cursor}A`, cursor.slice(1), '["2030","x"]']) await refuses({}, wrong);
  });
});
