import { expect, it } from 'vitest';
import { bookedMonths, booksRange, staysLink } from './books.ts';

const row = (month: string, currency: string, bookings: number, cancelled = 0) =>
  ({ month, currency, bookings, cancelled, roomNights: 3, revenue: { amount: '300.00', currency } }) as never;

it('the books contain the rest of this month and the next three months, also across a new year', () => {
  expect(booksRange('2026-11-18')).toEqual({ from: '2026-11-18', to: '2027-02' });
  expect(bookedMonths([], '2026-11-18').map(({ label }) => label)).toEqual([
    'From 18 Nov',
    'December',
    'January',
    'February',
  ]);
});

it('cancelled stays are not on the books, and currencies stay separate', () => {
  const rows = [row('2026-12', 'EUR', 4, 1), row('2026-12', 'USD', 1)];
  const [november, december] = bookedMonths(rows, '2026-11-18');
  expect(november).toMatchObject({ stays: 0, roomNights: 0, revenue: [] });
  expect(december).toMatchObject({
    stays: 4,
    roomNights: 6,
    revenue: [
      { amount: '300.00', currency: 'EUR' },
      { amount: '300.00', currency: 'USD' },
    ],
  });
});

it('a month leads to its confirmed stays, unless they cannot be listed', () => {
  const [november, december] = bookedMonths([], '2026-11-18');
  expect(staysLink(november as never, { partnerId: 'prt_a' })).toEqual({
    to: '/bookings',
    search: { status: 'CONFIRMED', partner: 'prt_a', from: '2026-11-18', to: '2026-11-30' },
  });
  expect(december).toMatchObject({ from: '2026-12-01', to: '2026-12-31' });
  expect(staysLink(november as never, { country: 'ES' })).toBeUndefined();
});
