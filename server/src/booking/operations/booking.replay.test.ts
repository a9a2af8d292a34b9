import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRequestOf, countRows, heldFor } from '../../../test/booking-steps.ts';
import { scriptedBooking } from '../../../test/scripted-booking.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';
import { type TimedBookingApp, timedBookingApp } from '../../../test/timed-booking-app.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { lockBooking } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import { peopleSafe } from '../bookings/people.ts';

let app: TimedBookingApp;
beforeAll(async () => {
  app = await timedBookingApp();
});
afterAll(() => app?.close());

type Body = Record<string, unknown>;
const bookAs = (request: Body, key?: string) =>
  app.call('booking', request, key === undefined ? {} : { headers: { 'idempotency-key': key } });
const isReplay = ({ headers }: HttpAnswer) => headers.get('idempotency-replayed') === 'true';
const codeOf = ({ status, json }: HttpAnswer) => `${status} ${json.error?.code}`;

async function journalled(clientReference: unknown): Promise<void> {
  for (;;) {
    const { status } = await app.call('bookingdetail', { clientReference });
    if (status === 200) return;
  }
}

describe('a repeated request', () => {
  test('a replay returns the same booking and sends nothing to the provider', async () => {
    const request = await bookRequestOf(app, 'ok');
    const first = await bookAs(request);
    expect(isReplay(first)).toBe(false);
    const rows = await countRows(app);
    const again = await bookAs(request);
    expect([again.status, isReplay(again)]).toEqual([200, true]);
    expect(again.json.booking).toEqual(first.json.booking);
    expect(await countRows(app)).toEqual(rows);
  });

  test('a replay may differ in field order and settings', async () => {
    const request = await bookRequestOf(app, 'ok', { members: { metadata: { a: '1', b: '2' } } });
    const first = await bookAs(request);
    const turned = Object.fromEntries(Object.entries(request).reverse());
    const settings = { timeout: 7_000, scenario: 'book.rejected' };
    const again = await bookAs({ ...turned, metadata: { b: '2', a: '1' }, settings });
    expect([again.status, isReplay(again)]).toEqual([200, true]);
    expect(again.json.booking.bookingId).toBe(first.json.booking.bookingId);
  });

  test('a replay may write amounts with a different number of decimals', async () => {
    const members = { priceTolerance: { amount: { amount: '10.00', currency: 'EUR' } } };
    const request = await bookRequestOf(app, 'ok', { members });
    const { amount, currency } = request.expectedPrice as { amount: string; currency: string };
    const first = await bookAs(request, 'spelling-1');
    expect(first.status).toBe(200);
    const rows = await countRows(app);
    for (const tolerance of ['10', '10.0', '010.00']) {
      const other = {
        ...request,
        expectedPrice: { amount: `0${amount.replace(/\.?0+$/, '')}`, currency },
        priceTolerance: { amount: { amount: tolerance, currency: 'EUR' } },
      };
      const again = await bookAs(other, 'spelling-1');
      expect([again.status, isReplay(again)]).toEqual([200, true]);
      expect(again.json.booking).toEqual(first.json.booking);
    }
    const cheaper = { ...request, priceTolerance: { amount: { amount: '1', currency: 'EUR' } } };
    expect(codeOf(await bookAs(cheaper))).toBe('409 DUPLICATE_CLIENT_REFERENCE');
    expect(await countRows(app)).toEqual(rows);
  });

  test('a replay works after the quote has expired', async () => {
    const request = await bookRequestOf(app, 'ok');
    await bookAs(request);
    await app.pass(21 * 60_000);
    expect((await bookAs(request)).status).toBe(200);
  });

  test('booking returns 409 with the bookingId when the client reference was used with another body', async () => {
    const request = await bookRequestOf(app, 'ok');
    const { bookingId } = (await bookAs(request)).json.booking;
    const rows = await countRows(app);
    const others = [{ remarks: 'Late' }, { metadata: { a: 'b' } }, { quoteId: 'quo_other' }];
    for (const other of others) {
      const answer = await bookAs({ ...request, ...other });
      expect(codeOf(answer)).toBe('409 DUPLICATE_CLIENT_REFERENCE');
      expect(answer.json.error.bookingId).toBe(bookingId);
    }
    expect(await countRows(app)).toEqual(rows);
  });

  test('a replay returns 202 while the outcome is open and 200 once it is known', async () => {
    const request = await bookRequestOf(app, 'book.timeout_then_confirmed');
    const running = bookAs(request);
    await journalled(request.clientReference);
    const during = await bookAs(request);
    expect([during.status, isReplay(during)]).toEqual([202, true]);
    expect(during.json.booking).toMatchObject({ status: 'PENDING', statusReason: 'IN_PROGRESS' });
    expect(codeOf(await bookAs({ ...request, remarks: 'x' }))).toBe('409 DUPLICATE_CLIENT_REFERENCE');

    const first = await app.during(running);
    expect(first.status).toBe(202);
    const unknown = await bookAs(request);
    expect([unknown.status, isReplay(unknown)]).toEqual([202, true]);

    await app.pass(10_000, 1_000);
    const settled = await bookAs(request);
    expect([settled.status, settled.json.booking.status]).toEqual([200, 'CONFIRMED']);
    expect(await heldFor(app, settled.json.booking.bookingId)).toBeDefined();
  });
});

