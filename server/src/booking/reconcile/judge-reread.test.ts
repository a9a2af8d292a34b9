import { afterAll, expect, test } from 'vitest';
import { bookingWorld, FREE_UNTIL_MS, NET_MINOR, RESERVATION } from '../../../test/booking-world.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Found, FoundReservation } from '../port/outcomes.ts';
import { judgeReread } from './judge-reread.ts';

const world = await bookingWorld();
afterAll(() => world.drop());
const booking = await world.booked();
const nowMs = world.time.databaseNowMs();

const reread = (changes: Partial<FoundReservation>, of: Booking = booking) => {
  const found: Found = { kind: 'FOUND', state: 'BOOKED', ...RESERVATION, ...changes };
  return judgeReread(of, found, { nowMs, isSettled: true });
};

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
  ['no amount', undefined, { penalty_minor: null, needs_attention: false }],
  ['an unknown amount', null, { penalty_minor: null, needs_attention: false }],
  ['nothing', 0, { penalty_minor: 0, needs_attention: false }],
  ['a penalty', 1_500, { penalty_minor: null, needs_attention: true }],
])(
  'a booking becomes CANCELLED if someone else cancelled its reservation and the provider charges %s',
  (_, penaltyMinor, set) => {
    const change = reread({ state: 'CANCELLED', ...(penaltyMinor !== undefined && { penaltyMinor }) });
    expect(change).toMatchObject({ event: { kind: 'CANCELLED', reason: 'BY_PROVIDER' }, set });
    const charged = { amount: '15.00', currency: 'EUR' };
    expect(change?.note).toEqual(penaltyMinor ? { cause: 'CANCELLED_WITH_FEE', charged } : undefined);
  },
);
