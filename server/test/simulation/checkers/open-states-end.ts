/**
 * I6: open bookings are settled or need attention. Until then, they show the time of their next check, and they have a
 * job that runs it.
 */
import type { Booking } from '../../../src/booking/bookings/booking.ts';
import { type Checker, entriesOf, type RunFacts } from './run-facts.ts';

const OPEN: ReadonlySet<Booking['status']> = new Set(['PENDING', 'ON_REQUEST', 'CANCEL_PENDING']);

/** This guarantee holds at all times. */
export const openStatesAreFollowed: Checker = facts => [
  ...facts.bookings.flatMap(booking => {
    if (!OPEN.has(booking.status)) return [];
    const hasJob = facts.jobs.some(({ kind, key, dead_at }) => {
      return kind === 'booking.reconcile' && key === booking.booking_id && dead_at === null;
    });
    const { nextCheckAtMs, resolveByMs } = booking.resolution ?? {};
    const name = `I6: ${booking.client_reference} is ${booking.status}/${booking.status_reason}`;
    return [
      ...(hasJob ? [] : [`${name} and has no job`]),
      ...(nextCheckAtMs && resolveByMs ? [] : [`${name} and has no time for its next check`]),
    ];
  }),
  ...deadJobs(facts),
];

/** This guarantee holds once the documented time has passed since the faults stopped. */
export const openStatesEnd: Checker = facts =>
  facts.bookings.flatMap(booking => {
    const { status, status_reason, needs_attention, client_reference } = booking;
    if (!OPEN.has(status)) return [];
    const name = `I6: ${client_reference} is still ${status}/${status_reason}`;
    if (!needs_attention) return [name];
    return isContradicted(facts, booking) ? [] : [`${name} and needs attention without a reason`];
  });

/** Whether the reservation at the supplier differs from the booking, which needs manual review. */
function isContradicted(facts: RunFacts, booking: Booking): boolean {
  const { supplier_net_minor: netMinor, content } = booking;
  return entriesOf(facts, booking).some(
    entry => Math.abs(entry.netMinor - netMinor) > content.toleranceMinor,
  );
}

function deadJobs({ jobs }: RunFacts): string[] {
  return jobs.flatMap(({ kind, key, dead_at, last_error }) =>
    dead_at === null ? [] : [`I6: the job ${kind} for ${key} failed permanently: ${last_error}`],
  );
}
