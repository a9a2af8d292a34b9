import { toMinorUnits } from '@serai/contract/shared/amounts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book, eventsOf, heldFor } from '../../../test/booking-steps.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());

const codeOf = ({ status, json }: HttpAnswer) => `${status} ${json.error?.code}`;
const cancel = (body: object, headers?: Record<string, string>) =>
  booking.call('cancel', body, headers ? { headers } : {});
const zero = { amount: '0.00', currency: 'EUR' };
const less = (money: { amount: string; currency: string }) => ({
  ...money,
  amount: (Number(toMinorUnits(money) - 1n) / 100).toFixed(2),
});

describe('a free cancellation', () => {
  test('a free cancellation needs no maxPenalty', async () => {
    const made = (await book(booking, 'cancel.free')).json.booking;
    const { bookingId, price } = made;
    const { status, json } = await cancel({ bookingId, reason: 'The traveller fell ill' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ penalty: zero, refund: price.net });
    expect(json).not.toHaveProperty('validUntil');
    expect(json.booking).toMatchObject({
      status: 'CANCELLED',
      statusReason: 'BY_CLIENT',
      version: 4,
      currentPenalty: null,
      resolution: null,
    });
    expect(json.booking.cancelledAt).not.toBeNull();
    expect((await heldFor(booking, bookingId))?.cancelled_at).not.toBeNull();
    const events = (await eventsOf(booking, bookingId)).map(({ type, data }) => `${type} ${data.actor}`);
    expect(events.slice(2)).toEqual(['booking.cancel_pending CLIENT', 'booking.cancelled PROVIDER']);
  });

  test('a repeated cancellation returns the same result for either id and any maxPenalty', async () => {
    const { bookingId, clientReference } = (await book(booking, 'ok')).json.booking;
    const first = await cancel({ clientReference });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    for (const body of [
      { bookingId },
      { clientReference, maxPenalty: { amount: '9.00', currency: 'EUR' } },
    ]) {
      const again = await cancel(body);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(again.json).toMatchObject({ booking: first.json.booking, penalty: zero });
    }
  });

  test('cancel returns the provider exchange when auditTransactions is set', async () => {
    const { bookingId } = (await book(booking, 'ok')).json.booking;
    const { json } = await cancel({ bookingId, settings: { auditTransactions: true } });
    expect(json.audit.transactions).toMatchObject([{ operation: 'cancel', outcome: 'CANCELLED' }]);
    const kept = await booking.call('bookingdetail', { bookingId, include: ['audit'] });
    expect(kept.json.audit.transactions.map((each: { operation: string }) => each.operation)).toEqual([
      'book',
      'cancel',
    ]);
  });
});

describe.each([
  ['cancel.penalty', false],
  ['cancel.nonrefundable', true],
] as const)('a cancellation with a penalty (%s)', (scenario, isFull) => {
  test('cancel requires the client to accept a penalty and never charges more than the client accepted', async () => {
    const made = (await book(booking, scenario)).json.booking;
    expect(made).not.toHaveProperty('penalty');
    const { bookingId, price } = made;
    const { penalty } = (await cancel({ bookingId, mode: 'QUOTE' })).json;
    expect(toMinorUnits(penalty) > 0n).toBe(true);
    if (isFull) expect(penalty).toEqual(price.net);
    for (const maxPenalty of [undefined, zero, less(penalty)]) {
      const refused = await cancel({ bookingId, maxPenalty });
      expect(codeOf(refused)).toBe('409 CANCELLATION_PENALTY_CHANGED');
      expect(refused.json.error).toMatchObject({ bookingId, details: [{ path: '/maxPenalty', penalty }] });
      expect(refused.json.error.message).toContain(penalty.amount);
    }
    expect((await heldFor(booking, bookingId))?.cancelled_at).toBeNull();
    const { status, json } = await cancel({ bookingId, maxPenalty: penalty });
    expect(status).toBe(200);
    expect(json.penalty).toEqual(penalty);
    expect(json.booking.penalty).toEqual(penalty);
    expect((await booking.call('bookingdetail', { bookingId })).json.booking.penalty).toEqual(penalty);
    expect(toMinorUnits(json.refund)).toBe(toMinorUnits(price.net) - toMinorUnits(penalty));
    const again = await cancel({ bookingId });
    expect([again.status, again.json.penalty]).toEqual([200, penalty]);
  });

  test('cancel accepts any penalty when maxPenalty is huge', async () => {
    const { bookingId } = (await book(booking, scenario)).json.booking;
    const maxPenalty = { amount: '999999999999999.99', currency: 'EUR' };
    expect((await cancel({ bookingId, maxPenalty })).status).toBe(200);
  });
});

