/** The list of the bookings that a row of a report counts. Pure. */
import type { Target } from '../../components/link-to.tsx';
import { daysLater, monthsLater } from '../../lib/format/zoned-day.ts';
import { basisOf, groupsOf, type ReportFilters, type ReportRow } from './report.ts';
import type { Months } from './report-period.ts';

/** Undefined if the row has no bookings, or if the list has no filter for a group or a filter of the report. */
export function bookingsOfRow(row: ReportRow, filters: ReportFilters, period: Months): Target | undefined {
  const groups = groupsOf(filters);
  const isFilterable =
    filters.country === undefined &&
    filters.provider === undefined &&
    !groups.includes('COUNTRY') &&
    !groups.includes('PROVIDER');
  if (!isFilterable || row.bookings === 0) return undefined;
  const { from, to } = row.month === undefined ? period : { from: row.month, to: row.month };
  const [first, last] = [from && `${from}-01`, to && lastDay(to)];
  const dates =
    basisOf(filters) === 'STAY' ? { from: first, to: last } : { createdFrom: first, createdTo: last };
  return {
    to: '/bookings',
    search: { partner: row.partnerId ?? filters.partner, hotel: row.hotelId, ...dates },
  };
}

function lastDay(month: string): string {
  return daysLater(`${monthsLater(month, 1)}-01`, -1);
}
