import { expect, test } from 'vitest';
import { paymentState } from './payment-state.ts';

const july = { month: '2026-07', closing_minor: 100, to_at: new Date('2026-08-01') };
const debt = {
  unpaidMonths: ['2026-07'],
  overdueMonths: [],
  comparedSince: new Date('2025-08-15'),
  over90Minor: 0,
};

test('an unpaid statement is overdue if its due date has passed', () => {
  expect(paymentState(july, debt)).toBe('UNPAID');
  expect(paymentState(july, { ...debt, overdueMonths: ['2026-07'] })).toBe('OVERDUE');
});

test('a statement is paid if nothing is owed, or if its closing balance is not positive', () => {
  expect(paymentState(july, undefined)).toBe('PAID');
  expect(paymentState({ ...july, closing_minor: 0 }, debt)).toBe('PAID');
  expect(paymentState({ ...july, closing_minor: -100 }, debt)).toBe('PAID');
  expect(paymentState({ ...july, month: '2026-06' }, debt)).toBe('PAID');
});

test('it is not known whether a statement of more than 12 months ago is paid while there is old debt', () => {
  const old = { ...july, month: '2025-07', to_at: new Date('2025-08-01') };
  expect(paymentState(old, debt)).toBe('PAID');
  expect(paymentState(old, { ...debt, unpaidMonths: [], over90Minor: 5 })).toBeNull();
});
