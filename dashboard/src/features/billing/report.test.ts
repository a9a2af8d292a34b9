import { expect, it } from 'vitest';
import {
  basisOf,
  changeSort,
  earlierOf,
  earlierRow,
  type Group,
  groupPlaces,
  groupsOf,
  inNaturalOrder,
  orderOf,
  type ReportRow,
  reportQuery,
  shareOf,
  totalsOrNone,
  withGroup,
  withLostRows,
} from './report.ts';

it('a report is grouped by partner unless other groups are chosen, and unknown groups are ignored', () => {
  expect(groupsOf({})).toEqual(['PARTNER']);
  expect(groupsOf({ by: 'MONTH,PLANET,HOTEL,MONTH' })).toEqual(['MONTH', 'HOTEL']);
});

it('a group can be added, replaced and removed, and one that is chosen twice changes places', () => {
  expect(withGroup(['PARTNER'], 1, 'MONTH')).toBe('PARTNER,MONTH');
  expect(withGroup(['PARTNER', 'MONTH'], 0, 'HOTEL')).toBe('HOTEL,MONTH');
  expect(withGroup(['PARTNER', 'MONTH'], 0, 'MONTH')).toBe('MONTH,PARTNER');
  expect(withGroup(['PARTNER', 'MONTH'], 1, undefined)).toBe('PARTNER');
  expect(withGroup(['PARTNER'], 1, 'PARTNER')).toBe('PARTNER');
});

it('up to three groups can be chosen, and a link may have more', () => {
  expect(groupPlaces(['PARTNER'])).toEqual(['PARTNER', undefined]);
  expect(groupPlaces(['PARTNER', 'MONTH', 'HOTEL'])).toEqual(['PARTNER', 'MONTH', 'HOTEL']);
  expect(groupPlaces(['PARTNER', 'MONTH', 'HOTEL', 'COUNTRY'])).toHaveLength(4);
});

it('lead times and lengths of stay are shown from the shortest to the longest', () => {
  const leads = ['8-30', '91+', '0-1', '31-90', '2-7'].map(leadTime => row({ leadTime }));
  const sorted = inNaturalOrder(leads, ['LEAD_TIME', 'MONTH']);
  expect(sorted.map(({ leadTime }) => leadTime)).toEqual(['0-1', '2-7', '8-30', '31-90', '91+']);
  const stays = ['15+', '2-3', '1'].map(stayLength => row({ stayLength }));
  expect(inNaturalOrder(stays, ['STAY_LENGTH']).map(({ stayLength }) => stayLength)).toEqual([
    '1',
    '2-3',
    '15+',
  ]);
  expect(inNaturalOrder(leads, ['MONTH', 'LEAD_TIME'])).toBe(leads);
});

it('a report of one hotel reads only its bookings', () => {
  expect(reportQuery('sandbox', { hotel: 'htl_a' }, {})).toMatchObject({ hotelId: 'htl_a' });
});

it('a report ignores a country code that is still being typed', () => {
  const usual = { environment: 'sandbox', by: ['PARTNER'], dateBasis: 'BOOKED' };
  expect(reportQuery('sandbox', { country: 'e' }, {})).toEqual(usual);
  expect(reportQuery('sandbox', { country: 'es' }, { to: '2026-07' })).toEqual({
    ...usual,
    country: 'ES',
    to: '2026-07',
  });
});

it('a report is by booking date unless the URL asks for stays', () => {
  expect(basisOf({})).toBe('BOOKED');
  expect(basisOf({ basis: 'arrival' })).toBe('BOOKED');
  expect(reportQuery('sandbox', { basis: 'stay' }, {})).toMatchObject({ dateBasis: 'STAY' });
});

const row = (values: object) => ({ currency: 'EUR', ...values }) as ReportRow;
const MONTHS = { from: '2025-01', to: '2025-12' };
const PAGE = { nextCursor: null, hasMore: false };

it('a row is compared with the row of the same groups and currency, whose month is a year earlier', () => {
  const groups: Group[] = ['PARTNER', 'MONTH'];
  const rows = [
    row({ partnerId: 'prt_a', month: '2025-07', bookings: 1 }),
    row({ partnerId: 'prt_a', month: '2025-07', bookings: 2, currency: 'USD' }),
    row({ partnerId: 'prt_b', month: '2026-07', bookings: 3 }),
  ];
  const earlier = earlierOf({ rows, totals: [], page: PAGE }, groups, MONTHS);
  const find = (values: object) => earlierRow(earlier, row(values), groups)?.bookings;
  expect(find({ partnerId: 'prt_a', month: '2026-07' })).toBe(1);
  expect(find({ partnerId: 'prt_a', month: '2026-07', currency: 'USD' })).toBe(2);
  expect(find({ partnerId: 'prt_b', month: '2026-07' })).toBeUndefined();
});

