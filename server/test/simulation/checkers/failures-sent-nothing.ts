/**
 * A 5xx from booking or cancel means that nothing was sent, and no unexpected failure occurs. There is one exception: if the
 * response to the journal's commit was lost, a 5xx is allowed. Such a booking is never sent, and only its reconciliation job ends
 * its attempt.
 */
import type { Booking } from '../../../src/booking/bookings/booking.ts';
import { referenceOf } from '../../../src/booking/bookings/booking.ts';
import { asksOf, type Checker, entriesOf, type RunFacts } from './run-facts.ts';

export const failuresSentNothing: Checker = facts =>
  facts.bookings.flatMap(booking => {
    const { client_reference: name, booking_id } = booking;
    const cancels = facts.history.filter(
      ({ booking_id: id, event, actor }) =>
        id === booking_id && event === 'booking.cancel_pending' && actor === 'CLIENT',
    );
    return [
      ...(wasDenied(facts, booking, 'booking', booking.created_at) ? wrongDenial(facts, booking) : []),
      ...(cancels.some(({ at }) => wasDenied(facts, booking, 'cancel', at))
        ? [`5xx: the cancellation of ${name} was recorded, but the response was 5xx`]
        : []),
    ];
  });

export const nothingUnforeseen: Checker = ({ answers }) =>
  answers.flatMap(answer =>
    answer.kind === 'failed' && answer.code === 'INTERNAL_ERROR'
      ? [`5xx: ${answer.operation} by ${answer.client} failed with INTERNAL_ERROR`]
      : [],
  );

function wrongDenial(facts: RunFacts, booking: Booking): string[] {
  const name = booking.client_reference;
  if (wasSent(facts, booking)) return [`5xx: ${name} was sent, but the response was 5xx`];
  return wasUnheard(facts, booking) ? [] : [`5xx: ${name} was journalled, but the response was 5xx`];
}

function wasUnheard({ unheardMs, attempts }: RunFacts, { booking_id, created_at }: Booking): boolean {
  const isCut = unheardMs?.some(ms => Math.abs(ms - created_at.getTime()) <= 1) ?? true;
  const made = attempts.filter(each => each.booking_id === booking_id && each.operation === 'book');
  return isCut && made.every(({ outcome }) => outcome === null || outcome === 'LEASE_ENDED');
}

function wasSent(facts: RunFacts, booking: Booking): boolean {
  const reference = referenceOf(booking.booking_id);
  const isAsked = facts.suppliers.some(({ ledger }) => ledger.sentAbout(reference, 'book').length > 0);
  return isAsked || entriesOf(facts, booking).length > 0;
}

/** Whether every client that was waiting at that time received a failure. */
function wasDenied(facts: RunFacts, booking: Booking, operation: string, at: Date): boolean {
  const atMs = at.getTime();
  const asking = asksOf(facts, booking, operation).filter(
    ({ kind, startedMs, endedMs }) => startedMs <= atMs && (kind === 'unknown' || atMs <= endedMs),
  );
  return asking.length > 0 && asking.every(({ kind }) => kind === 'failed');
}
