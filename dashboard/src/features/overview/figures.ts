/** Figures of the overview. Pages never add up amounts; the server does. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import { type Change, changeOf, SMALL_BASE } from '../../lib/format/change.ts';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';

/** Searches per booking, with one decimal if there are fewer than 10. Undefined without searches or bookings. */
export function perBooking(searches: number, bookings: number): number | undefined {
  if (searches === 0 || bookings === 0) return undefined;
  const ratio = searches / bookings;
  return ratio < 10 ? Math.round(ratio * 10) / 10 : Math.round(ratio);
}

/** The change of a ratio: a percentage, or a number if fewer than 20 bookings are behind the earlier one. */
export function changeOfRatio(
  now: number | undefined,
  before: number | undefined,
  bookingsBefore: number,
): Change | undefined {
  const change = changeOf(now, before);
  if (change === undefined || bookingsBefore >= SMALL_BASE) return change;
  return { ...change, text: formatNumber(Math.round(Math.abs((now ?? 0) - (before ?? 0)) * 10) / 10) };
}

const DAY_MS = 86_400_000;

/**
 * From when on requests are counted, if that is more than a day after the start of the period. Their number must then be
 * divided by the bookings since that time.
 */
export function countedLate({
  from,
  countedSince,
}: Pick<Output<'usage/funnel'>, 'from' | 'countedSince'>): string | undefined {
  if (countedSince === null) return undefined;
  return Date.parse(countedSince) - Date.parse(from) > DAY_MS ? countedSince : undefined;
}

type Summary = Output<'bookings/summary'>;

export function countOf({ states }: Pick<Summary, 'states'>, ...wanted: readonly string[]): number {
  return states
    .filter(({ status }) => wanted.includes(status))
    .reduce((total, { count }) => total + count, 0);
}

/**
 * The groups in which the overview counts bookings. A booking whose cancellation is not final is open, because it may
 * remain confirmed.
 */
export const GROUPS = {
  confirmed: ['CONFIRMED', 'COMPLETED', 'NO_SHOW'],
  open: ['PENDING', 'ON_REQUEST', 'CANCEL_PENDING'],
  cancelled: ['CANCELLED'],
  rejected: ['REJECTED'],
} as const;

interface Cancellations {
  cancelled: number;
  bookings: number;
}

/** Rejected bookings do not count, because they never existed at a hotel. */
export function cancellationsIn(summary: Pick<Summary, 'states' | 'total'>): Cancellations {
  return {
    cancelled: countOf(summary, ...GROUPS.cancelled),
    bookings: summary.total - countOf(summary, ...GROUPS.rejected),
  };
}

/** For example `1 of 7` and `14.3%`. There is no share if no booking was cancelled. */
export function cancelledWords(found: Cancellations | undefined): { count: string; share?: string } {
  const { cancelled, bookings } = found ?? { cancelled: 0, bookings: 0 };
  if (bookings === 0) return { count: '0' };
  return {
    count: `${formatNumber(cancelled)} of ${formatNumber(bookings)}`,
    ...(cancelled > 0 && { share: formatPercent(cancelled / bookings) }),
  };
}

const MAX_DELAY_MS = 5 * 60_000;

/** Whether a report that ends now includes the latest changes, apart from a short delay. */
export function isPrepared({ asOf, to }: { asOf: string | null; to: string }): boolean {
  return asOf !== null && Date.parse(to) - Date.parse(asOf) <= MAX_DELAY_MS;
}
