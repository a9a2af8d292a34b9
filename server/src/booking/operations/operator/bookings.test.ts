import type { listBookings, showBooking } from '@serai/contract/account/bookings.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type BookingWorld, bookingWorld, PEOPLE, RESERVATION } from '../../../../test/booking-world.ts';
import { callOperator } from '../../../../test/call-operator.ts';
import { addDays } from '../../../platform/time/civil-date.ts';
import type { Booking } from '../../bookings/booking.ts';
import { insertExchanges } from '../../bookings/exchange-store.ts';
import type { Booked } from '../../port/outcomes.ts';
import { bookingsList, bookingsShow } from './bookings.ts';
import type { OperatorParts } from './operator-parts.ts';

const UNKNOWN: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
const REFUSED: Booked = { kind: 'REFUSED', reason: 'SOLD_OUT' };

let world: BookingWorld;
let parts: OperatorParts;
/** Oldest first. */
const created: Booking[] = [];

beforeAll(async () => {
  world = await bookingWorld();
  const { time } = world;
  parts = {
    ...world.parts,
    recordAudit: async () => {},
    cursorKey: Buffer.alloc(32),
    clock: time.clock,
    startedAtMs: 0,
    erasures: { add: async () => {} },
    listDeliveries: async () => [],
    listMissedEvents: async () => [],
    timeZone: async () => 'UTC',
    listAuditEntries: async () => [],
    isStaff: async () => true,
  };
  for (const outcome of [undefined, UNKNOWN, REFUSED]) {
    await time.advance(60_000);
    created.push(await world.booked(outcome));
  }
  await time.advance(60_000);
  const people = { ...PEOPLE, holder: { ...PEOPLE.holder, lastName: 'Núñez' } };
  created.push((await world.journalled({ people, clientReference: 'OTHER-1' })).booking);
  await world.db`UPDATE booking SET environment = 'production' WHERE client_reference = 'OTHER-1'`;
  await time.advance(60_000);
  // The oldest booking changes last.
  const [first] = created as [Booking];
  await world.db`UPDATE booking SET needs_attention = true, updated_at = serai_now() WHERE booking_id = ${first.booking_id}`;
});
afterAll(() => world?.drop());

const list = (input: object = {}, organisation = 'org_a') =>
  callOperator<z.output<typeof listBookings.output>>(world, bookingsList(parts), organisation, input);
/** Indices in `created`, in the order of the list. */
const found = async (input: object = {}) =>
  (await list(input)).bookings.map(({ bookingId }) =>
    created.findIndex(({ booking_id }) => booking_id === bookingId),
  );

describe('bookings/list', () => {
  test('bookings/list returns a booking whose stored references are longer than a response may contain', async () => {
    const [first] = created as [Booking];
    const set = (value: string | null) => world.ownerDb`
      UPDATE booking SET hotel_confirmation = ${value} WHERE booking_id = ${first.booking_id}`;
    await set('7'.repeat(5_000));
    const { bookings } = await list({ bookingId: first.booking_id });
    expect(bookings.map(each => each.hotelConfirmationNumber)).toEqual(['7'.repeat(512)]);
    await set(null);
  });

  test("bookings/list shows the partner's bookings in both environments, most recently changed first", async () => {
    expect(await found()).toEqual([0, 3, 2, 1]);
    expect((await list({}, 'org_b')).bookings).toEqual([]);
  });

  test('bookings/list supports every filter and combines filters', async () => {
    const at = (i: number) => (created[i] as Booking).updated_at.toISOString();
    expect(await found({ environment: 'production' })).toEqual([3]);
    expect(await found({ bookingId: created[2]?.booking_id })).toEqual([2]);
    expect(await found({ clientReference: 'OTHER-1' })).toEqual([3]);
    expect(await found({ providerReference: RESERVATION.supplierRef })).toEqual([0]);
    expect(await found({ statuses: ['PENDING', 'REJECTED'] })).toEqual([3, 2, 1]);
    expect(await found({ hotelId: RESERVATION.hotelId })).toEqual([0, 3, 2, 1]);
    expect(await found({ hotelId: 'htl_other' })).toEqual([]);
    const arrival = (created[0] as Booking).check_in;
    expect(await found({ checkInFrom: arrival, checkInTo: arrival })).toEqual([0, 3, 2, 1]);
    expect(await found({ checkInFrom: addDays(arrival, 1) })).toEqual([]);
    expect(await found({ checkInTo: addDays(arrival, -1) })).toEqual([]);
    expect(await found({ holderLastName: 'NUNEZ' })).toEqual([3]);
    expect(await found({ needsAttention: true })).toEqual([0]);
    expect(await found({ from: at(2), to: at(3) })).toEqual([2]);
    const createdAt = (i: number) => (created[i] as Booking).created_at.toISOString();
    expect(await found({ createdTo: createdAt(2) })).toEqual([0, 1]);
    expect(await found({ createdFrom: createdAt(1), createdTo: createdAt(3) })).toEqual([2, 1]);
    expect(await found({ holderLastName: 'Moreno', statuses: ['REJECTED'] })).toEqual([2]);
    expect(await found({ holderLastName: 'Nunez', environment: 'sandbox' })).toEqual([]);
  });

  test('bookings/list pages across environments without gaps or duplicates', async () => {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { bookings, page } = await list({ page: { limit: 1, ...(cursor && { cursor }) } });
      seen.push(...bookings.map(({ bookingId }) => bookingId));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([0, 3, 2, 1].map(i => created[i]?.booking_id));
  });

  test('bookings/list rejects a cursor that was issued for other filters, another holder or another partner', async () => {
    const { page } = await list({ page: { limit: 1 } });
    const cursor = page.nextCursor as string;
    const refused = { code: 'INVALID_CURSOR' };
    await expect(list({ needsAttention: true, page: { cursor } })).rejects.toMatchObject(refused);
    await expect(list({ holderLastName: 'Moreno', page: { cursor } })).rejects.toMatchObject(refused);
    await expect(list({ page: { cursor } }, 'org_b')).rejects.toMatchObject(refused);
  });
});

