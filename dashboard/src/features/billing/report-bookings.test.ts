import { expect, it } from 'vitest';
import type { ReportRow } from './report.ts';
import { bookingsOfRow, bookingsOfTotal } from './report-bookings.ts';

const YEAR = { from: '2026-01', to: '2026-12' };
const row = (values: object) => ({ currency: 'EUR', bookings: 2, cancelled: 1, ...values }) as ReportRow;
const SOLD = { status: 'sold' };
const listed = (filters: object, period: object = YEAR) => ({ filters, period, totals: [row({})] });

it('the bookings of a row are those of its partner, its hotel and its month, or else of the period', () => {
  expect(bookingsOfRow(row({ partnerId: 'prt_a' }), listed({})).sold).toEqual({
    to: '/bookings',
    search: { ...SOLD, partner: 'prt_a', createdFrom: '2026-01-01', createdTo: '2026-12-31' },
  });
  const filters = { by: 'HOTEL,MONTH', basis: 'stay', partner: 'prt_b' };
  expect(bookingsOfRow(row({ hotelId: 'htl_a', month: '2026-02' }), listed(filters)).sold?.search).toEqual({
    ...{ ...SOLD, partner: 'prt_b', hotel: 'htl_a', from: '2026-02-01', to: '2026-02-28' },
  });
});

it('cancelled bookings of a row have a list of their own', () => {
  const { sold, cancelled } = bookingsOfRow(row({ partnerId: 'prt_a' }), listed({}));
  expect(cancelled).toEqual({ ...sold, search: { ...sold?.search, status: 'sold-cancelled' } });
  expect(bookingsOfRow(row({ cancelled: 0 }), listed({})).cancelled).toBeUndefined();
});

it('the bookings of a row are in its currency if the report has several', () => {
  const currencyOf = (totals: ReportRow[] | undefined) =>
    bookingsOfRow(row({}), { ...listed({}), totals }).sold?.search?.currency;
  expect(currencyOf([row({})])).toBeUndefined();
  expect(currencyOf([row({}), row({ currency: 'USD' })])).toBe('EUR');
  expect(currencyOf(undefined)).toBe('EUR');
});

it('the bookings of a period that is not over end with its last day', () => {
  const period = { from: '2026-01', to: '2026-11', until: '2026-11-18' };
  const days = (month?: string) =>
    bookingsOfRow(row({ month }), listed({ by: 'MONTH', basis: 'stay' }, period)).sold?.search;
  expect(days()).toMatchObject({ from: '2026-01-01', to: '2026-11-18' });
  expect(days('2026-11')).toMatchObject({ from: '2026-11-01', to: '2026-11-18' });
  expect(days('2026-10')).toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
});

it('the bookings of custom dates, of a hotel, are those of the days in its months', () => {
  const period = { from: '2026-10-05', to: '2026-11-18' };
  const search = (month?: string) =>
    bookingsOfRow(row({ month }), listed({ by: 'MONTH', hotel: 'htl_a' }, period)).sold?.search;
  expect(search()).toMatchObject({ hotel: 'htl_a', createdFrom: '2026-10-05', createdTo: '2026-11-18' });
  expect(search('2026-10')).toMatchObject({ createdFrom: '2026-10-05', createdTo: '2026-10-31' });
  expect(search('2026-11')).toMatchObject({ createdFrom: '2026-11-01', createdTo: '2026-11-18' });
});

it('there is no list for countries, providers or a row without bookings, but for a total of all groups', () => {
  const hasList = (filters: object, values = {}) =>
    bookingsOfRow(row(values), listed(filters)).sold !== undefined;
  expect(hasList({})).toBe(true);
  expect(hasList({ by: 'PARTNER,COUNTRY' })).toBe(false);
  expect(hasList({ by: 'PROVIDER' })).toBe(false);
  expect(hasList({ by: 'LEAD_TIME' })).toBe(false);
  expect(hasList({ country: 'ES' })).toBe(false);
  expect(hasList({ provider: 'own' })).toBe(false);
  expect(hasList({}, { bookings: 0 })).toBe(false);
  const total = (filters: object) => bookingsOfTotal(row({}), listed(filters)).sold?.search;
  expect(total({ by: 'COUNTRY', hotel: 'htl_a' })).toMatchObject({ ...SOLD, hotel: 'htl_a' });
  expect(total({ country: 'ES' })).toBeUndefined();
});
