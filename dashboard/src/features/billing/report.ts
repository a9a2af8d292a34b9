/** The query and the columns of a report. Pure. */
import type { SortValue } from '../../components/sort-rows.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { changeOf } from '../../lib/format/change.ts';
import { monthsLater } from '../../lib/format/zoned-day.ts';
import type { Filters } from '../../lib/url-state.ts';
import type { DateBasis, Ends } from './report-period.ts';

type Report = Output<'reports/show'>;
export type ReportRow = Report['rows'][number];
export type ReportTotal = Report['totals'][number];
export type Group = NonNullable<Input<'reports/show'>['by']>[number];

export const REPORT_FILTERS = [
  'by',
  'basis',
  'partner',
  'hotel',
  'period',
  'from',
  'to',
  'country',
  'provider',
] as const;
export type ReportFilters = Filters<(typeof REPORT_FILTERS)[number]>;

export const GROUP_LABELS: Record<Group, string> = {
  PARTNER: 'Partner',
  HOTEL: 'Hotel',
  PROVIDER: 'Provider',
  COUNTRY: 'Country',
  MONTH: 'Month',
  NATIONALITY: 'Guest nationality',
  LEAD_TIME: 'Lead time',
  STAY_LENGTH: 'Length of stay',
  RATE_PLAN: 'Rate plan',
};

export const GROUPS = Object.keys(GROUP_LABELS) as Group[];

/** The groups in the URL, in the order in which they were chosen. Default: partner. */
export function groupsOf({ by }: Pick<ReportFilters, 'by'>): Group[] {
  const chosen = (by ?? '').split(',').filter((name): name is Group => GROUPS.includes(name as Group));
  return chosen.length === 0 ? ['PARTNER'] : [...new Set(chosen)];
}

/** More groups make rows that nobody reads. A link may have more. */
const MAX_GROUPS = 3;

/** The groups that are shown, and a free place for another one after them. */
export function groupPlaces(groups: readonly Group[]): (Group | undefined)[] {
  return groups.length < MAX_GROUPS ? [...groups, undefined] : [...groups];
}

/** Replaces the group at a place, or removes it. A group that was in another place changes places with it. */
export function withGroup(groups: readonly Group[], place: number, group: Group | undefined): string {
  const swapped = groupPlaces(groups).map(each =>
    each !== undefined && each === group ? groups[place] : each,
  );
  return Object.assign(swapped, { [place]: group })
    .filter(each => each !== undefined)
    .join(',');
}

export function basisOf({ basis }: Pick<ReportFilters, 'basis'>): DateBasis {
  return basis === 'stay' ? 'STAY' : 'BOOKED';
}

