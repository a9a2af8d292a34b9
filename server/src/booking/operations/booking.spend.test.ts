import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Loose } from '../../../test/booking-request.ts';
import { type TimedBookingApp, timedBookingApp } from '../../../test/timed-booking-app.ts';

let app: TimedBookingApp;
beforeAll(async () => {
  app = await timedBookingApp();
});
afterAll(() => app?.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const minorOf = ({ amount }: { amount: string }) => Math.round(Number(amount) * 100);
const amountOf = (minor: number) => (minor / 100).toFixed(2);

async function keyWith(spend: object | undefined) {
  const limits = { perMinute: 100_000, perHour: 200_000, perDay: 250_000, ...(spend && { spend }) };
  return app.app.createKey({ limits });
}

async function book(key: string, quote: Loose, members: object = {}) {
  const request = app.bookingOf(quote, { clientReference: `SPEND-${randomUUID()}`, ...members });
  for (;;) {
    const response = await app.call('booking', request, { key });
    // Under load, some of many concurrent bookings are rejected with 503. They were not sent to a provider, so they are
    // repeated.
    if (response.status !== 503) return { request, response };
    await setTimeout(100);
  }
}

const quoted = async (scenario: Parameters<typeof app.quote>[0] = 'ok') => (await app.quote(scenario)).json;
const outcome = ({ status, json }: { status: number; json: Loose }) => [
  status,
  json.error?.code ?? json.booking.status,
];

describe('the limit for one booking', () => {
  test('a booking above the spend limit returns 403 SPEND_LIMIT_EXCEEDED with only code and message, and the quote stays valid', async () => {
    const quote = await quoted();
    const net = minorOf(quote.offer.price.net);
    const { keyId, secret } = await keyWith({ perBooking: eur(amountOf(net - 1)) });
    const { request, response } = await book(secret, quote);
    expect(response.status).toBe(403);
    expect(response.json).toEqual({
      error: {
        code: 'SPEND_LIMIT_EXCEEDED',
        message: `The key may spend ${amountOf(net - 1)} EUR on one booking. Nothing was sent, and the quote can still be booked.`,
      },
    });
    const list = await app.call('bookinglist', { filters: { clientReferences: [request.clientReference] } });
    expect(list.json.bookings).toEqual([]);
    await app.app.operate('keys/update', { keyId, limits: { spend: { perBooking: eur(amountOf(net)) } } });
    expect(outcome(await app.call('booking', request, { key: secret }))).toEqual([200, 'CONFIRMED']);
  });

  test('a price in another currency counts towards the spend limit at the rate that the quote froze', async () => {
    const { secret } = await keyWith({ perBooking: { amount: '1', currency: 'JPY' } });
    const offerId = (await app.search('ok')).json.hotels[0].offers[0].offerId;
    const quote = (await app.call('prebooking', { offerId }, { key: secret })).json;
    const { response } = await book(secret, quote);
    expect(response.json.error.message).toContain('The key may spend 1 JPY on one booking.');
    const [{ spend }] = (await app.app.database.ownerDb`
      SELECT content -> 'spend' AS spend FROM quote WHERE quote_id = ${quote.quoteId}`) as unknown as [
      { spend: { currency: string; rate: string } },
    ];
    expect(spend.currency).toBe('JPY');
    const net = minorOf(quote.offer.price.net);
    const most = Math.round((net / 100) * Number(spend.rate));
    const enough = await keyWith({ perDay: { amount: String(most), currency: 'JPY' } });
    expect(outcome((await book(enough.secret, quote)).response)).toEqual([200, 'CONFIRMED']);
    const [stored] = await app.app.database.ownerDb<{ minor: number; currency: string }[]>`
      SELECT spend_minor AS minor, spend_currency AS currency FROM booking WHERE quote_id = ${quote.quoteId}`;
    expect(stored).toEqual({ minor: most, currency: 'JPY' });
  });

  test('a booking is refused if there is no exchange rate to the currency of the spend limit', async () => {
    const { secret } = await keyWith({ perDay: { amount: '100000', currency: 'XPF' } });
    const { response } = await book(secret, await quoted());
    expect([response.status, response.json.error.message]).toEqual([
      403,
      expect.stringContaining('there is no exchange rate from EUR to XPF'),
    ]);
  });
});

describe('the limit for 24 hours', () => {
  test('a booking stops counting towards the spend limit after 24 hours', async () => {
    const quote = await quoted();
    const net = minorOf(quote.offer.price.net);
    const { secret } = await keyWith({ perDay: eur(amountOf(net)) });
    expect((await book(secret, quote)).response.status).toBe(200);
    expect((await book(secret, await quoted())).response.status).toBe(403);
    await app.time.leap(24 * 3_600_000 - 60_000);
    expect((await book(secret, await quoted())).response.status).toBe(403);
    await app.time.leap(120_000);
    expect((await book(secret, await quoted())).response.status).toBe(200);
  });

  test('a rejected booking no longer counts towards the spend limit, but a cancelled booking does', async () => {
    const rejected = await quoted('book.rejected');
    const net = Math.max(minorOf(rejected.offer.price.net), minorOf((await quoted()).offer.price.net));
    const { secret } = await keyWith({ perDay: eur(amountOf(net)) });
    expect(outcome((await book(secret, rejected)).response)).toEqual([409, 'BOOKING_REJECTED']);
    const { response } = await book(secret, await quoted());
    expect(outcome(response)).toEqual([200, 'CONFIRMED']);
    const { bookingId } = response.json.booking;
    const cancelled = await app.call('cancel', { bookingId }, { key: secret });
    expect(cancelled.json.booking.status).toBe('CANCELLED');
    expect(outcome((await book(secret, await quoted())).response)).toEqual([403, 'SPEND_LIMIT_EXCEEDED']);
  });

  test('a replay is recognised before the spend limit is checked, and the spend limit is checked before the credit', async () => {
    const quote = await quoted();
    const net = minorOf(quote.offer.price.net);
    const { secret } = await keyWith({ perDay: eur(amountOf(net)) });
    const { request } = await book(secret, quote);
    const { ownerDb } = app.app.database;
    await ownerDb`UPDATE organisation SET billing_model = 'PREPAID', billing_currency = 'EUR' WHERE kind = 'PARTNER'`;
    const replayed = await app.call('booking', request, { key: secret });
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    const again = await quoted();
    expect(outcome((await book(secret, again)).response)).toEqual([403, 'SPEND_LIMIT_EXCEEDED']);
    expect(outcome((await book(app.key, again)).response)).toEqual([402, 'CREDIT_EXCEEDED']);
    await ownerDb`UPDATE organisation SET billing_model = 'NONE' WHERE kind = 'PARTNER'`;
  });

  test('each key has its own spend limit, and bookings with an unlimited key record no spend', async () => {
    const first = await quoted();
    const { secret } = await keyWith({ perDay: first.offer.price.net });
    const other = await keyWith({ perDay: first.offer.price.net });
    expect((await book(secret, first)).response.status).toBe(200);
    expect((await book(other.secret, await quoted())).response.status).toBe(200);
    const { response } = await book((await keyWith(undefined)).secret, await quoted());
    const [row] = await app.app.database.ownerDb<{ spend: number | null }[]>`
      SELECT spend_minor AS spend FROM booking WHERE booking_id = ${response.json.booking.bookingId}`;
    expect(row?.spend).toBeNull();
  });
});