test.each(['QUOTE', 'COMMIT'])(
  'cancel rejects a maxPenalty in another currency instead of converting it (%s)',
  async mode => {
    const { bookingId } = (await book(booking, 'ok')).json.booking;
    const answer = await cancel({ bookingId, mode, maxPenalty: { amount: '5.00', currency: 'USD' } });
    expect(codeOf(answer)).toBe('400 VALIDATION_ERROR');
    expect(answer.json.error.details).toMatchObject([
      { path: '/maxPenalty/currency', code: 'CURRENCY_MISMATCH' },
    ]);
    expect((await booking.call('bookingdetail', { bookingId })).json.booking.version).toBe(2);
  },
);

describe('a cancellation quote', () => {
  test('cancel in QUOTE mode returns the current and the next penalty from the booked terms and changes nothing', async () => {
    const made = (await book(booking, 'ok')).json.booking;
    const { bookingId, cancellation, price } = made;
    const { status, json } = await cancel({ bookingId, mode: 'QUOTE' });
    expect(status).toBe(200);
    const [now, next] = cancellation.windows;
    expect(json).toMatchObject({
      booking: { bookingId, version: 2, status: 'CONFIRMED' },
      penalty: now.penalty,
      refund: price.net,
      validUntil: now.to,
      nextPenalty: { penalty: next.penalty, from: next.from },
    });
    expect(made.currentPenalty).toEqual({ amount: now.penalty, validUntil: now.to });
    expect((await booking.call('bookingdetail', { bookingId })).json.booking.version).toBe(2);
  });

  test('cancel in QUOTE mode returns no next penalty when the penalty cannot rise any further', async () => {
    const { bookingId } = (await book(booking, 'cancel.nonrefundable')).json.booking;
    const { json } = await cancel({ bookingId, mode: 'QUOTE' });
    expect(json).toMatchObject({ validUntil: null, nextPenalty: null, refund: zero });
  });
});

describe('refusals by the provider', () => {
  test.each(['scenario hotel', 'settings.scenario'])(
    'a cancellation that the provider refuses leaves the booking confirmed (%s)',
    async way => {
      const isForced = way === 'settings.scenario';
      const { bookingId } = (await book(booking, isForced ? 'ok' : 'cancel.refused')).json.booking;
      const answer = await cancel({
        bookingId,
        ...(isForced && { settings: { scenario: 'cancel.refused' } }),
      });
      expect(codeOf(answer)).toBe('409 CANCELLATION_NOT_ALLOWED');
      expect(answer.json.error.bookingId).toBe(bookingId);
      const { json } = await booking.call('bookingdetail', { bookingId, include: ['history'] });
      expect(json.booking).toMatchObject({
        status: 'CONFIRMED',
        statusReason: null,
        version: 4,
        resolution: null,
      });
      expect(json.booking.currentPenalty.amount).toEqual(zero);
      expect(json.history.at(-1)).toMatchObject({ event: 'booking.cancel_failed', from: 'CANCEL_PENDING' });
      expect((await heldFor(booking, bookingId))?.cancelled_at).toBeNull();
      if (isForced) expect((await cancel({ bookingId })).status).toBe(200);
    },
  );
});

test('cancel returns 409 when the booking was rejected or the stay is over', async () => {
  const { bookingId: rejected } = (await book(booking, 'book.soldout')).json.error;
  const { bookingId: cancelled } = (await book(booking, 'ok')).json.booking;
  await cancel({ bookingId: cancelled });
  const over = await Promise.all(
    ['COMPLETED', 'NO_SHOW'].map(async status => {
      const { bookingId } = (await book(booking, 'ok')).json.booking;
      await booking.app.database
        .ownerDb`UPDATE booking SET status = ${status} WHERE booking_id = ${bookingId}`;
      return bookingId;
    }),
  );
  for (const bookingId of [rejected, ...over]) {
    for (const mode of ['QUOTE', 'COMMIT']) {
      expect(codeOf(await cancel({ bookingId, mode }))).toBe('409 INVALID_STATE');
    }
  }
  expect(codeOf(await cancel({ bookingId: cancelled, mode: 'QUOTE' }))).toBe('409 INVALID_STATE');
});

test('cancel calls no provider when the state alone determines the response', async () => {
  const { bookingId: rejected } = (await book(booking, 'book.soldout')).json.error;
  const { bookingId: open } = (await book(booking, 'ok')).json.booking;
  const { bookingId: standing } = (await book(booking, 'ok')).json.booking;
  const { ownerDb } = booking.app.database;
  await ownerDb`UPDATE booking SET provider = 'gone' WHERE booking_id = ANY (${[rejected, open, standing]})`;
  await ownerDb`
    UPDATE booking SET status = 'CANCEL_PENDING', status_reason = 'OUTCOME_UNKNOWN' WHERE booking_id = ${open}`;
  expect(codeOf(await cancel({ bookingId: rejected }))).toBe('409 INVALID_STATE');
  expect((await cancel({ bookingId: open })).status).toBe(202);
  expect(codeOf(await cancel({ bookingId: standing }))).toBe('503 SERVICE_UNAVAILABLE');
});

