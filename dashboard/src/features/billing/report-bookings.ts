/** The list of the bookings that a row of a report counts. Pure. */
import type { Target } from '../../components/link-to.tsx';
import { daysLater, monthsLater } from '../../lib/format/zoned-day.ts';
import { basisOf, groupsOf, type ReportFilters, type ReportRow } from './report.ts';
import { monthOfPeriod, type Span } from './report-period.ts';

/** Whether the list of bookings has filters for all groups and filters of the report. */
export function hasBookingLists(filters: ReportFilters): boolean {
  const groups = groupsOf(filters);
  const { country, provider } = filters;
  const isNarrowed = country !== undefined || provider !== undefined;
  return !isNarrowed && !groups.includes('COUNTRY') && !groups.includes('PROVIDER');
}

/** Undefined if the row has no bookings, or if they cannot be listed. */
export function bookingsOfRow(row: ReportRow, filters: ReportFilters, period: Span): Target | undefined {
  if (!hasBookingLists(filters) || row.bookings === 0) return undefined;
  const { from, to, until } = row.month === undefined ? period : monthOfPeriod(period, row.month);
  const [first, last] = [from && `${from}-01`, until ?? (to && lastDay(to))];
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
