import { expect, it } from 'vitest';
import { mainCurrency, monthValues } from './month-values.ts';

const row = (month: string, currency: string, bookings: number, revenue: string) =>
  ({ month, currency, bookings, revenue: { amount: revenue, currency } }) as never;

it('a period has a value for each month, also for months without bookings', () => {
  const rows = [row('2026-03', 'EUR', 2, '30.00'), row('2026-01', 'EUR', 1, '10.00')];
  const months = monthValues({ rows }, { from: '2026-01', to: '2026-03' }, 'revenue', 'EUR');
  expect(months).toEqual([
    { date: '2026-01-01', value: 10, text: '10.00 EUR' },
    { date: '2026-02-01', value: 0, text: '0' },
    { date: '2026-03-01', value: 30, text: '30.00 EUR' },
  ]);
});

it('amounts of a month are those of one currency, and its bookings are those of all', () => {
  const rows = [row('2026-01', 'CHF', 2, '5.00'), row('2026-01', 'EUR', 3, '10.00')];
  const january = { from: '2026-01', to: '2026-01' };
  expect(mainCurrency({ totals: rows })).toBe('EUR');
  expect(monthValues({ rows }, january, 'revenue', 'EUR')[0]?.value).toBe(10);
  expect(monthValues({ rows }, january, 'bookings', 'EUR')[0]?.value).toBe(5);
});
