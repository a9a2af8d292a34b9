/** The transition table: the states of a booking and the events that change them. Pure. */
import type { Actor, BookingState, StatusReason } from '@serai/contract/booking/booking-states.ts';
import type { BookingEventType } from '@serai/contract/events.ts';

/** A state, with its reason if that determines the possible transitions. NONE means that the booking does not exist yet. */
export type Position =
  | 'NONE'
  | 'PENDING/IN_PROGRESS'
  | 'PENDING/OUTCOME_UNKNOWN'
  | 'ON_REQUEST'
  | 'CONFIRMED'
  | 'REJECTED'
  | 'CANCEL_PENDING/QUEUED'
  | 'CANCEL_PENDING/IN_PROGRESS'
  | 'CANCEL_PENDING/OUTCOME_UNKNOWN'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'NO_SHOW';

type RefusalReason =
  | 'SOLD_OUT'
  | 'PRICE_CHANGED'
  | 'PROVIDER_REFUSED'
  | 'NOT_FOUND_AT_PROVIDER'
  | 'REQUEST_EXPIRED';
type CancelReason = 'BY_CLIENT' | 'BY_HOTEL' | 'BY_PROVIDER' | 'BY_OPERATIONS';

export type BookingEvent =
  | { kind: 'JOURNALLED' }
  | { kind: 'BOOK_UNKNOWN' }
  | { kind: 'CONFIRMED' }
  | { kind: 'PUT_ON_REQUEST' }
  | { kind: 'REFUSED'; reason: RefusalReason }
  | { kind: 'CANCEL_QUEUED' }
  | { kind: 'CANCEL_SENT' }
  | { kind: 'CANCEL_UNKNOWN' }
  | { kind: 'CANCELLED'; reason: CancelReason }
  /** The booking becomes CONFIRMED. */
  | { kind: 'CANCEL_FAILED' }
  /** The booking returns to ON_REQUEST. */
  | { kind: 'CANCEL_FAILED_ON_REQUEST' }
  | { kind: 'HOTEL_CONFIRMED' }
  | { kind: 'UPDATED' }
  | { kind: 'DEADLINE_APPROACHING' }
  | { kind: 'ATTENTION_REQUIRED' }
  | { kind: 'ATTENTION_DISMISSED' }
  /** Late confirmation: the reservation of a rejected booking could not be cancelled free of charge. */
  | { kind: 'FOUND_LATE' }
  /** Late confirmation: the reservation of a rejected booking was cancelled at the provider. */
  | { kind: 'COMPENSATED' }
  /** Late confirmation: staff keep the reservation of a rejected booking, which is confirmed after all. */
  | { kind: 'LATE_KEPT' }
  | { kind: 'COMPLETED' }
  | { kind: 'NO_SHOW' }
  /** Personal data was erased. `guests/` decides whether erasure is allowed. After a restore it is always allowed. */
  | { kind: 'GUESTS_ERASED' };

export type BookingEventKind = BookingEvent['kind'];

interface Rule {
  from: readonly Position[];
  /** SAME keeps the state and its reason. */
  to: Position | 'SAME';
  type: BookingEventType;
  actor: Actor;
}

const OPEN_BOOKING: readonly Position[] = ['PENDING/IN_PROGRESS', 'PENDING/OUTCOME_UNKNOWN'];
const OPEN_CANCEL: readonly Position[] = ['CANCEL_PENDING/IN_PROGRESS', 'CANCEL_PENDING/OUTCOME_UNKNOWN'];
const QUEUED = 'CANCEL_PENDING/QUEUED';
const EVERY_BOOKING: readonly Position[] = [
  ...OPEN_BOOKING,
  'ON_REQUEST',
  'CONFIRMED',
  'REJECTED',
  QUEUED,
  ...OPEN_CANCEL,
  'CANCELLED',
  'COMPLETED',
  'NO_SHOW',
];

