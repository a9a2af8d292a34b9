import { afterAll, expect, test } from 'vitest';
import { bookingWorld, FREE_UNTIL_MS, NET_MINOR, RESERVATION } from '../../../test/booking-world.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Found, FoundReservation } from '../port/outcomes.ts';
import type { SuppliedPolicy } from '../port/supplied-offer.ts';
import { judgeReread, type Report } from './judge-reread.ts';

const world = await bookingWorld();
afterAll(() => world.drop());
const booking = await world.booked();
const nowMs = world.time.databaseNowMs();

const reread = (
  changes: Partial<FoundReservation>,
  of: Booking = booking,
  reported?: Report,
  atMs = nowMs,
) => {
  const found: Found = { kind: 'FOUND', state: 'BOOKED', ...RESERVATION, ...changes };
  return judgeReread(of, found, { nowMs: atMs, isSettled: true, reported });
};
const fullFrom = (atMs: number): SuppliedPolicy => ({
  kind: 'KNOWN',
  penalties: [{ from: { kind: 'INSTANT', atMs }, penaltyMinor: NET_MINOR }],
  noShowMinor: null,
});

test('rereading an unchanged reservation changes nothing', () => {
  expect(booking.status).toBe('CONFIRMED');
  expect(reread({})).toBeUndefined();
  expect(reread({ board: booking.content.board.code, rooms: [{ state: 'BOOKED' }] })).toBeUndefined();
});

test('a booking needs attention if its terms or its board changed at the provider after it was confirmed', () => {
  const penalties = [{ from: { kind: 'ALWAYS' }, penaltyMinor: NET_MINOR }] as const;
  const change = reread({ board: 'RO', policy: { kind: 'KNOWN', penalties, noShowMinor: null } });
  expect(change).toMatchObject({
    event: { kind: 'ATTENTION_REQUIRED' },
    set: { needs_attention: true },
    note: {
      cause: 'TERMS_CHANGED',
      differences: [{ field: 'board.code' }, { field: 'cancellation.windows' }],
    },
  });
  expect(reread({ board: 'RO' }, { ...booking, needs_attention: true })).toBeUndefined();
  const later = { kind: 'INSTANT', atMs: FREE_UNTIL_MS } as const;
  const same = [{ from: later, penaltyMinor: NET_MINOR }];
  expect(reread({ policy: { kind: 'KNOWN', penalties: same, noShowMinor: null } })).toBeUndefined();
});

test('a booking needs attention if only some of its rooms are still booked', () => {
  expect(reread({ rooms: [{ state: 'BOOKED' }, { state: 'CANCELLED' }] })).toMatchObject({
    event: { kind: 'ATTENTION_REQUIRED' },
    note: { cause: 'ROOMS_DIFFER', differences: [{ field: 'rooms', live: ['BOOKED', 'CANCELLED'] }] },
  });
});

test.each([
  ['does not mention a penalty', undefined, { penalty_minor: null, needs_attention: false }],
  ['does not report an amount', null, { penalty_minor: null, needs_attention: false }],
  ['charges nothing', 0, { penalty_minor: 0, needs_attention: false }],
  ['charges a penalty', 1_500, { penalty_minor: null, needs_attention: true }],
])(
  'a booking becomes CANCELLED if someone else cancelled its reservation and the provider %s',
  (_, penaltyMinor, set) => {
    const change = reread({ state: 'CANCELLED', ...(penaltyMinor !== undefined && { penaltyMinor }) });
    expect(change).toMatchObject({ event: { kind: 'CANCELLED', reason: 'BY_PROVIDER' }, set });
    const charged = { amount: '15.00', currency: 'EUR' };
    expect(change?.note).toEqual(penaltyMinor ? { cause: 'CANCELLED_WITH_FEE', charged } : undefined);
  },
);

