/** Explains why a booking needs attention, and lists the decisions that can resolve it. Pure. */
import { type BookingState, isOpenState } from '@serai/contract/booking/booking-states.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { startOfDay } from '../../lib/format/zoned-day.ts';

type BookingDetails = Output<'bookings/show'>;
type Booking = BookingDetails['booking'];
type Change = BookingDetails['history'][number];
export type Decision = Input<'bookings/resolve'>['decision'];

/** Causes that the server records with a change. */
const CAUSES: Readonly<Record<string, string>> = {
  TIMEOUT: 'The provider did not respond in time.',
  CONNECTION: 'The connection to the provider was lost.',
  SERVER: 'The provider returned a server error.',
  UNREADABLE: 'The provider’s response could not be read.',
  INCOMPLETE: 'The provider’s response was incomplete.',
  CONTRADICTORY: 'The reservation at the provider differs from the booking.',
  TERMS_CHANGED: 'The provider’s board or cancellation terms differ from the booking.',
  ROOMS_DIFFER: 'Only some rooms of the reservation are still booked at the provider.',
  ACCEPTED: 'The provider accepted the booking, but has not returned its details yet.',
  CANCELLED_WITH_FEE: 'The hotel or the provider cancelled the reservation and charged a penalty.',
  SUPPLIER_FEE: 'The provider charged a fee that its quote did not include.',
  ENVIRONMENT: 'The provider’s response came from the wrong environment.',
  PENALTY_DIFFERS: 'The provider charged a penalty that differs from the terms.',
  PENALTY_ROSE: 'The penalty rose above the agreed amount before the cancellation was sent.',
  LIVE_AT_PROVIDER:
    'The booking is cancelled or rejected here, but its reservation still exists at the provider.',
  ABSENT: 'The provider no longer has a reservation that it had confirmed.',
  REFUSED: 'The provider rejected the request.',
  JOB_GIVEN_UP: 'The job that looks up the outcome failed permanently.',
  LEASE_ENDED: 'The process that called the provider stopped before it recorded the outcome.',
  NOT_SENT: 'The request was not sent to the provider.',
  THROTTLED: 'The provider is rate limiting our requests.',
  CREDENTIALS: 'The provider rejected our credentials.',
};

export function describeCause(cause: string): string {
  return CAUSES[cause] ?? `Cause: ${cause}.`;
}

/** What is known about the reason why a booking needs attention. */
export interface Report {
  status: BookingState;
  /** The last recorded cause, if it still applies. */
  cause: string | null;
  /** The differences that were found, in a sentence. */
  summary: string | null;
  lastEvent: string | null;
}

/** The last recorded cause, or an explanation of the last event or of the status. */
export function reasonFor({ status, cause, summary, lastEvent }: Report): string {
  if (cause !== null) return summary === null ? describeCause(cause) : `${describeCause(cause)} ${summary}`;
  if (lastEvent === 'booking.late_confirmation') {
    return 'The booking was rejected here, but the provider confirmed it later.';
  }
  return STATE_REASONS[status] ?? 'The outcome could not be determined automatically.';
}

/**
 * The change whose cause explains why a booking needs attention. A change that only asks for attention refers to the
 * last recorded cause before it.
 */
export function attentionCause({ history }: Pick<BookingDetails, 'history'>): Change | undefined {
  const noted = history.findLast(({ note }) => typeof note?.cause === 'string');
  const last = history.at(-1);
  const applies = noted === last || last?.event === 'booking.attention_required';
  return applies ? noted : undefined;
}

export function attentionReason({ booking, history }: Pick<BookingDetails, 'booking' | 'history'>): string {
  const { cause, summary } = attentionCause({ history })?.note ?? {};
  return reasonFor({
    status: booking.status,
    cause: typeof cause === 'string' ? cause : null,
    summary: typeof summary === 'string' ? summary : null,
    lastEvent: history.at(-1)?.event ?? null,
  });
}

const STATE_REASONS: Readonly<Partial<Record<BookingState, string>>> = {
  PENDING: 'A booking request was sent to the provider, but its outcome is unknown.',
  ON_REQUEST: 'The hotel has not responded to the booking request.',
  CANCEL_PENDING: 'A cancellation was sent to the provider, but its outcome is unknown.',
};

export type QueuedBooking = Output<'attention/list'>['bookings'][number];

