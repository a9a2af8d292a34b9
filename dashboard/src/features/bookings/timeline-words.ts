/** What happened to a booking, in sentences that a person without knowledge of the API understands. Pure. */
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import type { BookingEventType } from '@serai/contract/events.ts';
import type { Entry as LedgerEntry } from '../../components/billing/entry-kinds.ts';
import type { Exchange } from '../../components/exchanges/exchange-outcomes.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { describeHttpStatus } from '../../lib/format/http-status.ts';

type Change = Output<'bookings/show'>['history'][number];
type Facts = Pick<Change, 'event' | 'actor' | 'from' | 'to' | 'reason'>;

const REJECTIONS: Readonly<Record<string, string>> = {
  SOLD_OUT: 'The room was sold out, so the booking was rejected',
  PRICE_CHANGED: 'The price had changed, so the booking was rejected',
  PROVIDER_REFUSED: 'The provider rejected the booking',
  NOT_FOUND_AT_PROVIDER: 'There is no reservation at the provider, so the booking was rejected',
  REQUEST_EXPIRED: 'The hotel did not respond in time, so the booking was rejected',
};

const CANCELLATIONS: Readonly<Record<string, string>> = {
  BY_CLIENT: 'The booking was cancelled at the partner’s request',
  BY_HOTEL: 'The hotel cancelled the booking',
  BY_PROVIDER: 'The provider cancelled the booking',
  BY_OPERATIONS: 'The booking was cancelled at the operator’s request',
};

const SENTENCES: Readonly<Record<BookingEventType, (change: Facts) => string>> = {
  'booking.pending': ({ actor, from }) => {
    if (from !== null) return 'The outcome of the booking became unknown';
    return actor === 'SERVICE' ? 'Serai restored the booking' : 'The partner requested the booking';
  },
  'booking.on_request': () => 'The hotel must confirm the booking first',
  'booking.confirmed': ({ actor, from }) => {
    if (actor === 'OPERATOR' && from === 'REJECTED') return 'The operator kept the reservation';
    if (actor === 'OPERATOR') return 'The operator recorded that the booking is confirmed';
    return from === 'ON_REQUEST' ? 'The hotel confirmed the booking' : 'The provider confirmed the booking';
  },
  'booking.rejected': ({ actor, reason }) =>
    actor === 'OPERATOR'
      ? 'The operator recorded that the room was not booked'
      : (REJECTIONS[reason ?? ''] ?? 'The booking was rejected'),
  'booking.updated': ({ actor }) =>
    actor === 'OPERATOR'
      ? 'The operator updated the booking'
      : actor === 'PROVIDER'
        ? 'The provider changed the booking'
        : 'Serai updated the booking',
  'booking.hotel_confirmed': () => 'The hotel assigned its confirmation number',
  'booking.cancel_pending': ({ actor, from, reason }) => {
    if (reason === 'OUTCOME_UNKNOWN') {
      return 'The outcome of the cancellation became unknown';
    }
    if (actor === 'SERVICE' || from === 'CANCEL_PENDING') {
      return 'Serai sent the waiting cancellation to the provider';
    }
    const who = actor === 'OPERATOR' ? 'The operator' : 'The partner';
    return reason === 'QUEUED'
      ? `${who} requested the cancellation, which waits until the outcome of the booking is known`
      : `${who} requested the cancellation`;
  },
  'booking.cancelled': ({ reason }) => CANCELLATIONS[reason ?? ''] ?? 'The booking was cancelled',
  'booking.cancel_failed': ({ actor }) =>
    actor === 'OPERATOR'
      ? 'The operator recorded that the booking remains confirmed'
      : 'The cancellation failed, so the booking remains',
  'booking.late_confirmation': ({ reason }) =>
    reason === 'COMPENSATED'
      ? 'The provider confirmed the booking after it had been rejected, so Serai cancelled the reservation'
      : 'The provider confirmed the booking after it had been rejected',
  'booking.attention_required': () => 'The booking needs a decision by the operator',
  'booking.deadline_approaching': () => 'The free cancellation period ends soon',
  'booking.completed': () => 'The stay is over',
  'booking.no_show': () => 'The guests did not arrive',
};

