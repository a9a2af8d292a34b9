/** Decides how the outcome of `cancel` changes a booking. Pure. */
import type { Cancelled } from '../../port/outcomes.ts';
import type { Booking } from '../booking.ts';
import type { BookingChange } from '../change-booking.ts';
import { comparePenalty } from './compare-reservation.ts';
import { SETTLED, type Verdict } from './judge-booked.ts';

export function judgeCancelled(booking: Booking, outcome: Cancelled): Verdict {
  switch (outcome.kind) {
    case 'CANCELLED':
      return { change: chargedFor(booking, outcome.penaltyMinor), next: 'NOTHING' };
    case 'ALREADY':
      return { change: cancelledOnRequest(booking), next: 'NOTHING' };
    case 'REFUSED':
      return cancelFailed(booking, { cause: 'REFUSED', reason: outcome.reason });
    case 'NOT_EXECUTED':
      return cancelFailed(booking, { cause: outcome.cause });
    case 'UNKNOWN':
      return stillOpen(booking, outcome.cause);
  }
}

/**
 * For a cancellation that a job sends. If the request was certainly not executed, for any reason but the credentials,
 * the cancellation stays pending and is sent again.
 */
export function judgeLaterCancelled(booking: Booking, outcome: Cancelled): Verdict {
  const isRepeatable = outcome.kind === 'NOT_EXECUTED' && outcome.cause !== 'CREDENTIALS';
  return isRepeatable ? stillOpen(booking, outcome.cause) : judgeCancelled(booking, outcome);
}

function stillOpen({ status_reason }: Booking, cause: string): Verdict {
  const change: BookingChange = { event: { kind: 'CANCEL_UNKNOWN' }, note: { cause } };
  return { change: status_reason === 'IN_PROGRESS' ? change : undefined, next: 'CHECK' };
}

export function cancelledOnRequest({ cancel_intent: intent }: Booking) {
  return {
    event: { kind: 'CANCELLED', reason: requesterOf(intent) },
    set: { ...SETTLED, cancelled: true, penalty_minor: intent?.penaltyMinor ?? 0 },
  } satisfies BookingChange;
}

export function requesterOf(intent: Booking['cancel_intent']): 'BY_OPERATIONS' | 'BY_CLIENT' {
  return intent?.by === 'OPERATOR' ? 'BY_OPERATIONS' : 'BY_CLIENT';
}

/**
 * The penalty that was promised when the request arrived applies, even if the supplier charges another. A difference is
 * noted in the history.
 */
export function chargedFor(booking: Booking, chargedMinor: number | null): BookingChange {
  const change = cancelledOnRequest(booking);
  const promisedMinor = change.set.penalty_minor + (booking.cancel_intent?.operatorPenaltyMinor ?? 0);
  const difference = comparePenalty(booking, promisedMinor, chargedMinor);
  if (!difference) return change;
  const { needsAttention: needs_attention, note } = difference;
  return { ...change, set: { ...change.set, needs_attention }, note };
}

/** The booking returns to ON_REQUEST if it was in that state, otherwise to CONFIRMED. */
export function cancelFailed(booking: Booking, note: unknown): Verdict {
  const { isContradicted = false, isRestored = false, from } = booking.cancel_intent ?? {};
  const set = { cancel_intent: null, needs_attention: isContradicted || isRestored };
  if (from === 'ON_REQUEST') {
    return { change: { event: { kind: 'CANCEL_FAILED_ON_REQUEST' }, set, note }, next: 'AWAIT_HOTEL' };
  }
  return {
    change: { event: { kind: 'CANCEL_FAILED' }, set: { ...set, resolution: null, confirmed: true }, note },
    next: 'FOLLOW_STAY',
  };
}
