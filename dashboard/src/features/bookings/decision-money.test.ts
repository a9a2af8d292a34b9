import { CHARGE_EXAMPLE } from '@serai/contract/billing/ledger-entry.ts';
import { bookingExample } from '@serai/contract/booking/examples/booking-example.ts';
import { expect, test } from 'vitest';
import type { Entry } from '../../components/billing/entry-kinds.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import type { Decision } from './attention.ts';
import { moneyEffect } from './decision-money.ts';

type Booking = Output<'bookings/show'>['booking'];
type Money = Entry['amount'];

const eur = (amount: string): Money => ({ amount, currency: 'EUR' }) as Money;
const entry = (kind: Entry['kind'], owed: string, held: string) =>
  ({ ...CHARGE_EXAMPLE, kind, owed: eur(owed), held: eur(held) }) as Entry;

/** The hold can be higher than the price, because it contains the tolerance of the partner. */
const HOLD = entry('HOLD', '0.00', '474.51');
const RELEASE = entry('RELEASE', '0.00', '-474.51');
const CHARGE = entry('CHARGE', '416.75', '0.00');

function effect(
  decision: Decision,
  entries: readonly Entry[],
  { status = 'PENDING', payment = 'MERCHANT', net = eur('416.75') }: Partial<Wish> = {},
): string | undefined {
  const { price } = bookingExample as Booking;
  const booking = { status, payment: { type: payment }, price: { ...price, net } } as Booking;
  return moneyEffect(decision, booking, { partner: 'Direct', entries });
}

interface Wish {
  status: Booking['status'];
  payment: Booking['payment']['type'];
  net: Money;
}

test('a booking that is confirmed is charged its price, also if it was confirmed late', () => {
  expect(effect('CONFIRMED', [HOLD])).toBe('Direct is charged 416.75 EUR.');
  expect(effect('CONFIRMED', [HOLD, RELEASE], { status: 'REJECTED' })).toBe('Direct is charged 416.75 EUR.');
});

test('the charge in another currency is converted to the billing currency', () => {
  const net = { amount: '500.00', currency: 'USD' } as Money;
  expect(effect('CONFIRMED', [HOLD], { net })).toBe('Direct is charged 500.00 USD, converted to EUR.');
});

test('the charge of a booking stays if the booking remains confirmed or the guests did not arrive', () => {
  const charged = [HOLD, RELEASE, CHARGE];
  expect(effect('CONFIRMED', charged, { status: 'CANCEL_PENDING' })).toBe(
    'The charge of 416.75 EUR remains.',
  );
  expect(effect('NO_SHOW', charged, { status: 'CONFIRMED' })).toBe('The charge of 416.75 EUR remains.');
});

test('a booking that does not exist releases the held amount', () => {
  expect(effect('REJECTED', [HOLD])).toBe('The held 474.51 EUR is released.');
  expect(effect('REJECTED', [HOLD, RELEASE])).toBe('Direct is not charged.');
});

test('a cancellation releases or refunds the amount and charges the penalty', () => {
  expect(effect('CANCELLED', [HOLD])).toBe(
    'The held 474.51 EUR is released. Direct is charged the penalty that you enter.',
  );
  expect(effect('CANCELLED', [HOLD, RELEASE, CHARGE], { status: 'CONFIRMED' })).toBe(
    'The charge of 416.75 EUR is refunded. Direct is charged the penalty that you enter.',
  );
});

test('the operator may have agreed to bear the penalty of a cancellation that is under way', () => {
  expect(effect('CANCELLED', [HOLD, RELEASE, CHARGE], { status: 'CANCEL_PENDING' })).toContain(
    'unless the operator bears it',
  );
});

test('a partner whose guest pays the hotel is not charged by any decision', () => {
  const zero = [entry('HOLD', '0.00', '0.00')];
  for (const decision of ['CONFIRMED', 'REJECTED', 'CANCELLED', 'NO_SHOW'] as const) {
    expect(effect(decision, zero, { payment: 'PAY_AT_PROPERTY' })).toBe(
      'Direct is not charged, because the guest pays the hotel.',
    );
  }
});

test('no effect is stated for a dismissed booking, or for a booking without ledger entries', () => {
  expect(effect('DISMISSED', [HOLD])).toBeUndefined();
  expect(effect('CONFIRMED', [])).toBeUndefined();
});
