/**
 * The only code that changes the state of a booking. Each change follows the transition table and writes one version, one history
 * entry and one event in the caller's transaction.
 */
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import type { Actor, BookingState } from '@serai/contract/booking/booking-states.ts';
import type { Database } from '../../platform/database/connect.ts';
import { appendEvent, type NewEvent } from '../../platform/events/outbox-store.ts';
import { reached } from '../../platform/failpoints/failpoint.ts';
import type { BilledBooking, BillingPort, PostedFor, Posting } from '../billing-port.ts';
import { type Booking, penaltyOwedMinor, standingOf } from './booking.ts';
import { type BookingChanges, updateBooking } from './booking-store.ts';
import { bookingView } from './booking-view.ts';
import { insertHistory } from './history-store.ts';
import type { BookingPeople, PeopleSafe } from './people.ts';
import { type BookingEvent, findTransition, type Transition } from './transitions.ts';

export interface BookingChange {
  event: BookingEvent;
  /** Set only if it differs from the event's default actor. */
  actor?: Actor | undefined;
  set?: BookingChanges | undefined;
  /** Stored with the history entry, for example evidence or differences. Personal data in it is encrypted. */
  note?: unknown;
}

export interface ChangeParts {
  safe: PeopleSafe;
  /** Undefined if nothing is billed. The state of a booking with a bill cannot be changed without it. */
  billing: BillingPort | undefined;
}

/** The booking has changed since it was read. Read it again and decide again. */
export class BookingChangedError extends Error {
  override readonly name = 'BookingChangedError';

  constructor({ booking_id, version }: Booking) {
    super(`${booking_id} is no longer at version ${version}`);
  }
}

export class IllegalChangeError extends Error {
  override readonly name = 'IllegalChangeError';

  constructor(booking: Booking, event: BookingEvent) {
    super(`event ${event.kind} is not allowed in state ${booking.status}/${booking.status_reason}`);
  }
}

/** `follow` writes the follow-up jobs, concurrently with history and event. */
export async function changeBooking(
  tx: Database,
  { safe, billing }: ChangeParts,
  before: Booking,
  { event, actor: otherActor, set = {}, note }: BookingChange,
  follow?: (after: Booking) => Promise<void>,
): Promise<Booking> {
  const transition = findTransition(standingOf(before), event);
  if (!transition) throw new IllegalChangeError(before, event);
  const { status, statusReason: status_reason, type } = transition;
  const actor = otherActor ?? transition.actor;
  const posting = planPosting(billing, before, { ...before, ...set, status, status_reason });
  const changes = posting ? { ...set, billing: posting.bill } : set;
  const entries = posting && billing?.entriesOfChange(tx, postedFor(before, actor), posting);
  const after = await updateBooking(tx, before, { status, status_reason }, changes, entries);
  if (!after) throw new BookingChangedError(before);
  const people = safe.openPeople(after);
  // The statements are pipelined, the largest last.
  await Promise.all([follow?.(after), recordChange(tx, safe, { before, after, people, type, actor, note })]);
  return after;
}

function planPosting(billing: BillingPort | undefined, before: Booking, after: Booking): Posting | undefined {
  if (after.billing === null) return undefined;
  if (!billing) {
    if (after.status === before.status) return undefined;
    throw new Error(`booking ${after.booking_id} is billed, but there is no ledger`);
  }
  return billing.follow(after.billing, billedBooking(after));
}

type BilledFields = Pick<
  Booking,
  'status' | 'status_reason' | 'currency' | 'net_minor' | 'penalty_minor' | 'cancel_intent' | 'content'
>;

export function billedBooking(booking: BilledFields): BilledBooking {
  return {
    status: booking.status,
    currency: booking.currency,
    netMinor: booking.net_minor,
    penaltyMinor: penaltyOwedMinor(booking),
    isPayable: booking.content.payment.type !== 'PAY_AT_PROPERTY',
  };
}

export function postedFor(booking: Booking, actor: Actor): PostedFor {
  const { booking_id: bookingId, organisation_id: organisationId, environment } = booking;
  return { scope: { organisationId, environment }, bookingId, actor };
}

interface RecordedChange extends Pick<Transition, 'type' | 'actor'> {
  /** Undefined for a new booking. */
  before: Booking | undefined;
  after: Booking;
  /** Undefined if the personal data has been erased. */
  people: BookingPeople | undefined;
  note?: unknown;
}

export async function recordChange(
  tx: Database,
  safe: PeopleSafe,
  { before, after, people, type, actor, note }: RecordedChange,
): Promise<void> {
  const { booking_id: bookingId, version, status: to, status_reason: reason, updated_at: at } = after;
  const from: BookingState | null = before?.status ?? null;
  const booking = bookingView(after, people, at.getTime());
  const history = { bookingId, version, at, event: type, actor, from, to, reason, note };
  const event: NewEvent = {
    organisationId: after.organisation_id,
    environment: after.environment,
    type,
    at,
    bookingId,
    version,
    scenario: after.content.webhookScenario,
    data: {
      bookingId,
      clientReference: after.client_reference,
      version,
      previousStatus: from,
      status: to,
      statusReason: reason,
      actor,
      changes: before ? differences(bookingView(before, people, at.getTime()), booking) : [],
      booking,
    },
  };
  await Promise.all([insertHistory(tx, history), appendEvent(tx, safe.seal, event)]);
  reached('change-told');
}

const COMPARED = [
  'providerReference',
  'hotelConfirmationNumber',
  'confirmedAt',
  'cancelledAt',
  'price',
  'needsAttention',
  'erasedAt',
] as const satisfies (keyof BookingRecord)[];

function differences(before: BookingRecord, after: BookingRecord) {
  return COMPARED.filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map(
    field => ({
      field,
      from: before[field],
      to: after[field],
    }),
  );
}