/** New event types may be added to the API. Unknown types are shown unchanged. */
export function changeSentence(change: Facts): string {
  const sentence = (SENTENCES as Readonly<Record<string, (facts: Facts) => string>>)[change.event];
  return sentence?.(change) ?? change.event;
}

/** Erasing guest data has no event type of its own. */
export const ERASURE = 'The guests’ personal data was erased';

const REQUESTS: Readonly<Record<string, string>> = {
  availability: 'The partner searched for offers',
  prebooking: 'The partner requested a quote',
  booking: 'The partner sent the booking',
  bookingdetail: 'The partner read the booking',
  bookinglist: 'The partner listed its bookings',
  voucher: 'The partner opened the voucher',
};

const CANCEL_REQUESTS = {
  QUOTE: 'The partner asked for the cancellation penalty',
  COMMIT: 'The partner requested the cancellation',
};

type RequestFacts = Pick<Output<'requests/list'>['requests'][number], 'operation' | 'path' | 'cancelMode'>;

export function requestSentence({ operation, path, cancelMode }: RequestFacts): string {
  if (operation === 'cancel') {
    return cancelMode === null
      ? 'The partner called cancel (quote or cancellation)'
      : CANCEL_REQUESTS[cancelMode];
  }
  return REQUESTS[operation ?? ''] ?? operation ?? path;
}

const CALLS: Readonly<Record<Exchange['operation'], string>> = {
  search: 'Serai searched for offers at the provider',
  quote: 'Serai checked the price at the provider',
  release: 'Serai released the quote at the provider',
  book: 'Serai sent the booking to the provider',
  lookup: 'Serai checked the booking at the provider',
  sweep: 'Serai compared its bookings with the provider’s',
  cancelQuote: 'Serai asked the provider for the penalty',
  cancel: 'Serai sent the cancellation to the provider',
  probe: 'Serai tested the connection to the provider',
};

export function callSentence(operation: Exchange['operation']): string {
  return CALLS[operation];
}

/** The other outcomes are reasons themselves. */
const UNEXPLAINED: ReadonlySet<Exchange['outcome']> = new Set([
  'FAILED',
  'UNKNOWN',
  'INCOMPLETE',
  'NOT_EXECUTED',
]);

/** Why a call failed, in a sentence. Undefined if it did not, or if its outcome says why. */
export function callFailure({
  outcome,
  response,
}: Pick<Exchange, 'outcome'> & {
  response: Pick<NonNullable<Exchange['response']>, 'status'> | null;
}): string | undefined {
  if (!UNEXPLAINED.has(outcome)) return undefined;
  if (outcome === 'NOT_EXECUTED') return 'The provider has not executed the call.';
  if (response === null) return 'No response was received.';
  return response.status !== null && response.status >= 400
    ? `The provider returned ${describeHttpStatus(response.status)}.`
    : 'The provider responded, but the response could not be used.';
}

/** What a failed check means for a booking whose outcome has been settled by now. */
export function settledNote(at: string, changes: readonly Pick<Change, 'at' | 'to'>[]): string {
  const last = changes.findLast(change => Date.parse(change.at) <= Date.parse(at));
  if (last === undefined || isOpenState(last.to)) return 'The outcome was settled later.';
  return last.to === 'REJECTED'
    ? 'The outcome was already settled. Serai looks for late confirmations.'
    : 'The outcome was already settled.';
}

/** For example `Notification to the partner: booking confirmed`. */
export function deliverySentence(eventType: string): string {
  return `Notification to the partner: ${eventType.replaceAll(/[._]/g, ' ')}`;
}

const LEDGER: Readonly<Record<LedgerEntry['kind'], string>> = {
  HOLD: 'The price was held on the partner’s account',
  RELEASE: 'The held amount was released',
  CHARGE: 'The partner was charged',
  REFUND: 'An earlier charge was refunded',
  PENALTY: 'The penalty was charged',
  PAYMENT: 'The partner paid',
  RETURNED_PAYMENT: 'A payment was returned',
  ADJUSTMENT: 'The operator adjusted the balance',
};

export function ledgerSentence(kind: LedgerEntry['kind']): string {
  return LEDGER[kind];
}
