/**
 * Tests that row security holds even if our code forgets the database scope. The service runs normally until its
 * handles lose their scope. After that, requests, operator calls, jobs and deliveries fail or find nothing, and no
 * partner's row is shown or changed.
 */
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sleep, systemClock } from '../../src/platform/clock.ts';
import type { OpenDatabase } from '../../src/platform/database/connect.ts';
import { appendEvent } from '../../src/platform/events/outbox-store.ts';
import { createSeal } from '../../src/platform/secrets/seal.ts';
import { type BookingApp, bookingApp } from '../booking-app.ts';
import { testDatabase } from '../database.ts';
import { requestsOf } from '../requests-with-ids.ts';
import { type Receiver, readWhole, receiver } from '../webhook-receiver.ts';
import { type FirstPartner, firstPartner, REPLAY } from './first-partner.ts';
import { type Forgotten, forgetfulPool, openUnbound } from './forgetful-pool.ts';
import { listProtected } from './row-security.ts';

/** Longer than job runners and delivery workers wait before they look for work again. */
const POLLS_MS = 2_500;

let booking: BookingApp;
let unbound: OpenDatabase;
let hooks: Receiver;
let partner: FirstPartner;
let received: string[];
let forgotten: Forgotten = 'nothing';

beforeAll(async () => {
  received = [];
  hooks = await receiver(async (request, response) => {
    received.push((await readWhole(request)).toString());
    response.end();
  });
  const database = await testDatabase();
  unbound = await openUnbound(database.address);
  booking = await bookingApp({
    database,
    settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' },
    through: pool => forgetfulPool(pool, unbound, () => forgotten),
  });
  partner = await firstPartner(booking, `http://127.0.0.1:${hooks.port}/nobody-listens`);
});
afterEach(() => {
  forgotten = 'nothing';
});
afterAll(async () => {
  await booking?.close();
  await unbound?.close();
  await booking?.app.database.drop();
  await hooks?.[Symbol.asyncDispose]();
});

const requests = (): [string, object, Record<string, string>?][] => [
  ['bookingdetail', { bookingId: partner.ids.bookingId }],
  ['bookingdetail', { clientReference: partner.bookRequest.clientReference }],
  ['bookinglist', {}],
  ['cancel', { bookingId: partner.ids.bookingId }],
  ['booking', partner.bookRequest],
  ['booking', partner.bookRequest, REPLAY],
  ['booking', { ...partner.bookRequest, quoteId: partner.openQuoteId, clientReference: 'FORGOTTEN' }],
];

test('unbound connections see no rows in any protected table, even though rows exist', async () => {
  const { ownerDb } = booking.app.database;
  const count = async (db: OpenDatabase, name: string) => {
    const text = `SELECT count(*)::int AS rows FROM ${name}`;
    const [row] = await db<{ rows: number }[]>(
      Object.assign([text], { raw: [text] }) as TemplateStringsArray,
    );
    return row?.rows ?? 0;
  };
  let all = 0;
  for (const { name } of await listProtected(ownerDb)) {
    all += await count(ownerDb, name);
    // Tables on which partners have no rights cause an error.
    const seen = await count(unbound, name).catch(error => (error as Error).message);
    expect([name, [0, `permission denied for table ${name}`].includes(seen as never)]).toEqual([name, true]);
  }
  expect(all).toBeGreaterThan(20);
});

test('requests with a database scope return the data that must be hidden without it', async () => {
  expect((await booking.call('bookingdetail', { bookingId: partner.ids.bookingId })).status).toBe(200);
  expect((await booking.call('bookinglist', {})).json.bookings).toHaveLength(1);
  expect(partner.tells((await booking.app.operate('bookings/list', {})).text)).toBe(true);
});

