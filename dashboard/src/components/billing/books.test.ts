import { expect, it } from 'vitest';
import { bookedMonths, booksRange, staysLink } from './books.ts';

const row = (month: string, currency: string, bookings: number, cancelled = 0) =>
  ({ month, currency, bookings, cancelled, roomNights: 3, revenue: { amount: '300.00', currency } }) as never;

it('the books contain the rest of this month and the next three months, also across a new year', () => {
  expect(booksRange('2026-11-18')).toEqual({ from: '2026-11-18', to: '2027-02' });
  expect(bookedMonths([], '2026-11-18').map(({ label }) => label)).toEqual([
    'Rest of November',
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

it('penalties of cancelled bookings are not shown as the revenue of a currency without stays', () => {
  const rows = [row('2026-12', 'EUR', 1, 1), row('2026-12', 'USD', 1), row('2027-01', 'EUR', 1, 1)];
  const [, december, january] = bookedMonths(rows, '2026-11-18');
  expect(december).toMatchObject({ stays: 1, revenue: [{ amount: '300.00', currency: 'USD' }] });
  expect(january).toMatchObject({ stays: 0, revenue: [] });
});

it('stays that guests pay at the property have no revenue', () => {
  const paidThere = { ...(row('2026-12', 'EUR', 2) as object), revenue: { amount: '0.00', currency: 'EUR' } };
  const [, december] = bookedMonths([paidThere as never], '2026-11-18');
  expect(december).toMatchObject({ stays: 2, revenue: [] });
});

it('a month leads to its confirmed stays, unless there are none or they cannot be listed', () => {
  const rows = [row('2026-11', 'EUR', 1), row('2026-12', 'EUR', 1, 1)];
  const [november, december] = bookedMonths(rows, '2026-11-18');
  expect(staysLink(november as never, { partnerId: 'prt_a' })).toEqual({
    to: '/bookings',
    search: { status: 'CONFIRMED', partner: 'prt_a', from: '2026-11-18', to: '2026-11-30' },
  });
  expect(december).toMatchObject({ from: '2026-12-01', to: '2026-12-31' });
  expect(staysLink(december as never, {})).toBeUndefined();
  expect(staysLink(november as never, { country: 'ES' })).toBeUndefined();
});
