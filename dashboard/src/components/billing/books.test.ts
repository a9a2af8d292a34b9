import { expect, it } from 'vitest';
import {
  type Books,
  beforeWords,
  bookedMonths,
  booksBefore,
  noRevenue,
  pickupWords,
  staysLink,
  staysWords,
} from './books.ts';

const TODAY = '2026-11-18';
const money = (amount: string, currency: string) => ({ amount, currency });
type Row = Books['rows'][number];
/** Stays and their revenue, now and a year before. */
const row = (month: string, now: [number, string], before?: [number, string], currency = 'EUR'): Row => ({
  ...{ month, currency, stays: now[0], roomNights: 3 * now[0], revenue: money(now[1], currency) },
  ...{ pickupStays: 0, pickupRoomNights: 0, pickupRevenue: money('0.00', currency) },
  ...{ averageDailyRate: null, earlierAverageDailyRate: null, earlierStays: before?.[0] ?? null },
  earlierRoomNights: before ? 3 * before[0] : null,
  earlierRevenue: before ? money(before[1], currency) : null,
});
const books = (rows: Books['rows'], hasHistory = true): Books => ({
  ...{ from: TODAY, to: '2027-02-28', knownAt: `${TODAY}T09:00:00Z`, asOf: null, rows },
  yearBefore: hasHistory ? { from: '2025-11-18', to: '2026-02-28', knownAt: '2025-11-18T09:00:00Z' } : null,
});

it('the books contain the rest of this month and the next three months, also across a new year', () => {
  const months = bookedMonths(books([]), TODAY);
  expect(months.map(({ label }) => label)).toEqual(['Rest of November', 'December', 'January', 'February']);
  expect(months[0]).toMatchObject({ from: TODAY, to: '2026-11-30' });
  expect(months[1]).toMatchObject({ from: '2026-12-01', to: '2026-12-31', stays: 0, revenue: [] });
});

it('a month without revenue has an amount of zero in the currency of the other months', () => {
  const rows = [row('2026-12', [3, '360.00']), row('2027-01', [1, '90.00'])];
  expect(noRevenue(books(rows))).toEqual([money('0.00', 'EUR')]);
  expect(noRevenue(books([...rows, row('2027-01', [1, '80.00'], undefined, 'USD')]))).toEqual([]);
  expect(noRevenue(books([]))).toEqual([]);
});

it('a month is compared with what was on the books a year ago, and currencies stay separate', () => {
  const rows = [
    row('2026-12', [3, '360.00'], [2, '300.00']),
    row('2027-01', [1, '90.00'], [0, '0.00']),
    row('2027-01', [1, '80.00'], [0, '0.00'], 'USD'),
  ];
  const [, december, january] = bookedMonths(books(rows), TODAY);
  expect(december).toMatchObject({ stays: 3, change: { direction: 'up', text: '60.00 EUR' } });
  expect(january).toMatchObject({ stays: 2, revenue: [money('90.00', 'EUR'), money('80.00', 'USD')] });
  expect(january?.change).toBeUndefined();
  expect(december && staysWords(december)).toBe('9 room nights, 3 stays');
  expect(december?.before && beforeWords(december.before)).toBe('Year before: 300.00 EUR, 6 nights');
  expect(january?.before && beforeWords(january.before)).toBe('Year before: no stays');
});

it('without the history of a year, nothing is compared', () => {
  const rows = [row('2026-12', [3, '360.00'])];
  const [, december] = bookedMonths(books(rows, false), TODAY);
  expect(december).toMatchObject({ stays: 3, before: undefined, change: undefined });
  expect(booksBefore(books(rows, false))).toBeUndefined();
  expect(booksBefore(books(rows))).toBe('what was on the books on 18 Nov 2025');
});

it('stays that guests pay at the property have no revenue', () => {
  const rows = [row('2026-12', [2, '0.00'])];
  expect(bookedMonths(books(rows), TODAY)[1]).toMatchObject({ stays: 2, revenue: [] });
});

it('a month leads to its stays, unless it has none or they cannot be listed', () => {
  const days = { from: TODAY, to: '2026-11-30' };
  expect(staysLink({ ...days, stays: 1 }, { partnerId: 'prt_a', hotelId: 'htl_a' } as never)).toEqual({
    to: '/bookings',
    search: { partner: 'prt_a', hotel: 'htl_a', status: 'stay', ...days },
  });
  expect(staysLink({ ...days, stays: 0 }, {})).toBeUndefined();
  expect(staysLink({ ...days, stays: 1 }, { country: 'ES' })).toBeUndefined();
});

it('the pickup is the change of the books in the last days', () => {
  const words = (stays: number, pickupStays: number, ...amounts: [string, string][]) => {
    const rows = amounts.map(([amount, currency], at) => ({
      ...row('2026-12', [at === 0 ? stays : 0, '0.00'], undefined, currency),
      ...{ pickupStays: at === 0 ? pickupStays : 0, pickupRevenue: money(amount, currency) },
    }));
    const [, december] = bookedMonths(books(rows), TODAY);
    return december && pickupWords(december);
  };
  expect(words(8, 2, ['480.00', 'EUR'])).toBe('Last 7 days: +2 stays, +480.00 EUR');
  expect(words(8, -1, ['-1240.50', 'EUR'], ['90.00', 'USD'])).toBe(
    'Last 7 days: −1 stay, −1,240.50 EUR, +90.00 USD',
  );
  expect(words(8, 0, ['-20.00', 'EUR'])).toBe('Last 7 days: ±0 stays, −20.00 EUR');
  expect(words(8, 0, ['0.00', 'EUR'])).toBe('Last 7 days: no change');
  expect(words(0, 0, ['0.00', 'EUR'])).toBeUndefined();
});
