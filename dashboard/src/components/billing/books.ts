/** The stays to come, by month. Pure. */
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import type { Money } from '../../lib/format/change.ts';
import { monthName } from '../../lib/format/month.ts';
import { daysLater, monthsLater } from '../../lib/format/zoned-day.ts';
import type { Target } from '../link-to.tsx';
import { sumCounts } from './revenue-figures.ts';

type Row = Output<'reports/show'>['rows'][number];

/** This month and the next three. */
const MONTHS_AHEAD = 3;

/** From today to the end of the last month. */
export function booksRange(today: string): { from: string; to: string } {
  return { from: today, to: monthsLater(today.slice(0, 7), MONTHS_AHEAD) };
}

export interface BookedMonth {
  /** The first and the last day. */
  from: string;
  to: string;
  /** For example `Rest of November` or `December`. */
  label: string;
  /** Stays that were not cancelled. */
  stays: number;
  roomNights: number;
  /** One for each currency that has stays with revenue. */
  revenue: Money[];
}

/** Every month of the range, because a report leaves out months without bookings. */
export function bookedMonths(rows: readonly Row[], today: string): BookedMonth[] {
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => {
    const month = monthsLater(today.slice(0, 7), ahead);
    const found = rows.filter(row => row.month === month);
    const { bookings, cancelled, roomNights } = sumCounts(found);
    return {
      from: ahead === 0 ? today : `${month}-01`,
      to: daysLater(`${monthsLater(month, 1)}-01`, -1),
      label: ahead === 0 ? `Rest of ${nameOf(month)}` : nameOf(month),
      stays: bookings - cancelled,
      roomNights,
      revenue: found.filter(hasRevenue).map(({ revenue }) => revenue),
    };
  });
}

function nameOf(month: string): string {
  return monthName(month).replace(/ \d+$/, '');
}

/** Without stays, revenue consists of penalties. Without revenue, guests pay all stays at the property. */
function hasRevenue({ bookings, cancelled, revenue }: Row): boolean {
  return bookings > cancelled && Number(revenue.amount) !== 0;
}

export type BooksFilters = Pick<Input<'reports/show'>, 'partnerId' | 'country' | 'provider'>;

/** Undefined if there are no stays, or if the list of bookings has no such filter. */
export function staysLink(
  { from, to, stays }: Pick<BookedMonth, 'from' | 'to' | 'stays'>,
  { partnerId, country, provider }: BooksFilters,
): Target | undefined {
  if (stays === 0 || country !== undefined || provider !== undefined) return undefined;
  return { to: '/bookings', search: { status: 'CONFIRMED', partner: partnerId, from, to } };
}
