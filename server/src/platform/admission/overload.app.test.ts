import { setTimeout as pause } from 'node:timers/promises';
import { MAX_ROOMS } from '@serai/contract/booking/occupancy.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAY } from '../../../test/booking-app.ts';
import { rawRequest, requestText } from '../../../test/raw-request.ts';
import { CITY, type SearchApp, searchApp } from '../../../test/search-app.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';
import { takeTurn, turnWaitMs } from '../take-turn.ts';
import { addDays } from '../time/civil-date.ts';

const loop = { delayMs: 0 };
let world: SearchApp;
let otherKey: string;
let quietKey: string;

beforeAll(async () => {
  world = await searchApp({ loopDelayMs: () => loop.delayMs });
  otherKey = await keyOfAnother();
  quietKey = await keyOfAnother();
});
afterAll(async () => {
  await world.close();
});

async function keyOfAnother(): Promise<string> {
  const { app } = world;
  const { partnerId } = (await app.operate('partners/create', { name: 'Another' })).json.partner;
  const { secret } = await app.createKey({ partnerId, limits: { perMinute: 100_000 } });
  return secret;
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${world.app.dashboardUrl}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}

function shedSearches(reason: string): Promise<number> {
  return metric(`serai_shed_total{class="search",reason="${reason}",environment="sandbox"}`);
}

function expectShed({ status, json, headers }: HttpAnswer): void {
  expect([status, json.error.code, json.error.retryable]).toEqual([503, 'SERVICE_UNAVAILABLE', true]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5);
}

/** The most expensive search: sorted by price, for a month, with the maximum number of rooms and slow providers. */
const EXPENSIVE = {
  destination: CITY,
  checkOut: addDays(STAY.checkIn, 30),
  occupancies: Array.from({ length: MAX_ROOMS }, () => ({ adults: 1 })),
  sort: 'PRICE',
  settings: { scenario: 'avail.slow' },
};

test('expensive searches are limited per partner and in total, without affecting small searches and bookings', async () => {
  const quote = await world.quote('ok');
  const slow = [world.find(EXPENSIVE), world.find(EXPENSIVE)];
  await expect.poll(() => metric('serai_search_cost{environment="sandbox"}')).toBe(60_000);
  expectShed(await world.find(EXPENSIVE));
  expect(await shedSearches('share')).toBe(1);
  slow.push(world.find(EXPENSIVE, otherKey));
  await expect.poll(() => metric('serai_search_cost{environment="sandbox"}')).toBe(90_000);
  expectShed(await world.find(EXPENSIVE, otherKey));
  expect(await shedSearches('cost')).toBe(1);
  expect((await world.find({}, quietKey)).status).toBe(200);
  expect((await world.call('booking', world.bookingOf(quote.json))).status).toBe(200);
  for (const { status } of await Promise.all(slow)) expect(status).toBe(200);
  expect(await metric('serai_search_cost{environment="sandbox"}')).toBe(0);
  expect((await world.find({ ...EXPENSIVE, settings: {} })).status).toBe(200);
});

test('a server with a simulated event loop delay rejects nothing while the test machine is busy', async () => {
  const turns = Array.from({ length: 120 }, async () => {
    await takeTurn();
    const endMs = performance.now() + 15;
    while (performance.now() < endMs);
  });
  await expect.poll(turnWaitMs, { interval: 10 }).toBeGreaterThan(1_000);
  const answers = await Promise.all([world.find(), world.find(), Promise.all(turns)]);
  expect(answers.slice(0, 2).map(answer => (answer as HttpAnswer).status)).toEqual([200, 200]);
});

test('an overloaded event loop sheds traffic classes in order before their bodies are read, but never bookings and cancellations', async () => {
  const offerId = (await world.search('ok')).json.hotels[0].offers[0].offerId;
  const quotes = [await world.quote('ok'), await world.quote('ok')].map(({ json }) => json);
  const made = (await world.call('booking', world.bookingOf(quotes[0]))).json.booking;
  const quotesBefore = await countQuotes();
  const ask: Record<string, () => Promise<HttpAnswer>> = {
    search: () => world.find(),
    content: () => world.app.post('/content/hotels/v1/boards', {}, { key: world.key }),
    list: () => world.call('bookinglist', {}),
    // The offer does not exist. Only a shed request returns 503, and no request writes anything.
    quote: () => world.call('prebooking', { offerId: 'no-offer' }),
    detail: () => world.call('bookingdetail', { bookingId: made.bookingId }),
  };
  loop.delayMs = 500;
  const order: string[] = [];
  while (order.length < Object.keys(ask).length) {
    await pause(100);
    for (const [name, send] of Object.entries(ask)) {
      const answer = order.includes(name) ? undefined : await send();
      if (answer?.status !== 503) continue;
      expectShed(answer);
      order.push(name);
    }
  }
  expect(order).toEqual(['search', 'content', 'list', 'quote', 'detail']);

  expectShed(await world.call('prebooking', { offerId }));
  expect(await countQuotes()).toBe(quotesBefore);
  expect(await unreadBody()).toBe(503);
  expect((await world.call('booking', world.bookingOf(quotes[1]))).status).toBe(200);
  expect((await world.call('cancel', { bookingId: made.bookingId })).json.booking.status).toBe('CANCELLED');
  loop.delayMs = 0;
});

test('with SERAI_LOAD_SHEDDING=off, a late process rejects nothing', async () => {
  const calm = await searchApp({ loopDelayMs: () => 500, settings: { SERAI_LOAD_SHEDDING: 'off' } });
  // A second late check would be needed to reject a search.
  await pause(2_100);
  expect((await calm.find()).status).toBe(200);
  await calm.close();
});

async function countQuotes(): Promise<number> {
  const [row] = await world.app.database.db<{ count: number }[]>`SELECT count(*)::int AS count FROM quote`;
  return row?.count ?? -1;
}

/**
 * Returns the first status for a client that sends `Expect: 100-continue`. 100 would mean that the server wants to read
 * the body.
 */
async function unreadBody(): Promise<number> {
  const headers = ['Host: x', `Authorization: ApiKey ${world.key}`, 'Content-Type: application/json'];
  const text = requestText('POST /connect/hotels/v1/availability HTTP/1.1', [
    ...headers,
    'Content-Length: 1000',
    'Expect: 100-continue',
  ]);
  return (await rawRequest(world.app.interfaceUrl as string, text)).status;
}
