/**
 * A 5xx from booking or cancel means that nothing was sent, and no unexpected failure occurs. There are two exceptions.
 * If the response to the journal's commit was lost, a 5xx is allowed: such a booking is never sent, and only its
 * reconciliation job ends its attempt. A cancellation may be journalled if its provider received nothing and the
 * booking returned to its earlier state.
 */
import type { Booking } from '../../../src/booking/bookings/booking.ts';
import { referenceOf } from '../../../src/booking/bookings/booking.ts';
import type { BookingHistoryRow } from '../../../src/platform/database/generated/tables.ts';
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
      ...(cancels.some(
        entry => wasDenied(facts, booking, 'cancel', entry.at) && !wasNotSent(facts, booking, entry),
      )
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

/**
 * Whether the cancellation was journalled, but its provider received nothing and the booking is as it was before, so
 * that a 503 is correct.
 */
function wasNotSent(facts: RunFacts, booking: Booking, { version, at }: BookingHistoryRow): boolean {
  const { booking_id } = booking;
  const attempt = facts.attempts.find(
    each =>
      each.booking_id === booking_id &&
      each.operation === 'cancel' &&
      Math.abs(each.started_at.getTime() - at.getTime()) < SAME_MS,
  );
  if (attempt?.outcome !== 'NOT_EXECUTED' || attempt.finished_at === null) return false;
  const [fromMs, toMs] = [attempt.started_at.getTime(), attempt.finished_at.getTime()];
  const next = facts.history.find(each => each.booking_id === booking_id && each.version === version + 1);
  const reference = referenceOf(booking_id);
  const isAsked = facts.suppliers.some(({ ledger }) =>
    ledger
      .sentAbout(reference, 'cancel')
      .some(({ sentMs, heard }) => fromMs <= sentMs && sentMs <= toMs && heard?.kind !== 'NOT_EXECUTED'),
  );
  return next?.event === 'booking.cancel_failed' && !isAsked;
}

/** The attempt and the history entry are written in one transaction, so their times differ by less than this. */
const SAME_MS = 1_000;

/** Whether every client that was waiting at that time received a failure. */
function wasDenied(facts: RunFacts, booking: Booking, operation: string, at: Date): boolean {
  const atMs = at.getTime();
  const asking = asksOf(facts, booking, operation).filter(
    ({ kind, startedMs, endedMs }) => startedMs <= atMs && (kind === 'unknown' || atMs <= endedMs),
  );
  return asking.length > 0 && asking.every(({ kind }) => kind === 'failed');
}