it('a row had no bookings a year earlier only if all rows of that year were read', () => {
  const found = (hasMore: boolean) =>
    earlierRow(
      earlierOf({ rows: [], totals: [], page: { nextCursor: null, hasMore } }, ['PARTNER'], MONTHS),
      row({ partnerId: 'prt_a' }),
      ['PARTNER'],
    );
  expect(found(false)).toBeNull();
  expect(found(true)).toBeUndefined();
});

it('totals are compared only if the report has a first and a last month', () => {
  const totals = [row({ bookings: 4 })] as never;
  const read = { rows: [], totals, page: PAGE };
  expect(earlierOf(read, [], MONTHS).totals).toEqual(totals);
  expect(earlierOf(read, [], { from: '2025-01', to: undefined }).totals).toBeUndefined();
});

it('rows that had bookings only in the year before are shown without bookings, months in their order', () => {
  const money = (amount: string) => ({ amount, currency: 'EUR' });
  const of = (month: string, bookings: number) =>
    row({ month, bookings, revenue: money('9.50'), cost: money('9'), margin: money('0.50') });
  const read = { rows: [of('2025-07', 1), of('2025-06', 2)], totals: [], page: PAGE };
  const now = [of('2026-08', 5), of('2026-06', 6)];
  const all = withLostRows(now, earlierOf(read, ['MONTH'], MONTHS), ['MONTH']);
  expect(all.map(({ month, bookings }) => `${month} ${bookings}`)).toEqual([
    '2026-08 5',
    '2026-07 0',
    '2026-06 6',
  ]);
  expect(all[1]).toMatchObject({ revenue: money('0.00'), cost: money('0'), marginPercent: null });
  const unknown = [
    undefined,
    earlierOf({ ...read, page: { nextCursor: null, hasMore: true } }, ['MONTH'], MONTHS),
    earlierOf(read, ['MONTH'], { from: '2025-01' }),
  ];
  for (const earlier of unknown) expect(withLostRows(now, earlier, ['MONTH'])).toBe(now);
});

it('rows are sorted by the change of their revenue, if there was revenue to compare with', () => {
  const of = (amount: string) => ({ revenue: { amount, currency: 'EUR' } });
  expect(changeSort(of('15.00'), of('10.00'))).toEqual([1.5]);
  expect(changeSort(of('0.00'), of('10.00'))).toEqual([0]);
  for (const before of [of('0.00'), null, undefined]) expect(changeSort(of('5.00'), before)).toBeUndefined();
});

it('a period without bookings has totals of nothing in the currencies of the year before', () => {
  const money = (amount: string) => ({ amount, currency: 'EUR' });
  const total = row({ bookings: 4, revenue: money('9.50'), cost: money('9.00'), margin: money('0.50') });
  const earlier = earlierOf({ rows: [], totals: [total], page: PAGE }, [], MONTHS);
  expect(totalsOrNone([], earlier)).toEqual([
    expect.objectContaining({ currency: 'EUR', bookings: 0, revenue: money('0.00'), marginPercent: null }),
  ]);
  expect(totalsOrNone([total], earlier)).toEqual([total]);
  expect(totalsOrNone([], undefined)).toEqual([]);
});

it('the share of a row is that of the revenue in its currency', () => {
  const of = (amount: string, currency = 'EUR') => ({ revenue: { amount, currency } });
  const totals = [of('200.00'), of('0.00', 'USD')];
  expect(shareOf(of('50.00'), totals)).toBe(0.25);
  expect(shareOf(of('0.00'), totals)).toBe(0);
  for (const row of [of('-1.00'), of('0.00', 'USD'), of('5.00', 'GBP')])
    expect(shareOf(row, totals)).toBeUndefined();
});

it('the order of a report that nobody has sorted has a name', () => {
  expect(orderOf(['MONTH', 'PARTNER'])).toBe('Latest month first');
  expect(orderOf(['LEAD_TIME'])).toBe('Shortest lead time first');
  expect(orderOf(['PARTNER'])).toBe('Highest revenue first');
});
