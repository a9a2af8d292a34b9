/** Figures of the overview. Pages never add up amounts; the server does. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';

/** For example `72`, or `4.5` for a small ratio. Undefined without searches or bookings. */
export function perBooking(searches: number, bookings: number): string | undefined {
  if (searches === 0 || bookings === 0) return undefined;
  const ratio = searches / bookings;
  return formatNumber(ratio < 10 ? Math.round(ratio * 10) / 10 : Math.round(ratio));
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

/** The cancelled bookings as a share of all bookings except rejected ones, which never existed at a hotel. */
export function cancelledShare(summary: Pick<Summary, 'states' | 'total'>): number {
  const accepted = summary.total - countOf(summary, ...GROUPS.rejected);
  return accepted === 0 ? 0 : countOf(summary, ...GROUPS.cancelled) / accepted;
}

const MAX_DELAY_MS = 5 * 60_000;

/** Whether a report that ends now includes the latest changes, apart from a short delay. */
export function isPrepared({ asOf, to }: { asOf: string | null; to: string }): boolean {
  return asOf !== null && Date.parse(to) - Date.parse(asOf) <= MAX_DELAY_MS;
}
