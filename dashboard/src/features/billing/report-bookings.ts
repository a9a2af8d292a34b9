/** The lists of the bookings that a row of a report counts. Pure. */
import type { StatusGroupName } from '../../components/booking-labels.ts';
import type { Target } from '../../components/link-to.tsx';
import {
  basisOf,
  type Group,
  groupsOf,
  type ReportFilters,
  type ReportRow,
  type ReportTotal,
} from './report.ts';
import { daysOf, monthOfPeriod, type Span } from './report-period.ts';

/** The list of bookings has filters for these groups. */
const LISTED: readonly Group[] = ['PARTNER', 'HOTEL', 'MONTH'];

/** Undefined if there are none, or if the list of bookings cannot be filtered that way. */
export interface BookingLists {
  sold?: Target | undefined;
  cancelled?: Target | undefined;
}

export interface ListedReport {
  filters: ReportFilters;
  period: Span;
  /** Undefined while they load. */
  totals: readonly ReportTotal[] | undefined;
}

export function bookingsOfRow(row: ReportRow, report: ListedReport): BookingLists {
  const { filters, period } = report;
  if (!groupsOf(filters).every(group => LISTED.includes(group))) return {};
  const { partnerId, hotelId, month } = row;
  return bookingsOfTotal(row, {
    ...report,
    filters: { ...filters, ...(partnerId && { partner: partnerId }), ...(hotelId && { hotel: hotelId }) },
    period: month === undefined ? period : monthOfPeriod(period, month),
  });
}

export function bookingsOfTotal(total: ReportTotal, { filters, period, totals }: ListedReport): BookingLists {
  const { partner, hotel, country, provider } = filters;
  if (country !== undefined || provider !== undefined) return {};
  const { from, to } = daysOf(period);
  const dates = basisOf(filters) === 'STAY' ? { from, to } : { createdFrom: from, createdTo: to };
  // Needed only if there are bookings in other currencies.
  const currency = totals?.length === 1 ? undefined : total.currency;
  const list = (status: StatusGroupName, count: number): Target | undefined =>
    count === 0 ? undefined : { to: '/bookings', search: { partner, hotel, status, currency, ...dates } };
  return { sold: list('sold', total.bookings), cancelled: list('sold-cancelled', total.cancelled) };
}