test('a booking needs attention if the price at the provider differs at all, and keeps its own price', () => {
  const change = reread({ netMinor: NET_MINOR + 1 });
  expect(booking.content.toleranceMinor).toBeGreaterThan(1);
  expect(change?.set).toEqual({ needs_attention: true });
  expect(change?.note).toEqual({
    cause: 'CONTRADICTORY',
    summary: 'The cost is 444.01 EUR at the provider, but 444.00 EUR in the booking.',
    differences: [
      {
        field: 'price.cost',
        recorded: { amount: '444.00', currency: 'EUR' },
        live: { amount: '444.01', currency: 'EUR' },
      },
    ],
  });
});

test('the report about a reread booking describes changed dates, boards and deadlines', () => {
  const policy = fullFrom(FREE_UNTIL_MS - 24 * 3_600_000);
  const terms = reread({ board: 'RO', policy })?.note as { summary: string };
  expect(terms.summary).toBe(
    'The board is RO at the provider, but BB in the booking. The provider now states these cancellation terms: free until 2027-03-09 23:00 UTC, 444.00 EUR from 2027-03-09 23:00 UTC. The booking was sold with: free until 2027-03-10 23:00 UTC, 444.00 EUR from 2027-03-10 23:00 UTC.',
  );
  const dates = reread({ checkIn: '2027-03-13', policy })?.note as { summary: string };
  expect(dates.summary).toMatch(
    /^The arrival date is 2027-03-13 at the provider, but .* in the booking\. The provider now states/,
  );
});

test('a report that staff have dismissed is not repeated unless the provider changes something else', () => {
  const policy = fullFrom(FREE_UNTIL_MS - 24 * 3_600_000);
  const reported = reread({ policy })?.note as Report;
  // Notes are read from the database.
  const stored = JSON.parse(JSON.stringify(reported)) as Report;
  expect(reread({ policy }, booking, stored)).toBeUndefined();
  expect(reread({ policy, hotelRef: 'HC-1' }, booking, stored)).toMatchObject({
    event: { kind: 'HOTEL_CONFIRMED' },
  });
  expect(reread({ policy, board: 'RO' }, booking, stored)).toMatchObject({
    note: { cause: 'TERMS_CHANGED' },
  });
  const earlier = fullFrom(FREE_UNTIL_MS - 48 * 3_600_000);
  expect(reread({ policy: earlier }, booking, stored)).toMatchObject({ note: { cause: 'TERMS_CHANGED' } });
  // The deadline at the provider has passed since then.
  expect(reread({ policy }, booking, stored, FREE_UNTIL_MS - 3_600_000)).toBeUndefined();
  const cheaper = { netMinor: NET_MINOR - 1 };
  const contradiction = reread(cheaper)?.note as Report;
  expect(reread(cheaper, booking, contradiction)).toBeUndefined();
  expect(reread({ ...cheaper, hotelRef: 'HC-1' }, booking, contradiction)).toMatchObject({
    event: { kind: 'HOTEL_CONFIRMED' },
  });
});

test('a booking that is missing at the provider, or has lost a room there, is reported even if such a report was dismissed', () => {
  const reported = { cause: 'ABSENT' };
  expect(judgeReread(booking, { kind: 'ABSENT' }, { nowMs, isSettled: true, reported })).toMatchObject({
    event: { kind: 'ATTENTION_REQUIRED' },
    note: { cause: 'ABSENT' },
  });
  const rooms = [{ state: 'BOOKED' }, { state: 'CANCELLED' }] as const;
  const dismissed = reread({ rooms })?.note as Report;
  expect(reread({ rooms }, booking, dismissed)).toMatchObject({ note: { cause: 'ROOMS_DIFFER' } });
});

test('a confirmation number that is too long for a response is cut, and not reported again', () => {
  const change = reread({ hotelRef: '7'.repeat(600) });
  expect(change?.set).toEqual({ hotel_confirmation: '7'.repeat(512) });
  const stored = { ...booking, hotel_confirmation: '7'.repeat(512) };
  expect(reread({ hotelRef: '7'.repeat(600) }, stored)).toBeUndefined();
});
