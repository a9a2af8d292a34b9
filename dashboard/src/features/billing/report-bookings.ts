/** The list of the bookings that a row of a report counts. Pure. */
import type { Target } from '../../components/link-to.tsx';
import { basisOf, type Group, groupsOf, type ReportFilters, type ReportRow } from './report.ts';
import { daysOf, monthOfPeriod, type Span } from './report-period.ts';

/** The list of bookings has filters for these groups. */
const LISTED: readonly Group[] = ['PARTNER', 'HOTEL', 'MONTH'];

/** Whether the list of bookings has filters for all groups and filters of the report. */
export function hasBookingLists(filters: ReportFilters): boolean {
  const { country, provider } = filters;
  const isNarrowed = country !== undefined || provider !== undefined;
  return !isNarrowed && groupsOf(filters).every(group => LISTED.includes(group));
}

/** Undefined if the row has no bookings, or if they cannot be listed. */
export function bookingsOfRow(row: ReportRow, filters: ReportFilters, period: Span): Target | undefined {
  if (!hasBookingLists(filters) || row.bookings === 0) return undefined;
  const { from, to } = daysOf(row.month === undefined ? period : monthOfPeriod(period, row.month));
  const dates = basisOf(filters) === 'STAY' ? { from, to } : { createdFrom: from, createdTo: to };
  return {
    to: '/bookings',
    search: { partner: row.partnerId ?? filters.partner, hotel: row.hotelId ?? filters.hotel, ...dates },
  };
}
