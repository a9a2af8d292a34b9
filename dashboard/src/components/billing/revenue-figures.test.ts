import { expect, test } from 'vitest';
import { barLengths, cancellationsOf, sumCounts } from './revenue-figures.ts';

const row = (currency: string, amount: string) => ({ currency, revenue: { amount } });

test('the bars of each currency are compared only with each other', () => {
  const rows = [row('JPY', '90000'), row('EUR', '500.00'), row('EUR', '250.00'), row('USD', '-20.00')];
  expect(barLengths(rows)).toEqual([1, 1, 0.5, 0]);
});

test('the bookings of all currencies are counted together', () => {
  const rows = [
    { bookings: 3, cancelled: 1, roomNights: 7 },
    { bookings: 2, cancelled: 0, roomNights: 4 },
  ];
  expect(sumCounts(rows)).toEqual({ bookings: 5, cancelled: 1, roomNights: 11 });
  expect(sumCounts([])).toEqual({ bookings: 0, cancelled: 0, roomNights: 0 });
});

test('the cancelled share is that of the bookings of all currencies', () => {
  const rows = [
    { bookings: 3, cancelled: 1 },
    { bookings: 1, cancelled: 0 },
  ];
  expect(cancellationsOf(rows)).toEqual({ cancelled: 1, bookings: 4, share: 0.25 });
  expect(cancellationsOf([])).toBeUndefined();
});
