import { randomBytes } from 'node:crypto';
import type { listRequests, showRequest } from '@serai/contract/account/requests.ts';
import { availability } from '@serai/contract/booking/availability.ts';
import { booking } from '@serai/contract/booking/booking.ts';
import { cancel } from '@serai/contract/booking/cancel.ts';
import { prebooking } from '@serai/contract/booking/prebooking.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { callOperator } from '../../../../test/call-operator.ts';
import { testDatabase } from '../../../../test/database.ts';
import { finishedExchange } from '../../../../test/finished-exchange.ts';
import { keyRecord } from '../../../../test/key-record.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { FAILURE, recordsOn, SUCCESS } from '../../../../test/records-under-test.ts';
import type { Exchange } from '../../exchange.ts';
import type { Outcome } from '../../records/log-row.ts';
import { requestsList, requestsShow } from './requests-list.ts';

type Page = z.output<typeof listRequests.output>;

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 2, 10, 12, 0, 0, 123);
const production = keyRecord({ environment: 'production' });

const clock = new ManualClock(START_MS);

function write(
  requestId: string,
  hoursAgo: number,
  outcome: Outcome = SUCCESS,
  members: Partial<Exchange> = {},
) {
  const arrivedAtMs = START_MS - hoursAgo * HOUR_MS;
  const exchange = finishedExchange(
    { nowMs: () => arrivedAtMs, monotonicMs: () => 0 },
    { requestId, record: production, ...members },
  );
  records.record(exchange, outcome);
}

const database = await testDatabase();
const records = recordsOn(database.db, clock);
const parts = {
  clock,
  cursorKey: randomBytes(32),
  retentionDays: 30,
  droppedRows: async () => records.state().droppedRows,
};
write('req_1', 1);
write('req_2', 2, { ...FAILURE, status: 503, code: 'SERVICE_UNAVAILABLE' });
write('req_3', 3, SUCCESS, { record: keyRecord({ id: 'other_key', environment: 'sandbox' }) });
write('req_4', 4, { ...SUCCESS, bookingId: 'bkg_4' }, { operation: booking as Operation });
write('req_old', 30, { ...SUCCESS, bookingId: 'bkg_old' }, { address: '198.51.100.9' });
write('req_1', 50);
write('req_foreign', 1, SUCCESS, { record: keyRecord({ organisationId: 'org_foreign' }) });
await records.flush();
afterAll(async () => {
  await records.stop();
  await database.drop();
});

const list = (input: object = {}, organisation = 'org_test') =>
  callOperator<Page>(database, requestsList(parts), organisation, input);
const ids = async (input: object = {}) => (await list(input)).requests.map(({ requestId }) => requestId);