test('cancel checks the settings before it returns 404 for an unknown booking', async () => {
  for (const body of [{ bookingId: 'bkg_0' }, { bookingId: '' }, { clientReference: 'NO-SUCH' }]) {
    expect(codeOf(await cancel(body))).toBe('404 BOOKING_NOT_FOUND');
    expect(codeOf(await cancel({ ...body, settings: { scenario: 'book.soldout' } }))).toBe(
      '400 SCENARIO_NOT_ALLOWED',
    );
  }
});

test('an idempotency key is valid for only one cancellation', async () => {
  const [one, two] = [(await book(booking, 'ok')).json.booking, (await book(booking, 'ok')).json.booking];
  const key = { 'idempotency-key': 'cancel-1' };
  expect((await cancel({ bookingId: one.bookingId }, key)).status).toBe(200);
  expect((await cancel({ bookingId: one.bookingId }, key)).status).toBe(200);
  expect(codeOf(await cancel({ bookingId: two.bookingId }, key))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  expect(codeOf(await cancel({ bookingId: one.bookingId, reason: 'x' }, key))).toBe(
    '422 IDEMPOTENCY_KEY_REUSED',
  );
  expect((await booking.call('bookingdetail', { bookingId: two.bookingId })).json.booking.status).toBe(
    'CONFIRMED',
  );
});

test('a replay with the same idempotency key may write the same amount with another number of decimals', async () => {
  const { bookingId } = (await book(booking, 'ok')).json.booking;
  const headers = { 'idempotency-key': 'cancel-spelling' };
  const upTo = (amount: string) => cancel({ bookingId, maxPenalty: { amount, currency: 'EUR' } }, headers);
  const first = await upTo('5');
  expect([first.status, first.json.penalty]).toEqual([200, zero]);
  for (const amount of ['5.00', '5.0', '5']) expect((await upTo(amount)).status).toBe(200);
  expect(codeOf(await upTo('5.01'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
});

describe('the idempotency key of a cancellation', () => {
  const cancelAs = (key: string, body: object) => cancel(body, { 'idempotency-key': key });

  test('an idempotency key used for a cancellation with mode QUOTE cannot be used with mode COMMIT', async () => {
    const { bookingId } = (await book(booking, 'cancel.free')).json.booking;
    expect((await cancelAs('quote-first', { bookingId, mode: 'QUOTE' })).status).toBe(200);
    for (const body of [{ bookingId, mode: 'COMMIT' }, { bookingId }]) {
      expect(codeOf(await cancelAs('quote-first', body))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    }
    expect((await heldFor(booking, bookingId))?.cancelled_at).toBeNull();
    expect((await cancelAs('commit-after', { bookingId })).status).toBe(200);
  });

  test('an idempotency key used for a cancellation with mode COMMIT cannot be used with mode QUOTE', async () => {
    const { bookingId } = (await book(booking, 'cancel.free')).json.booking;
    expect((await cancelAs('commit-first', { bookingId })).status).toBe(200);
    const other = await cancelAs('commit-first', { bookingId, mode: 'QUOTE' });
    expect(codeOf(other)).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });

  test('an idempotency key can be reused for the same cancellation with mode QUOTE, even concurrently', async () => {
    const { bookingId } = (await book(booking, 'cancel.free')).json.booking;
    const ask = () => cancelAs('quoted', { bookingId, mode: 'QUOTE' });
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await ask()).status).toBe(200);
  });

  test('a rejected cancellation with mode QUOTE does not use up its idempotency key', async () => {
    const { bookingId } = (await book(booking, 'cancel.free')).json.booking;
    await cancel({ bookingId });
    expect(codeOf(await cancelAs('refused', { bookingId, mode: 'QUOTE' }))).toBe('409 INVALID_STATE');
    expect((await cancelAs('refused', { bookingId })).status).toBe(200);
  });

  test('an idempotency key used for a booking cannot be used for a cancellation with mode QUOTE', async () => {
    const request = booking.bookingOf((await booking.quote('ok')).json);
    const headers = { 'idempotency-key': 'of-a-booking' };
    const { bookingId } = (await booking.call('booking', request, { headers })).json.booking;
    const other = await cancelAs('of-a-booking', { bookingId, mode: 'QUOTE' });
    expect(codeOf(other)).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });
});