describe('bookings/show', () => {
  const show = (input: object, organisation = 'org_a') =>
    callOperator<z.output<typeof showBooking.output>>(world, bookingsShow(parts), organisation, input);

  test('bookings/show returns personal data and history, but exchanges only when requested', async () => {
    const [booking] = created as [Booking];
    const exchange: ProviderExchange = {
      provider: 'test-1',
      operation: 'book',
      attempt: 1,
      startedAt: '2027-01-10T12:00:00Z',
      durationMs: 12,
      outcome: 'CONFIRMED',
      request: { method: 'POST', target: '/book', headers: {}, body: '{}', truncated: false },
      response: null,
    };
    await insertExchanges(world.db, world.safe, booking, [exchange]);
    const bookingId = booking.booking_id;
    const shown = await show({ bookingId });
    expect(shown.booking).toMatchObject({ bookingId, status: 'CONFIRMED', holder: PEOPLE.holder });
    expect(shown.history.map(({ version, to }) => [version, to])).toEqual([
      [1, 'PENDING'],
      [2, 'CONFIRMED'],
    ]);
    expect(shown).not.toHaveProperty('audit');
    expect((await show({ bookingId, includeAudit: true })).audit?.transactions).toEqual([exchange]);
  });

  test('bookings/show returns the first and the most recent exchanges, oldest first', async () => {
    const [booking] = created as [Booking];
    await world.ownerDb`DELETE FROM booking_exchange WHERE booking_id = ${booking.booking_id}`;
    const exchange = (attempt: number): ProviderExchange => ({
      provider: 'test-1',
      operation: 'lookup',
      attempt,
      startedAt: '2027-01-10T12:00:00Z',
      durationMs: 12,
      outcome: 'FOUND',
      request: { method: null, target: null, headers: {}, body: null, truncated: false },
      response: null,
    });
    const all = Array.from({ length: 230 }, (_, i) => exchange(i + 1));
    await insertExchanges(world.db, world.safe, booking, all);
    const { audit } = await show({ bookingId: booking.booking_id, includeAudit: true });
    expect(audit?.transactions.map(({ attempt }) => attempt)).toEqual(
      [...all.slice(0, 5), ...all.slice(35)].map(({ attempt }) => attempt),
    );
  });

  test('bookings/show returns BOOKING_NOT_FOUND for another partner and for an unknown id', async () => {
    const unknown = { code: 'BOOKING_NOT_FOUND' };
    await expect(show({ bookingId: created[0]?.booking_id }, 'org_b')).rejects.toMatchObject(unknown);
    await expect(show({ bookingId: 'bkg_0' })).rejects.toMatchObject(unknown);
  });
});
