import { expect, test } from 'vitest';
import { paymentState } from './payment-state.ts';

const july = { month: '2026-07', closing_minor: 100, to_at: new Date('2026-08-01'), due_on: '2026-08-15' };
const now = {
  debt: { unpaidMonths: ['2026-07'], over90Minor: 0 },
  today: '2026-08-15',
  comparedSince: new Date('2025-08-15'),
};

test('an unpaid statement is overdue from the day after its due date', () => {
  expect(paymentState(july, now)).toBe('UNPAID');
  expect(paymentState(july, { ...now, today: '2026-08-16' })).toBe('OVERDUE');
  expect(paymentState({ ...july, due_on: null }, { ...now, today: '2027-01-01' })).toBe('UNPAID');
});

test('a statement is paid if nothing is owed, or if its closing balance is not positive', () => {
  expect(paymentState(july, { ...now, debt: undefined })).toBe('PAID');
  expect(paymentState({ ...july, closing_minor: 0 }, now)).toBe('PAID');
  expect(paymentState({ ...july, month: '2026-06' }, now)).toBe('PAID');
});

test('it is not known whether a statement of more than 12 months ago is paid while there is old debt', () => {
  const old = { ...july, month: '2025-07', to_at: new Date('2025-08-01') };
  expect(paymentState(old, now)).toBe('PAID');
  expect(paymentState(old, { ...now, debt: { unpaidMonths: [], over90Minor: 5 } })).toBeNull();
});