describe.each(['partners', 'everything', 'organisation'] as const)('missing database scope: %s', what => {
  test('no API request shows or changes a booking or a quote if its database scope is missing', async () => {
    const before = await partner.belongings();
    forgotten = what;
    for (const [operation, body, headers] of requests()) {
      const { status, json, text } = await booking.call(operation, body, headers && { headers });
      expect(partner.tells(text), `${operation} ${status} ${text}`).toBe(false);
      const isEmptyList = operation === 'bookinglist' && status === 200 && json.bookings.length === 0;
      expect(status >= 400 || isEmptyList, `${operation} ${status} ${text}`).toBe(true);
      if (what === 'organisation') expect([operation, status]).toEqual([operation, 500]);
    }
    forgotten = 'nothing';
    expect(await partner.belongings()).toEqual(before);
  });

  test('no operator call shows or changes partner data if its database scope is missing', async () => {
    const before = await partner.belongings();
    forgotten = what;
    // No session can be found without the database scope of the service, but the operator token is checked without the
    // database.
    const ask = what === 'everything' ? booking.app.operate : partner.asAdmin;
    for (const operation of OPERATOR_OPERATIONS) {
      // Operations that may see all partners keep the service's database scope.
      if (
        what !== 'everything' &&
        /^(session|account|second-factor|organisations|partners|operator|jobs|system|inventory|keys\/report-leak|reference\/try|members\/remove)\b/.test(
          operation.name,
        )
      )
        continue;
      for (const request of requestsOf(operation, partner.ids)) {
        const { status, text } = await ask(operation.name, request as object);
        expect(partner.tells(text), `${operation.name} ${status} ${text}`).toBe(false);
      }
    }
    forgotten = 'nothing';
    expect(await partner.belongings()).toEqual(before);
  });

  test('a job without its database scope finds no booking and completes once the scope is restored', async () => {
    const { ownerDb } = booking.app.database;
    const bookingId = (await booking.call('booking', booking.bookingOf((await booking.quote('ok')).json)))
      .json.booking.bookingId as string;
    await ownerDb`UPDATE booking SET check_in = '2020-01-01', check_out = '2020-01-02' WHERE booking_id = ${bookingId}`;
    const [stored] = await ownerDb`SELECT * FROM booking WHERE booking_id = ${bookingId}`;
    forgotten = what;
    await ownerDb`UPDATE job SET run_at = serai_now() WHERE kind = 'booking.stay-end' AND key = ${bookingId}`;
    const job = async () =>
      (
        await ownerDb<{ failures: number; status: string }[]>`
        SELECT failures, status FROM booking LEFT JOIN job ON key = booking_id AND kind = 'booking.stay-end'
        WHERE booking_id = ${bookingId}`
      )[0];
    // Without the service's database scope, the job itself cannot be found.
    if (what === 'everything') await sleep(systemClock, POLLS_MS);
    else await expect.poll(async () => (await job())?.failures).toBe(1);
    expect(await job()).toEqual({ failures: what === 'everything' ? 0 : 1, status: 'CONFIRMED' });
    expect((await ownerDb`SELECT * FROM booking WHERE booking_id = ${bookingId}`)[0]).toEqual(stored);
    forgotten = 'nothing';
    await ownerDb`UPDATE job SET run_at = serai_now() WHERE kind = 'booking.stay-end' AND key = ${bookingId}`;
    await expect.poll(async () => (await job())?.status).toBe('COMPLETED');
  });
});

test("no webhook is delivered while the service's connections have no database scope", async () => {
  const { ownerDb } = booking.app.database;
  const { endpointId = '', bookingId = '' } = partner.ids;
  await booking.app.operate('webhooks/update', { endpointId, status: 'ENABLED' });
  received.length = 0;
  forgotten = 'everything';
  await appendEvent(ownerDb, createSeal(Buffer.alloc(32, 7)), {
    organisationId: partner.organisationId,
    environment: 'sandbox',
    type: 'booking.confirmed',
    at: new Date(),
    bookingId,
    version: 99,
    data: { bookingId, note: 'after the scope was forgotten' },
  });
  await sleep(systemClock, POLLS_MS);
  const isNew = (body: string) => body.includes('after the scope was forgotten');
  expect(received.filter(isNew)).toEqual([]);
  forgotten = 'nothing';
  await expect.poll(() => received.filter(isNew).length).toBe(1);
});