export function reportQuery(
  environment: 'sandbox' | 'production',
  filters: ReportFilters,
  { from, to }: Ends,
): Omit<Input<'reports/show'>, 'page'> {
  const { partner, hotel, provider } = filters;
  const country = filters.country?.trim().toUpperCase() ?? '';
  return {
    environment,
    by: groupsOf(filters),
    dateBasis: basisOf(filters),
    ...(partner !== undefined && { partnerId: partner }),
    ...(hotel !== undefined && { hotelId: hotel }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(provider !== undefined && { provider }),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
  } as Omit<Input<'reports/show'>, 'page'>;
}

/** Identifies a row among those of a report. A row of the year before gets the key of the row a year later. */
export function rowKey(row: ReportRow, groups: readonly Group[], yearsLater = 0): string {
  const values: Record<Group, string | null | undefined> = {
    PARTNER: row.partnerId,
    HOTEL: row.hotelId,
    PROVIDER: row.provider,
    COUNTRY: row.country,
    MONTH: row.month && monthsLater(row.month, 12 * yearsLater),
    NATIONALITY: row.nationality,
    LEAD_TIME: row.leadTime,
    STAY_LENGTH: row.stayLength,
    RATE_PLAN: row.ratePlan,
  };
  return JSON.stringify([groups.map(group => values[group]), row.currency]);
}

/** The figures of the year before. */
export interface Earlier {
  /** By the keys of the rows of this year. */
  rows: ReadonlyMap<string, ReportRow>;
  /** False if not all rows were read, so that a missing row may have had bookings. */
  isComplete: boolean;
  /** Undefined unless the report has two ends. */
  totals: readonly ReportTotal[] | undefined;
  /** Bookings and cancellations that were known a year ago. Later ones would make the year before look worse. */
  known: NonNullable<Report['yearAgo']>['totals'];
}

export function earlierOf(
  { rows, totals, yearAgo, page }: Pick<Report, 'rows' | 'totals' | 'yearAgo' | 'page'>,
  groups: readonly Group[],
  { from, to }: Ends,
): Earlier {
  return {
    rows: new Map(rows.map(row => [rowKey(row, groups, 1), row])),
    isComplete: !page.hasMore,
    totals: from !== undefined && to !== undefined ? totals : undefined,
    known: yearAgo?.totals ?? [],
  };
}

/** The same row of the year before. Null if there were no bookings, undefined if that is not known. */
export function earlierRow(
  earlier: Earlier,
  row: ReportRow,
  groups: readonly Group[],
): ReportRow | null | undefined {
  return earlier.rows.get(rowKey(row, groups)) ?? (earlier.isComplete ? null : undefined);
}

/** The revenue of a row as a share of the total in its currency, from 0 to 1. Undefined if there is no such share. */
export function shareOf(
  { revenue }: Pick<ReportRow, 'revenue'>,
  totals: readonly Pick<ReportTotal, 'revenue'>[],
): number | undefined {
  const total = totals.find(each => each.revenue.currency === revenue.currency);
  const [part, whole] = [Number(revenue.amount), Number(total?.revenue.amount ?? 0)];
  return whole > 0 && part >= 0 && part <= whole ? part / whole : undefined;
}

/** Sorts by the change of the revenue. Rows without one come last. */
export function changeSort(
  { revenue }: Pick<ReportRow, 'revenue'>,
  before: Pick<ReportRow, 'revenue'> | null | undefined,
): SortValue {
  if (!before) return undefined;
  const [now, earlier] = [Number(revenue.amount), Number(before.revenue.amount)];
  return changeOf(now, earlier) && [now / earlier];
}

/**
 * Adds the rows that had bookings only in the year before, for example partners that no longer book. Needs all rows of both
 * years. Months stay in their order.
 */
export function withLostRows(
  rows: readonly ReportRow[],
  earlier: Earlier | undefined,
  groups: readonly Group[],
): readonly ReportRow[] {
  if (!earlier?.isComplete || earlier.totals === undefined) return rows;
  const shown = new Set(rows.map(row => rowKey(row, groups)));
  const lost = [...earlier.rows].filter(([key]) => !shown.has(key)).map(([, row]) => withoutBookings(row));
  if (lost.length === 0) return rows;
  const all = [...rows, ...lost];
  // Reports by hotel are sorted by hotel.
  const isByMonth = groups.includes('MONTH') && !groups.includes('HOTEL');
  return isByMonth ? all.sort((a, b) => (b.month ?? '').localeCompare(a.month ?? '')) : all;
}

/** Totals of nothing, in the currencies of the year before, if the period has no bookings but that year has some. */
export function totalsOrNone(
  totals: readonly ReportTotal[],
  earlier: Earlier | undefined,
): readonly ReportTotal[] {
  return totals.length > 0 ? totals : (earlier?.totals ?? []).map(withoutBookings);
}

function withoutBookings<Row extends ReportTotal & { month?: string | undefined }>(row: Row): Row {
  const none = ({ amount, currency }: ReportRow['revenue']) => ({
    amount: (0).toFixed(amount.split('.')[1]?.length ?? 0),
    currency,
  });
  return {
    ...row,
    ...(row.month && { month: monthsLater(row.month, 12) }),
    ...{ bookings: 0, cancelled: 0, roomNights: 0, marginPercent: null, cancelledPercent: null },
    ...{ averageBooking: null, averageDailyRate: null, roomNightsPerBooking: null },
    ...{ revenue: none(row.revenue), cost: none(row.cost), margin: none(row.margin) },
  };
}

/** Names the order of a report that the user has not sorted. */
export function orderOf([first]: readonly Group[]): string {
  if (first === 'LEAD_TIME') return 'Shortest lead time first';
  if (first === 'STAY_LENGTH') return 'Shortest stay first';
  if (first === 'HOTEL') return 'By hotel';
  return first === 'MONTH' ? 'Latest month first' : 'Highest revenue first';
}

/** Shorter lead times and stays come first. Other reports keep their order. Needs all rows. */
export function inNaturalOrder(rows: readonly ReportRow[], [first]: readonly Group[]): readonly ReportRow[] {
  if (first !== 'LEAD_TIME' && first !== 'STAY_LENGTH') return rows;
  const start = (row: ReportRow) =>
    Number.parseInt((first === 'LEAD_TIME' ? row.leadTime : row.stayLength) ?? '', 10);
  return rows.toSorted((a, b) => start(a) - start(b));
}
