/**
 * I7: every change has one version, one history entry and one event. The change feed shows the last version of each
 * booking.
 */
import type { Booking } from '../../../src/booking/bookings/booking.ts';
import type { Checker, RunFacts } from './run-facts.ts';

const FINAL: ReadonlySet<string> = new Set(['REJECTED', 'CANCELLED', 'COMPLETED', 'NO_SHOW']);

/** This guarantee holds at all times. */
export const historyAndEvents: Checker = facts =>
  facts.bookings.flatMap(booking =>
    historyFaults(facts, booking).map(fault => `I7: ${booking.client_reference} ${fault}`),
  );

function historyFaults(facts: RunFacts, booking: Booking): string[] {
  const faults: string[] = [];
  const history = facts.history
    .filter(({ booking_id }) => booking_id === booking.booking_id)
    .toSorted((a, b) => a.version - b.version);
  const events = facts.events.filter(({ booking_id }) => booking_id === booking.booking_id);
  if (history.length !== booking.version)
    faults.push(`has ${history.length} history entries at version ${booking.version}`);
  if (events.length !== history.length)
    faults.push(`has ${events.length} events but ${history.length} history entries`);
  let before: string | null = null;
  for (const [i, entry] of history.entries()) {
    const { version, from_status, to_status, event } = entry;
    if (version !== i + 1) faults.push(`has no history entry for version ${i + 1}`);
    if (from_status !== before) faults.push(`went from ${before} to ${from_status} without a history entry`);
    if (before !== null && FINAL.has(before) && to_status !== before)
      faults.push(`left the final state ${before} for ${to_status}`);
    const sent = events.filter(each => each.version === version);
    if (sent.length !== 1 || sent[0]?.type !== event)
      faults.push(`has ${sent.length} events for version ${version}, or one of the wrong type`);
    before = to_status;
  }
  if (before !== booking.status) faults.push(`is ${booking.status}, but its history ends with ${before}`);
  return faults;
}

/** This guarantee holds once the change feeds have been read to the end. */
export const changesAreComplete: Checker = ({ feeds, bookings }) =>
  feeds.flatMap(({ organisationId, environment, seen, askedMs }) =>
    bookings
      .filter(row => row.organisation_id === organisationId && row.environment === environment)
      .filter(({ updated_at }) => updated_at.getTime() < askedMs)
      .filter(({ booking_id, version }) => seen.get(booking_id) !== version)
      .map(row => {
        const last = seen.get(row.booking_id) ?? 'none';
        return `I7: the last version of ${row.client_reference} in the change feed is ${last}, not ${row.version}`;
      }),
  );