describe('requests/list', () => {
  test("requests/list returns the partner's requests from the last 24 hours in both environments, newest first", async () => {
    expect(await ids()).toEqual(['req_1', 'req_2', 'req_3', 'req_4']);
    expect((await list({}, 'org_foreign')).requests).toHaveLength(1);
    expect((await list({}, 'org_nobody')).requests).toEqual([]);
  });

  test('requests/list covers the requested period, or the whole log when an ID is given', async () => {
    const at = (hoursAgo: number) => new Date(START_MS - hoursAgo * HOUR_MS).toISOString();
    expect(await ids({ from: at(40) })).toEqual(['req_1', 'req_2', 'req_3', 'req_4', 'req_old']);
    expect(await ids({ from: at(3), to: at(1) })).toEqual(['req_2', 'req_3']);
    expect(await ids({ to: at(20) })).toEqual(['req_old']);
    expect(await ids({ requestId: 'req_1' })).toEqual(['req_1', 'req_1']);
    expect(await ids({ bookingId: 'bkg_old' })).toEqual(['req_old']);
  });

  test('requests/list applies each filter and combines several filters', async () => {
    expect(await ids({ environment: 'sandbox' })).toEqual(['req_3']);
    expect(await ids({ keyId: 'other_key' })).toEqual(['req_3']);
    expect(await ids({ status: 503 })).toEqual(['req_2']);
    expect(await ids({ statusClass: '5xx' })).toEqual(['req_2']);
    expect(await ids({ statusClass: '2xx', operation: 'booking' })).toEqual(['req_4']);
    expect(await ids({ code: 'SERVICE_UNAVAILABLE', environment: 'production' })).toEqual(['req_2']);
    expect(await ids({ operation: 'booking' })).toEqual(['req_4']);
    expect(await ids({ operation: 'booking', status: 503 })).toEqual([]);
    expect(await ids({ address: '198.51.100.9' })).toEqual([]);
    expect(await ids({ idempotencyKey: 'none' })).toEqual([]);
  });

  test('requests/list pages through a fixed period without gaps or duplicates, even with equal timestamps', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    const moving = new ManualClock(START_MS);
    for (let page = 0; page < 10; page++) {
      const input = { page: { limit: 1, ...(cursor && { cursor }) } };
      const answer = await callOperator<Page>(
        database,
        requestsList({ ...parts, clock: moving }),
        'org_test',
        input,
      );
      seen.push(...answer.requests.map(({ requestId }) => requestId));
      cursor = answer.page.nextCursor ?? undefined;
      expect(answer.page.hasMore).toBe(cursor !== undefined);
      if (cursor === undefined) break;
      moving.stepCalendar(21 * HOUR_MS);
    }
    expect(seen).toEqual(['req_1', 'req_2', 'req_3', 'req_4']);

    const busy = keyRecord({ organisationId: 'org_busy' });
    for (let i = 0; i < 25; i++) write(`req_${i}`, 1, SUCCESS, { record: busy });
    await records.flush();
    const all = new Set<string>();
    for (let next: string | null | undefined; next !== null; ) {
      const input = { page: { limit: 7, ...(next && { cursor: next }) } };
      const answer = await list(input, 'org_busy');
      for (const { rowId } of answer.requests) all.add(rowId);
      next = answer.page.nextCursor;
    }
    expect(all.size).toBe(25);
  });

  test('requests/list rejects a cursor that was changed or was issued for other filters or another partner', async () => {
    const { page } = await list({ page: { limit: 1 } });
    const cursor = page.nextCursor as string;
    const refused = { code: 'INVALID_CURSOR' };
    const changed = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
    await expect(list({ page: { cursor: changed } })).rejects.toMatchObject(refused);
    await expect(list({ status: 200, page: { cursor } })).rejects.toMatchObject(refused);
    await expect(list({ page: { cursor } }, 'org_foreign')).rejects.toMatchObject(refused);
    await expect(list({ page: { cursor, limit: 2 } })).resolves.toBeDefined();
  });

  test('requests/list accepts periods with timestamps from the year 1 to the year 9999', async () => {
    expect(await ids({ from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' })).toHaveLength(6);
    expect(await ids({ to: '0001-01-01T00:00:00Z' })).toEqual([]);
  });
});

describe('requests/show', () => {
  const show = (rowId: string, organisation = 'org_test') =>
    callOperator<z.output<typeof showRequest.output>>(database, requestsShow(), organisation, { rowId });

  test('requests/show returns one row with its bodies', async () => {
    const { requests } = await list({ status: 503 });
    const shown = await show(requests[0]?.rowId as string);
    expect(shown).toEqual({ request: requests[0], requestBody: null, answerBody: null, related: [] });
    const ofBooking = (await list({ bookingId: 'bkg_4' })).requests[0];
    expect(await show(ofBooking?.rowId as string)).toMatchObject({ answerBody: {} });
  });

  test('requests/show returns the search, the quote and the cancellation of a booking, and nothing of other partners', async () => {
    const journey = (organisationId: string, name: string) => {
      const record = keyRecord({ id: `key_${organisationId}`, organisationId, environment: 'sandbox' });
      const [offerId, quoteId, bookingId] = [`off_${name}`, `quo_${name}`, `bkg_${name}`];
      const send = (operation: Operation, minutesAgo: number, request: object, answer: object, more = {}) =>
        write(
          `req_${name}_${operation.name}`,
          minutesAgo / 60,
          { ...SUCCESS, ...more, answerBody: JSON.stringify(answer) },
          { record, operation, requestBody: Buffer.from(JSON.stringify(request)) },
        );
      const hotels = [{ hotelId: 'htl_1', offers: [{ offerId }] }];
      send(availability as Operation, 50, {}, { hotels });
      send(prebooking as Operation, 40, { offerId }, { quoteId });
      send(booking as Operation, 30, { quoteId }, {}, { bookingId });
      send(cancel as Operation, 20, { bookingId, mode: 'QUOTE' }, {}, { bookingId });
    };
    journey('org_chain', 'a');
    journey('org_chain', 'b');
    journey('org_other', 'a');
    await records.flush();
    const booked = (await list({ bookingId: 'bkg_a' }, 'org_chain')).requests.find(
      ({ operation }) => operation === 'booking',
    );
    const { related } = await show(booked?.rowId as string, 'org_chain');
    expect(related.map(({ requestId, partnerId }) => [requestId, partnerId])).toEqual(
      ['availability', 'prebooking', 'cancel'].map(name => [`req_a_${name}`, 'org_chain']),
    );
  });

  const sendFrom =
    (record: Exchange['record']) =>
    (
      requestId: string,
      operation: Operation,
      minutesAgo: number,
      request: object,
      answer: object,
      more = {},
    ) =>
      write(
        requestId,
        minutesAgo / 60,
        { ...SUCCESS, ...more, answerBody: JSON.stringify(answer) },
        { record, operation, requestBody: Buffer.from(JSON.stringify(request)) },
      );
  const relatedTo = async (requestId: string, organisation: string) => {
    const { requests } = await list({ requestId }, organisation);
    const { related } = await show(requests[0]?.rowId as string, organisation);
    return related.map(each => each.requestId);
  };

  test('requests/show finds the quote of a booking that was cancelled with another key', async () => {
    const key = (id: string) => keyRecord({ id, organisationId: 'org_keys', environment: 'sandbox' });
    const bookingId = 'bkg_keys';
    const first = sendFrom(key('key_first'));
    first('req_keys_quote', prebooking as Operation, 50, { offerId: 'off_k' }, { quoteId: 'quo_k' });
    first('req_keys_booking', booking as Operation, 40, { quoteId: 'quo_k' }, {}, { bookingId });
    sendFrom(key('key_second'))('req_keys_cancel', cancel as Operation, 30, { bookingId }, {}, { bookingId });
    await records.flush();
    expect(await relatedTo('req_keys_cancel', 'org_keys')).toEqual(['req_keys_quote', 'req_keys_booking']);
  });

  test('requests/show does not link requests by ids that are missing', async () => {
    const record = keyRecord({ id: 'key_empty', organisationId: 'org_empty', environment: 'sandbox' });
    const send = sendFrom(record);
    send('req_empty_quote', prebooking as Operation, 50, { offerId: 'off_e' }, {});
    send('req_empty_booking', booking as Operation, 40, { quoteId: '' }, {});
    send('req_empty_cancel', cancel as Operation, 30, { bookingId: '' }, {});
    await records.flush();
    expect(await relatedTo('req_empty_booking', 'org_empty')).toEqual([]);
    expect(await relatedTo('req_empty_quote', 'org_empty')).toEqual([]);
  });

  test('a logged request to cancel states its mode, unless it is invalid or the body is missing', async () => {
    const record = keyRecord({ id: 'key_modes', organisationId: 'org_modes', environment: 'sandbox' });
    const send = sendFrom(record);
    const [bookingId, more] = ['bkg_modes', { bookingId: 'bkg_modes' }];
    send('req_quote', cancel as Operation, 50, { bookingId, mode: 'QUOTE' }, {}, more);
    send('req_commit', cancel as Operation, 40, { bookingId }, {}, more);
    send('req_invalid', cancel as Operation, 30, { bookingId, mode: 'BOTH' }, {}, more);
    send('req_book', booking as Operation, 20, { mode: 'QUOTE' }, {}, more);
    await records.flush();
    const { requests } = await list({ bookingId }, 'org_modes');
    expect(Object.fromEntries(requests.map(each => [each.requestId, each.cancelMode]))).toEqual({
      req_quote: 'QUOTE',
      req_commit: 'COMMIT',
      req_invalid: null,
      req_book: null,
    });
  });

  test('requests/show returns 404 for a row of another partner and for an unknown ID', async () => {
    const rowId = (await list()).requests[0]?.rowId as string;
    const unknown = { code: 'NOT_FOUND' };
    await expect(show(rowId, 'org_foreign')).rejects.toMatchObject(unknown);
    await expect(show('log_01J9ZD8K5M')).rejects.toMatchObject(unknown);
    await expect(show(`${rowId}0`)).rejects.toMatchObject(unknown);
    await expect(show(`log_${'x'.repeat(20)}_zzzzzzzzzz`)).rejects.toMatchObject(unknown);
  });
});
