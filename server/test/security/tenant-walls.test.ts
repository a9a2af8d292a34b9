/** API1: calls API operations with ids of another partner and of the other environment. */

import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STAY } from '../booking-app.ts';
import type { HttpAnswer } from '../test-app.ts';
import { type FourTenants, fourTenants, TENANTS, type Tenant } from './four-tenants.ts';

interface Belongings {
  offerId: string;
  quoteId: string;
  unused: Record<string, unknown>;
  bookingId: string;
  clientReference: string;
  listCursor: string;
  searchCursor: string;
}

let world: FourTenants;
const owned = new Map<Tenant, Belongings>();
const HOTELS = [scenarioHotelId('ok'), scenarioHotelId('avail.on_request')];

beforeAll(async () => {
  world = await fourTenants();
  for (const tenant of TENANTS) owned.set(tenant, await settle(tenant));
});
afterAll(() => world?.close());

async function must(answer: Promise<HttpAnswer>) {
  const { status, json, text } = await answer;
  expect(status, text).toBe(200);
  return json;
}

async function settle(tenant: Tenant): Promise<Belongings> {
  const call = (operation: string, body: object) => must(world.call(tenant, operation, body));
  const search = await call('availability', { ...STAY, hotelIds: HOTELS, page: { limit: 1 } });
  const { offerId } = search.hotels[0].offers[0];
  const reference = `OF-${tenant.replace(' ', '-')}`;
  for (const n of [1, 2]) {
    const quote = await call('prebooking', { offerId });
    const request = world.booking.bookingOf(quote, { clientReference: `${reference}-${n}` });
    await call('booking', request);
  }
  const unused = await call('prebooking', { offerId });
  const list = await call('bookinglist', { page: { limit: 1 } });
  return {
    offerId,
    quoteId: unused.quoteId,
    unused: world.booking.bookingOf(unused, { clientReference: `${reference}-3` }),
    bookingId: list.bookings[0].bookingId,
    clientReference: list.bookings[0].clientReference,
    listCursor: list.page.nextCursor,
    searchCursor: search.page.nextCursor,
  };
}

/** Requests for data of another tenant. Each must get the same error code as for an unknown id. */
const ATTACKS: Record<string, (of: Belongings, mine: Belongings) => [body: object, code: string][]> = {
  availability: of => [
    [{ ...STAY, hotelIds: HOTELS, page: { limit: 1, cursor: of.searchCursor } }, 'INVALID_CURSOR'],
  ],
  prebooking: of => [[{ offerId: of.offerId }, 'OFFER_NOT_FOUND']],
  booking: of => [[{ ...of.unused, clientReference: 'STOLEN-1' }, 'QUOTE_NOT_FOUND']],
  bookingdetail: of => [
    [{ bookingId: of.bookingId, include: ['history', 'audit'] }, 'BOOKING_NOT_FOUND'],
    [{ bookingId: of.bookingId, refresh: true }, 'BOOKING_NOT_FOUND'],
    [{ clientReference: of.clientReference }, 'BOOKING_NOT_FOUND'],
  ],
  voucher: of => [
    [{ bookingId: of.bookingId }, 'BOOKING_NOT_FOUND'],
    [{ clientReference: of.clientReference, language: 'en' }, 'BOOKING_NOT_FOUND'],
  ],
  bookinglist: of => [[{ page: { limit: 1, cursor: of.listCursor } }, 'INVALID_CURSOR']],
  cancel: of => [
    [{ bookingId: of.bookingId }, 'BOOKING_NOT_FOUND'],
    [{ bookingId: of.bookingId, mode: 'QUOTE' }, 'BOOKING_NOT_FOUND'],
    [{ clientReference: of.clientReference }, 'BOOKING_NOT_FOUND'],
  ],
};
/**
 * These read the catalogue, which belongs to an environment and not to a partner. The tests in `content/`
 * cover it.
 */
const CATALOGUE = OPERATIONS.filter(({ scope }) => scope === 'content:read').map(({ name }) => name);
/** These take no id, so they cannot name another tenant. */
const OWN = ['balance'];

test('every operation is tested for tenant isolation, reads only the catalogue or takes no ID', () => {
  expect([...Object.keys(ATTACKS), ...CATALOGUE, ...OWN].sort()).toEqual(
    OPERATIONS.map(({ name }) => name).sort(),
  );
});

const PAIRS = TENANTS.flatMap(victim =>
  TENANTS.filter(attacker => attacker !== victim).map(attacker => ({ attacker, victim })),
);

describe.each(PAIRS)('$attacker uses ids of $victim', ({ attacker, victim }) => {
  test("another tenant's IDs are rejected with the expected error code, and nothing changes", async () => {
    const [of, mine] = [owned.get(victim), owned.get(attacker)] as [Belongings, Belongings];
    const before = await must(world.call(victim, 'bookingdetail', { bookingId: of.bookingId }));
    for (const [operation, attacks] of Object.entries(ATTACKS)) {
      for (const [body, code] of attacks(of, mine)) {
        const { status, json, text } = await world.call(attacker, operation, body);
        expect([operation, status < 500, json.error?.code], text).toEqual([operation, true, code]);
        expect(text).not.toMatch(/Moreno|ada@example/);
      }
    }
    const after = await must(world.call(victim, 'bookingdetail', { bookingId: of.bookingId }));
    expect(after.booking).toEqual(before.booking);
  });

  test('bookinglist shows no booking of another tenant, with or without filters', async () => {
    const of = owned.get(victim) as Belongings;
    for (const filters of [
      {},
      { clientReferences: [of.clientReference] },
      { holderLastName: 'Moreno' },
      { hotelIds: HOTELS },
    ]) {
      const { bookings } = await must(world.call(attacker, 'bookinglist', { filters }));
      expect(bookings.map((each: { bookingId: string }) => each.bookingId)).not.toContain(of.bookingId);
    }
  });
});

test("another tenant's ID and an unknown ID get the same response", async () => {
  const { bookingId } = owned.get('second sandbox') as Belongings;
  const never = `${bookingId.slice(0, -4)}${bookingId.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  const said = async (id: string) => {
    const { status, text } = await world.call('first sandbox', 'bookingdetail', { bookingId: id });
    return [status, text.replace(/"requestId":"\w+"/, '')];
  };
  expect(await said(bookingId)).toEqual(await said(never));
});
