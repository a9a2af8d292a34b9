/**
 * Tests attacks on availability, in which one partner or an unauthenticated client uses up what others need. The number
 * of requests is limited, and all of them stay on loopback.
 */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createSignInLink, signIn } from '../../src/account/sign-in.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { STAY } from '../booking-app.ts';
import { firstCompanies } from '../browser-session.ts';
import type { HttpAnswer } from '../test-app.ts';
import { openUnfinished, type UnfinishedRequests } from '../unfinished-requests.ts';
import { fourTenants, type Tenant } from './four-tenants.ts';

const CONNECT = '/connect/hotels/v1';
const VICTIM = 'second production';

let unfinished: UnfinishedRequests | undefined;

const world = await fourTenants();
const limits = { perMinute: 1_000_000, perHour: 10_000_000, perDay: 100_000_000 };
const { partnerId } = await firstCompanies(world.booking.app);
/** Sandbox keys of the first partner. */
const attackers = [
  world.keys['first sandbox'],
  (await world.booking.app.createKey({ limits, partnerId })).secret,
];
afterAll(() => world.close());
afterEach(() => unfinished?.close());

async function quoteFor(tenant: Tenant): Promise<HttpAnswer['json']> {
  const found = await world.call(tenant, 'availability', { ...STAY, hotelIds: [scenarioHotelId('ok')] });
  return (await world.call(tenant, 'prebooking', { offerId: found.json.hotels[0].offers[0].offerId })).json;
}

async function bookAndCancel(tenant: Tenant, quote: HttpAnswer['json']): Promise<number[]> {
  const booked = await world.call(tenant, 'booking', world.booking.bookingOf(quote));
  const { bookingId } = booked.json.booking ?? {};
  const cancelled = await world.call(tenant, 'cancel', { bookingId: bookingId ?? 'none' });
  return [booked.status, cancelled.status];
}

test('500 unfinished bodies from two sandbox keys do not prevent another partner from booking and cancelling', async () => {
  const quote = await quoteFor(VICTIM);
  unfinished = await openUnfinished(world.booking.app.interfaceUrl as string, 500, {
    path: `${CONNECT}/booking`,
    headers: i => [`Authorization: ApiKey ${attackers[i % 2]}`],
  });
  expect(await bookAndCancel(VICTIM, quote)).toEqual([200, 200]);
  expect(await bookAndCancel('second sandbox', await quoteFor('second sandbox'))).toEqual([200, 200]);
});

test('slow bookings from two sandbox keys do not prevent another partner from booking at the same provider', async () => {
  const quotes = [];
  for (let i = 0; i < 150; i++) quotes.push(await quoteFor('first sandbox'));
  const victims = [await quoteFor(VICTIM), await quoteFor('second sandbox')];
  const settings = { scenario: 'book.timeout_forever' };
  const slow = quotes.map((quote, i) =>
    world.booking.call('booking', world.booking.bookingOf(quote, { settings }), {
      key: attackers[i % 2] as string,
    }),
  );
  // The first call that gets neither a slot nor a place in the provider's queue is rejected immediately.
  await Promise.race(slow);
  expect(await bookAndCancel(VICTIM, victims[0])).toEqual([200, 200]);
  expect(await bookAndCancel('second sandbox', victims[1])).toEqual([200, 200]);
  await Promise.allSettled(slow);
});

test('slow searches from two sandbox keys do not prevent another partner from searching', async () => {
  const settings = { scenario: 'avail.slow' };
  const body = { ...STAY, hotelIds: [scenarioHotelId('ok')], settings };
  const slow = Array.from({ length: 250 }, (_, i) =>
    world.booking.call('availability', body, { key: attackers[i % 2] as string }),
  );
  await Promise.race(slow);
  const stay = { ...STAY, hotelIds: [scenarioHotelId('ok')] };
  expect((await world.call(VICTIM, 'availability', stay)).status).toBe(200);
  expect((await world.call('second sandbox', 'availability', stay)).status).toBe(200);
  await Promise.allSettled(slow);
});

test('300 unfinished sign-in requests from an unauthenticated client do not lock out the owner or the operator token', async () => {
  const { app } = world.booking;
  const { organisation } = (await app.operate('session/show', {})).json.session;
  const { token } = await createSignInLink(app.database.db, organisation.organisationId, 'owner');
  const session = await signIn(app.database.db, systemClock, {
    token,
    address: undefined,
    requestId: 'req_x',
  });
  unfinished = await openUnfinished(app.dashboardUrl as string, 300, {
    path: '/api/v1/session/sign-in',
    headers: () => [],
  });
  const owner = await fetch(`${app.dashboardUrl}/api/v1/session/show`, {
    method: 'POST',
    headers: {
      cookie: `serai_session=${session?.token}`,
      origin: app.dashboardUrl as string,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  expect([owner.status, (await app.operate('session/show', {})).status]).toEqual([200, 200]);
});
