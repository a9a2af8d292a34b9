import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import { expect, test } from 'vitest';
import { type Bill, type BilledBooking, entriesFor, holdFor } from './booking-entries.ts';

const TERMS = { currency: 'EUR', rate: null };
const booking: BilledBooking = {
  status: 'PENDING',
  currency: 'EUR',
  netMinor: 10_000,
  penaltyMinor: 0,
  isPayable: true,
};
const HELD: Bill = { ...TERMS, held: 10_500, charged: null, penalty: null };
const CHARGED: Bill = { ...TERMS, held: null, charged: 10_000, penalty: null };
const NOTHING: Bill = { ...TERMS, held: null, charged: null, penalty: null };

const entries = (bill: Bill, change: Partial<BilledBooking>) =>
  entriesFor(bill, { ...booking, ...change })?.entries.map(({ kind, amountMinor }) => [kind, amountMinor]);

test('a new booking holds its net plus the tolerance', () => {
  expect(holdFor(TERMS, { ...booking, highestMinor: 10_500 })).toEqual({
    bill: HELD,
    entries: [{ kind: 'HOLD', amountMinor: 10_500 }],
  });
});

test('a confirmation releases the held amount and charges the final net', () => {
  const final = { status: 'CONFIRMED', netMinor: 10_200 } as const;
  expect(entries(HELD, final)).toEqual([
    ['RELEASE', 10_500],
    ['CHARGE', 10_200],
  ]);
  expect(entriesFor(HELD, { ...booking, ...final })?.bill).toEqual({ ...CHARGED, charged: 10_200 });
});

test.each<[BookingState, Bill]>([
  ['PENDING', HELD],
  ['ON_REQUEST', HELD],
  ['CANCEL_PENDING', HELD],
  ['CANCEL_PENDING', CHARGED],
  ['COMPLETED', CHARGED],
  ['NO_SHOW', CHARGED],
])('a booking that becomes %s keeps its held amount or charge', (status, bill) => {
  expect(entries(bill, { status })).toBeUndefined();
});

test('a booking that is rejected releases its held amount', () => {
  expect(entries(HELD, { status: 'REJECTED' })).toEqual([['RELEASE', 10_500]]);
  expect(entries(NOTHING, { status: 'REJECTED' })).toBeUndefined();
});

test('a cancellation refunds the charge and posts the penalty that the partner owes', () => {
  const cancelled = { status: 'CANCELLED', penaltyMinor: 4_000 } as const;
  expect(entries(CHARGED, cancelled)).toEqual([
    ['REFUND', 10_000],
    ['PENALTY', 4_000],
  ]);
  expect(entries(CHARGED, { ...cancelled, penaltyMinor: 0 })).toEqual([['REFUND', 10_000]]);
});

test('a cancellation of a booking that was never charged releases the held amount and posts the penalty', () => {
  const cancelled = { status: 'CANCELLED', penaltyMinor: 4_000 } as const;
  expect(entries(HELD, cancelled)).toEqual([
    ['RELEASE', 10_500],
    ['PENALTY', 4_000],
  ]);
});

test('a late confirmation is charged if it is kept', () => {
  expect(entries(NOTHING, { status: 'CONFIRMED' })).toEqual([['CHARGE', 10_000]]);
});

test('a booking that is paid at the property posts entries with the amount 0', () => {
  const paidThere = { ...booking, isPayable: false };
  const { bill, entries: held } = holdFor(TERMS, { ...paidThere, highestMinor: 10_500 });
  expect(held).toEqual([{ kind: 'HOLD', amountMinor: 0 }]);
  expect(entries(bill, { ...paidThere, status: 'CONFIRMED' })).toEqual([
    ['RELEASE', 0],
    ['CHARGE', 0],
  ]);
});

test('ledger amounts are converted at the frozen exchange rate and rounded half up', () => {
  const terms = { currency: 'JPY', rate: '184.05' };
  const { bill, entries: held } = holdFor(terms, { ...booking, highestMinor: 10_001 });
  expect(held[0]?.amountMinor).toBe(18_407);
  expect(entries(bill, { status: 'CONFIRMED' })).toEqual([
    ['RELEASE', 18_407],
    ['CHARGE', 18_405],
  ]);
});