const RULES: Readonly<Record<BookingEventKind, Rule>> = {
  JOURNALLED: { from: ['NONE'], to: 'PENDING/IN_PROGRESS', type: 'booking.pending', actor: 'CLIENT' },
  BOOK_UNKNOWN: {
    from: ['PENDING/IN_PROGRESS'],
    to: 'PENDING/OUTCOME_UNKNOWN',
    type: 'booking.pending',
    actor: 'SERVICE',
  },
  CONFIRMED: {
    from: [...OPEN_BOOKING, 'ON_REQUEST'],
    to: 'CONFIRMED',
    type: 'booking.confirmed',
    actor: 'PROVIDER',
  },
  PUT_ON_REQUEST: { from: OPEN_BOOKING, to: 'ON_REQUEST', type: 'booking.on_request', actor: 'PROVIDER' },
  REFUSED: {
    from: [...OPEN_BOOKING, 'ON_REQUEST', QUEUED],
    to: 'REJECTED',
    type: 'booking.rejected',
    actor: 'PROVIDER',
  },
  CANCEL_QUEUED: { from: OPEN_BOOKING, to: QUEUED, type: 'booking.cancel_pending', actor: 'CLIENT' },
  CANCEL_SENT: {
    from: ['ON_REQUEST', 'CONFIRMED', QUEUED],
    to: 'CANCEL_PENDING/IN_PROGRESS',
    type: 'booking.cancel_pending',
    actor: 'CLIENT',
  },
  CANCEL_UNKNOWN: {
    from: ['CANCEL_PENDING/IN_PROGRESS'],
    to: 'CANCEL_PENDING/OUTCOME_UNKNOWN',
    type: 'booking.cancel_pending',
    actor: 'SERVICE',
  },
  CANCELLED: {
    from: [...OPEN_BOOKING, 'ON_REQUEST', 'CONFIRMED', QUEUED, ...OPEN_CANCEL],
    to: 'CANCELLED',
    type: 'booking.cancelled',
    actor: 'PROVIDER',
  },
  CANCEL_FAILED: {
    from: [QUEUED, ...OPEN_CANCEL],
    to: 'CONFIRMED',
    type: 'booking.cancel_failed',
    actor: 'PROVIDER',
  },
  CANCEL_FAILED_ON_REQUEST: {
    from: [QUEUED, ...OPEN_CANCEL],
    to: 'ON_REQUEST',
    type: 'booking.cancel_failed',
    actor: 'PROVIDER',
  },
  HOTEL_CONFIRMED: {
    from: ['ON_REQUEST', 'CONFIRMED', QUEUED, ...OPEN_CANCEL],
    to: 'SAME',
    type: 'booking.hotel_confirmed',
    actor: 'PROVIDER',
  },
  UPDATED: {
    from: ['ON_REQUEST', 'CONFIRMED', QUEUED, ...OPEN_CANCEL],
    to: 'SAME',
    type: 'booking.updated',
    actor: 'PROVIDER',
  },
  DEADLINE_APPROACHING: {
    from: ['CONFIRMED'],
    to: 'SAME',
    type: 'booking.deadline_approaching',
    actor: 'SERVICE',
  },
  ATTENTION_REQUIRED: {
    from: [...OPEN_BOOKING, 'ON_REQUEST', 'CONFIRMED', QUEUED, ...OPEN_CANCEL, 'CANCELLED'],
    to: 'SAME',
    type: 'booking.attention_required',
    actor: 'SERVICE',
  },
  ATTENTION_DISMISSED: {
    from: EVERY_BOOKING,
    to: 'SAME',
    type: 'booking.updated',
    actor: 'OPERATOR',
  },
  FOUND_LATE: { from: ['REJECTED'], to: 'SAME', type: 'booking.late_confirmation', actor: 'PROVIDER' },
  COMPENSATED: { from: ['REJECTED'], to: 'REJECTED', type: 'booking.late_confirmation', actor: 'SERVICE' },
  LATE_KEPT: { from: ['REJECTED'], to: 'CONFIRMED', type: 'booking.confirmed', actor: 'OPERATOR' },
  COMPLETED: { from: ['CONFIRMED'], to: 'COMPLETED', type: 'booking.completed', actor: 'SERVICE' },
  NO_SHOW: { from: ['CONFIRMED'], to: 'NO_SHOW', type: 'booking.no_show', actor: 'OPERATOR' },
  GUESTS_ERASED: { from: EVERY_BOOKING, to: 'SAME', type: 'booking.updated', actor: 'SERVICE' },
};

export const BOOKING_EVENT_KINDS = Object.keys(RULES) as BookingEventKind[];

export interface Standing {
  status: BookingState;
  statusReason: StatusReason | null;
}

export interface Transition extends Standing {
  type: BookingEventType;
  /** The default actor. Callers may override it. */
  actor: Actor;
}

/** Returns undefined if the event is not allowed in this state. */
export function findTransition(standing: Standing | undefined, event: BookingEvent): Transition | undefined {
  const { from, to, type, actor } = RULES[event.kind];
  if (!from.includes(positionOf(standing))) return undefined;
  if (to === 'SAME') return standing && { ...standing, type, actor };
  const [status, reason = null] = to.split('/') as [BookingState, StatusReason?];
  const statusReason =
    'reason' in event ? event.reason : event.kind === 'COMPENSATED' ? 'COMPENSATED' : reason;
  return { status, statusReason, type, actor };
}

export function positionOf(standing: Standing | undefined): Position {
  if (standing === undefined) return 'NONE';
  const { status, statusReason } = standing;
  return (
    status === 'PENDING' || status === 'CANCEL_PENDING' ? `${status}/${statusReason}` : status
  ) as Position;
}