/** What to do about a booking in the queue, in one sentence. */
export function nextStep({ kind, status, cause, lastEvent }: QueuedBooking): string {
  if (kind === 'HOTEL_SILENT')
    return 'Call the hotel. If it does not respond, the request expires and the booking is rejected.';
  if (kind === 'OUTCOME_UNKNOWN') {
    return status === 'CANCEL_PENDING'
      ? 'Serai keeps checking. If you cannot wait, ask the provider whether the booking is cancelled.'
      : 'Serai keeps checking. If you cannot wait, ask the provider whether the booking exists.';
  }
  if (lastEvent === 'booking.late_confirmation') {
    return 'Keep the reservation, or cancel it at the provider. Then record your decision.';
  }
  if (cause === 'LIVE_AT_PROVIDER')
    return 'Cancel the reservation at the provider. Then record that no action is needed.';
  if (status === 'CONFIRMED') {
    return 'Compare the booking with the provider’s reservation and have it corrected, or cancel it.';
  }
  if (status === 'CANCEL_PENDING')
    return 'Ask the provider whether the booking is cancelled and at what cost.';
  if (status === 'PENDING' || status === 'ON_REQUEST') return 'Ask the provider whether the booking exists.';
  return 'Check the reservation at the provider. Then record that no action is needed.';
}

/** A booking beyond the end of the list has no entry, although it is in the queue. */
export interface QueueEntry {
  /** `waiting` until the queue is loaded. */
  state: 'waiting' | 'ready';
  entry: QueuedBooking | undefined;
}

/**
 * The entry of a booking. The booking is refreshed more often than the queue, so an entry that contradicts
 * `needsAttention` is outdated.
 */
export function entryOf<Entry extends Pick<QueuedBooking, 'bookingId' | 'kind'>>(
  { bookingId, needsAttention }: Pick<Booking, 'bookingId' | 'needsAttention'>,
  queue: readonly Entry[],
): Entry | undefined {
  return queue.find(each => each.bookingId === bookingId && (each.kind === 'DECISION') === needsAttention);
}

/** Why a booking waits. Bookings with `needsAttention` are of the kind `DECISION`, whether or not the queue is loaded. */
export function kindOf(
  { needsAttention }: Pick<Booking, 'needsAttention'>,
  { entry }: Pick<QueueEntry, 'entry'>,
): QueuedBooking['kind'] | undefined {
  return needsAttention ? 'DECISION' : entry?.kind;
}

interface Deadline {
  at: string;
  /** What happens then, for example `Free cancellation ends`. */
  meaning: string;
}

/**
 * Undefined until the queue is loaded, or if no deadline is known. For a booking that the queue does not list, only the
 * end of free cancellation is known.
 */
export function deadlineOf(
  { checkIn, cancellation }: Pick<Booking, 'checkIn' | 'cancellation'>,
  {
    state,
    entry: queued,
  }: { state: QueueEntry['state']; entry: Pick<QueuedBooking, 'kind' | 'deadline'> | undefined },
  nowMs: number,
): Deadline | undefined {
  if (state === 'waiting') return undefined;
  if (queued === undefined) {
    const free = cancellation.windows.find(({ penalty }) => !/[1-9]/.test(penalty.amount));
    if (!free?.to || Date.parse(free.to) <= nowMs) return undefined;
    return { at: free.to, meaning: 'Free cancellation ends' };
  }
  return { at: queued.deadline, meaning: deadlineMeaning(queued, checkIn, cancellation.propertyTimeZone) };
}

/** What happens at the deadline of a booking in the queue. */
export function deadlineMeaning(
  { kind, deadline }: Pick<QueuedBooking, 'kind' | 'deadline'>,
  checkIn: string,
  zone: string | null,
): string {
  if (kind === 'HOTEL_SILENT') return 'The request expires';
  if (Date.parse(deadline) === startOfDay(zone ?? 'UTC', checkIn)) return 'Check-in day begins';
  return kind === 'OUTCOME_UNKNOWN' ? 'Manual review starts' : 'Free cancellation ends';
}

/** From this time before a deadline on, it is marked. */
const URGENT_MS = 86_400_000;

export function urgency(leftMs: number, urgentMs = URGENT_MS): 'bad' | 'warn' | undefined {
  return leftMs < 0 ? 'bad' : leftMs < urgentMs ? 'warn' : undefined;
}

/** The reference that the provider received with the booking. */
export function referenceAtProvider(bookingId: string): string {
  return bookingId.slice('bkg_'.length);
}

