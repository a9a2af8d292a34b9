import { describe, expect, it } from 'vitest';
import { moneyPoints } from '../../components/charts/money-points.ts';
import { bookingDays, bookingPoints, salesDays, shownCurrency, trendOf } from './days.ts';

const money = (amount: string, currency: string) => ({ amount, currency });
const salesOf = (...days: [date: string, revenue: string, currency: string][]) =>
  ({
    totals: [...new Set(days.map(([, , currency]) => currency))].map(currency => ({ currency })),
    days: days.map(([date, revenue, currency]) => ({
      ...{ date, currency, revenue: money(revenue, currency), margin: money('-1.00', currency) },
    })),
  }) as never;

describe('figures of each day', () => {
  const sales = salesOf(
    ['2026-07-02', '1120.50', 'EUR'],
    ['2026-07-03', '0.00', 'EUR'],
    ['2026-07-02', '5.00', 'USD'],
    ['2026-07-03', '9.00', 'USD'],
  );

  it('days show the currency with the most bookings, and never add others', () => {
    expect(shownCurrency(sales)).toBe('EUR');
    expect(salesDays(sales, 'revenue', 'EUR').map(({ value, text }) => [value, text])).toEqual([
      [1120.5, '1,120.50 EUR'],
      [0, '0.00 EUR'],
    ]);
    expect(salesDays(sales, 'margin', 'USD').map(({ value }) => value)).toEqual([-1, -1]);
    expect(salesDays(salesOf(), 'revenue', shownCurrency(salesOf()))).toEqual([]);
  });

  it('a trend names each day and its value, and a day that is not over', () => {
    const days = salesDays(sales, 'revenue', 'EUR');
    const label = 'Revenue per day (UTC)';
    expect(trendOf(days, { label, isOpen: true })).toEqual({
      values: [1120.5, 0],
      isOpen: true,
      start: '2 Jul',
      end: '3 Jul so far',
      text: 'Revenue per day (UTC): 2 Jul 1,120.50 EUR, 3 Jul so far 0.00 EUR',
    });
    expect(trendOf(days, { label, isOpen: false, currency: 'EUR' })).toMatchObject({
      start: 'EUR, 2 Jul',
      end: '3 Jul',
    });
    expect(trendOf(days.slice(0, 1), { label, isOpen: true })).toBeUndefined();
  });

  it('each day is beside the day of the earlier period at the same place', () => {
    const days = salesDays(sales, 'revenue', 'EUR');
    const earlier = [{ date: '2026-06-25', value: 7, text: '7.00 EUR' }];
    expect(moneyPoints(days, earlier)).toEqual([
      {
        start: '2026-07-02T00:00:00Z',
        values: { amount: 1120.5, before: 7 },
        texts: { amount: '1,120.50 EUR', before: '7.00 EUR' },
      },
      { start: '2026-07-03T00:00:00Z', values: { amount: 0 }, texts: { amount: '0.00 EUR' } },
    ]);
  });

  it('bookings are grouped by status, and a pending cancellation is open', () => {
    const states = [
      { status: 'CONFIRMED', count: 2 },
      { status: 'CANCEL_PENDING', count: 1 },
      { status: 'CANCELLED', count: 3 },
    ];
    const summary = { created: [{ date: '2026-07-02', count: 6, states }] } as never;
    expect(bookingDays(summary)).toEqual([{ date: '2026-07-02', value: 6, text: '6' }]);
    expect(bookingPoints(summary, bookingDays(summary))[0]?.values).toEqual({
      confirmed: 2,
      open: 1,
      cancelled: 3,
      rejected: 0,
      before: 6,
    });
  });
});