describe('a repeated request for a rejected booking', () => {
  const refusalOf = ({ status, json }: HttpAnswer) => {
    const { requestId: _, ...error } = json.error ?? {};
    return { status, error };
  };

  test.each([
    ['book.rejected', 'BOOKING_REJECTED'],
    ['book.soldout', 'OFFER_NOT_AVAILABLE'],
    ['book.price_changed', 'PRICE_CHANGED'],
  ] as const)(
    'a replay of a booking rejected in the scenario %s returns 409 %s again',
    async (scenario, code) => {
      const request = await bookRequestOf(app, scenario);
      const first = await bookAs(request, `refused ${scenario}`);
      expect([codeOf(first), isReplay(first)]).toEqual([`409 ${code}`, false]);
      expect(first.json.error.bookingId).toMatch(/^bkg_/);
      expect(first.json.error.message).toContain('new client reference');
      const rows = await countRows(app);
      for (const key of [undefined, `refused ${scenario}`, 'another key']) {
        const again = await bookAs(request, key);
        expect(isReplay(again)).toBe(true);
        expect(refusalOf(again)).toEqual(refusalOf(first));
      }
      expect(await countRows(app)).toEqual(rows);
    },
  );

  test('another node returns the same rejection to a replay, from stored data', async () => {
    const request = await bookRequestOf(app, 'book.price_changed');
    const { error } = (await bookAs(request)).json;
    const node = await scriptedBooking(app, {});
    try {
      const { code, message, extras } = await node.fail('booking', request);
      expect({ code, message, bookingId: extras.bookingId, newPrice: extras.newPrice }).toEqual({
        code: error.code,
        message: error.message,
        bookingId: error.bookingId,
        newPrice: error.newPrice,
      });
      expect(extras.headers).toEqual({ 'idempotency-replayed': 'true' });
      expect(node.called).toEqual([]);
    } finally {
      await node.stop();
    }
  });

  test.each([
    ['book.on_request_reject', 60_000, 'PROVIDER_REFUSED'],
    ['book.timeout_then_absent', 180_000, 'NOT_FOUND_AT_PROVIDER'],
    ['book.late_confirmation', 300_000, 'COMPENSATED'],
  ] as const)(
    'a replay returns 409 BOOKING_REJECTED once an open booking in the scenario %s has been rejected',
    async (scenario, ms, reason) => {
      const request = await bookRequestOf(app, scenario);
      const first = await app.during(bookAs(request));
      expect(first.status).toBe(202);
      const { bookingId } = first.json.booking;
      await app.pass(ms, 5_000);
      const { booking } = (await app.call('bookingdetail', { bookingId })).json;
      expect(booking).toMatchObject({ status: 'REJECTED', statusReason: reason });
      const again = await bookAs(request);
      expect([codeOf(again), isReplay(again)]).toEqual(['409 BOOKING_REJECTED', true]);
      expect(again.json.error.bookingId).toBe(bookingId);
    },
  );

  test('a replay returns the original error code after a late confirmation was cancelled', async () => {
    const request = await bookRequestOf(app, 'book.soldout');
    const { bookingId } = (await bookAs(request)).json.error;
    const { ownerDb } = app.app.database;
    const parts = { safe: peopleSafe(Buffer.alloc(32, 7)), billing: undefined };
    await inTransaction(ownerDb, async tx => {
      const booking = await lockBooking(tx, bookingId);
      await changeBooking(tx, parts, booking, { event: { kind: 'COMPENSATED' } });
    });
    const again = await bookAs(request);
    expect([codeOf(again), isReplay(again)]).toEqual(['409 OFFER_NOT_AVAILABLE', true]);
    expect(again.json.error.bookingId).toBe(bookingId);
  });

  test('booking returns 409 DUPLICATE_CLIENT_REFERENCE when a rejected booking is retried with another body', async () => {
    const request = await bookRequestOf(app, 'book.soldout');
    await bookAs(request);
    const other = await bookAs({ ...request, remarks: 'Late' });
    expect(codeOf(other)).toBe('409 DUPLICATE_CLIENT_REFERENCE');
  });
});

