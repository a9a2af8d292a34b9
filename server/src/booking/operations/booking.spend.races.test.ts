/** Runs on the embedded database and on a PostgreSQL server, because the limit depends on their locks. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import type { Loose } from '../../../test/booking-request.ts';
import { lockSpend } from '../bookings/spend-store.ts';

let app: BookingApp;
beforeAll(async () => {
  app = await bookingApp();
});
afterAll(() => app?.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const minorOf = ({ amount }: { amount: string }) => Math.round(Number(amount) * 100);
const amountOf = (minor: number) => (minor / 100).toFixed(2);

async function keyWith(spend: object | undefined) {
  const limits = { perMinute: 100_000, perHour: 200_000, perDay: 250_000, ...(spend && { spend }) };
  return app.app.createKey({ limits });
}

async function book(key: string, quote: Loose) {
  const request = app.bookingOf(quote, { clientReference: `SPEND-${randomUUID()}` });
  for (;;) {
    const response = await app.call('booking', request, { key });
    // Under load, some of many concurrent bookings are rejected with 503. They were not sent to a provider, so they are
    // repeated.
    if (response.status !== 503) return { request, response };
    await setTimeout(100);
  }
}

const quoted = async () => (await app.quote('ok')).json;

test('exactly 5 of 50 concurrent bookings succeed if the spend limit allows 5', async () => {
  const quotes: Loose[] = [];
  // Quotes are requested in groups, because the number of concurrent searches of a partner is limited.
  while (quotes.length < 50) quotes.push(...(await Promise.all(Array.from({ length: 10 }, () => quoted()))));
  const net = minorOf(quotes[0].offer.price.net);
  // The price depends on the date, and half of it may not be a whole number of cents.
  const left = Math.floor(net / 2);
  const { secret } = await keyWith({ perDay: eur(amountOf(5 * net + left)) });
  const responses = await Promise.all(quotes.map(quote => book(secret, quote)));
  const codes = responses.map(({ response }) => response.json.error?.code);
  // The booking status is not compared, because an accepted booking may still be pending under load.
  expect(codes.filter(code => code === undefined)).toHaveLength(5);
  expect(codes.filter(code => code === 'SPEND_LIMIT_EXCEEDED')).toHaveLength(45);
  const refused = responses.find(({ response }) => response.status === 403);
  expect(refused?.response.json.error.message).toContain(
    `The key may spend ${amountOf(5 * net + left)} EUR in 24 hours, of which ${amountOf(left)} EUR is left.`,
  );
});

test('identical concurrent requests make one booking, even if it uses the whole spend limit', async () => {
  const quote = await quoted();
  const { secret } = await keyWith({ perDay: quote.offer.price.net });
  const request = app.bookingOf(quote, { clientReference: `SPEND-${randomUUID()}` });
  const same = await Promise.all([1, 2, 3, 4].map(() => app.call('booking', request, { key: secret })));
  expect(new Set(same.map(({ status }) => status < 300))).toEqual(new Set([true]));
  expect(new Set(same.map(({ json }) => json.booking.bookingId)).size).toBe(1);
});

test('a booking waits for other bookings with the same limited key, but not for bookings with other keys', async () => {
  const quotes = [await quoted(), await quoted(), await quoted()];
  const enough = { perDay: eur('100000.00') };
  const [busy, other, unlimited] = [await keyWith(enough), await keyWith(enough), await keyWith(undefined)];
  const { ownerDb } = app.app.database;
  let isDone = false;
  const waiting = await ownerDb.transaction(async tx => {
    // Represents a booking with the first key that has not committed yet.
    await lockSpend(tx, busy.keyId);
    const first = book(busy.secret, quotes[0]).finally(() => {
      isDone = true;
    });
    for (const [key, quote] of [
      [other, quotes[1]],
      [unlimited, quotes[2]],
    ])
      expect((await book(key.secret, quote)).response.status).toBeLessThan(300);
    expect(isDone).toBe(false);
    return { first };
  });
  expect((await waiting.first).response.status).toBeLessThan(300);
});