/** A message that asks the provider about a reservation. It contains what the provider needs to find it. */
export function questionFor(booking: Booking): string {
  const { firstName, lastName } = booking.holder;
  const guest = [firstName, lastName].filter(Boolean).join(' ');
  return [...questionLines(booking), ...(guest === '' ? [] : [`Guest: ${guest}`])].join('\n');
}

/** An email to the provider. It names no guests, because a link may be stored by browsers and mail programs. */
export function emailFor(booking: Booking): { subject: string; body: string } {
  return { subject: emailSubject(booking), body: questionLines(booking).join('\n') };
}

/** The provider finds a reservation by its own reference. If none was received, ours is used. */
function emailSubject({ bookingId, providerReference, checkIn, checkOut }: Booking): string {
  return `Reservation ${providerReference ?? referenceAtProvider(bookingId)}, ${checkIn} to ${checkOut}`;
}

function questionLines({ hotel, checkIn, checkOut, rooms, providerReference, bookingId }: Booking): string[] {
  return [
    'Please confirm the status of this reservation: booked, not booked or cancelled, and any charge.',
    '',
    `Our reference: ${referenceAtProvider(bookingId)}`,
    ...(providerReference === null ? [] : [`Your reference: ${providerReference}`]),
    `Hotel: ${hotel.name}`,
    `Check-in: ${checkIn}`,
    `Check-out: ${checkOut}`,
    `Rooms: ${rooms.length}`,
  ];
}

export interface Choice {
  decision: Decision;
  label: string;
  /** What recording it does, in one short sentence. */
  effect: string;
  meaning: string;
  /** What it does to the account of the partner, in a sentence. Undefined if nothing, or until it is known. */
  money?: string | undefined;
}

const CHOICES: Readonly<Record<Decision, Omit<Choice, 'decision'>>> = {
  CONFIRMED: {
    label: 'Booked',
    effect: 'Confirms the booking.',
    meaning: 'The provider has the reservation.',
  },
  REJECTED: {
    label: 'Not booked',
    effect: 'Rejects the booking.',
    meaning:
      'The provider has no reservation. If one appears later and can be cancelled free of charge, Serai cancels it. Otherwise, the booking needs attention again.',
  },
  CANCELLED: {
    label: 'Cancelled',
    effect: 'Cancels the booking.',
    meaning: 'The reservation at the provider is cancelled.',
  },
  NO_SHOW: {
    label: 'No-show',
    effect: 'Closes the booking as a no-show.',
    meaning: 'The stay has started and the guests did not arrive.',
  },
  DISMISSED: {
    label: 'No action needed',
    effect: 'Keeps the status and removes the booking from the queue.',
    meaning:
      'The booking no longer needs attention. Its status does not change, and automatic checks continue.',
  },
};

/** The server allows the same transitions and checks them again. */
const ALLOWED: Readonly<Record<Exclude<Decision, 'DISMISSED'>, readonly BookingState[]>> = {
  CONFIRMED: ['PENDING', 'ON_REQUEST', 'CANCEL_PENDING'],
  REJECTED: ['PENDING', 'ON_REQUEST'],
  CANCELLED: ['PENDING', 'ON_REQUEST', 'CONFIRMED', 'CANCEL_PENDING'],
  NO_SHOW: ['CONFIRMED'],
};

type DecidableBooking = Pick<
  Booking,
  'status' | 'statusReason' | 'needsAttention' | 'checkIn' | 'providerReference'
>;

export function choicesFor(booking: DecidableBooking, today: string): Choice[] {
  const { status, statusReason, needsAttention, checkIn } = booking;
  const isAllowed = (decision: Exclude<Decision, 'DISMISSED'>) =>
    ALLOWED[decision].includes(status) ||
    (decision === 'CONFIRMED' && isLateConfirmation(booking)) ||
    (decision === 'REJECTED' && status === 'CANCEL_PENDING' && statusReason === 'QUEUED');
  return (Object.keys(CHOICES) as Decision[])
    .filter(decision => {
      // While the outcome is open, the next automatic check would ask for attention again.
      if (decision === 'DISMISSED') return needsAttention && !isOpenState(status);
      if (decision === 'NO_SHOW' && checkIn > today) return false;
      return isAllowed(decision);
    })
    .map(decision => ({ decision, ...CHOICES[decision] }));
}

/** The booking was rejected here, but the provider confirmed it later and the reservation still exists. */
function isLateConfirmation(booking: DecidableBooking): boolean {
  const { status, statusReason, needsAttention, providerReference } = booking;
  return (
    status === 'REJECTED' && needsAttention && providerReference !== null && statusReason !== 'COMPENSATED'
  );
}