describe('an idempotency key', () => {
  test('booking returns 422 when the idempotency key was used with another request', async () => {
    const request = await bookRequestOf(app, 'ok');
    const other = await bookRequestOf(app, 'ok');
    const { bookingId } = (await bookAs(request, 'key-1')).json.booking;
    const rows = await countRows(app);
    expect(codeOf(await bookAs(other, 'key-1'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    const cancel = await app.call('cancel', { bookingId }, { headers: { 'idempotency-key': 'key-1' } });
    expect(codeOf(cancel)).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(await countRows(app)).toEqual(rows);
    expect((await bookAs(other, 'key-2')).status).toBe(200);
  });

  test('a request with a known client reference is replayed with any idempotency key', async () => {
    const request = await bookRequestOf(app, 'ok');
    await bookAs(await bookRequestOf(app, 'ok'), 'key-3');
    await bookAs(request, 'key-4');
    for (const key of ['key-4', 'key-3', 'key-5', 'x'.repeat(300), undefined]) {
      const again = await bookAs(request, key);
      expect([again.status, isReplay(again)]).toEqual([200, true]);
    }
    expect(codeOf(await bookAs({ ...request, remarks: 'x' }, 'key-4'))).toBe(
      '409 DUPLICATE_CLIENT_REFERENCE',
    );
  });

  test('an idempotency key can be reused after an invalid request', async () => {
    const request = await bookRequestOf(app, 'ok');
    const wrong = { ...request, expectedPrice: { amount: '1.00', currency: 'EUR' } };
    expect(codeOf(await bookAs(wrong, 'key-6'))).toBe('422 PRICE_MISMATCH');
    expect((await bookAs(request, 'key-6')).status).toBe(200);
  });

  test.each([
    ['that is empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['of 8,000 characters', 'k'.repeat(8_000)],
  ])('booking rejects an idempotency key %s', async (_, key) => {
    const request = await bookRequestOf(app, 'ok');
    const rows = await countRows(app);
    expect(codeOf(await bookAs(request, key))).toBe('400 VALIDATION_ERROR');
    expect(await countRows(app)).toEqual(rows);
    expect((await bookAs(request)).status).toBe(200);
  });
});
