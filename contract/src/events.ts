/**
 * The events that webhook endpoints receive. New types may be added. Existing types are never renamed or removed.
 */
import { z } from 'zod';
import { endpointId } from './account/fields.ts';
import { accountFields, BALANCE_EXAMPLE } from './billing/account-fields.ts';
import { bookingRecord, bookingStatus } from './booking/booking-record.ts';
import { ACTORS, type BookingState, STATUS_REASONS, type StatusReason } from './booking/booking-states.ts';
import { bookingExample } from './booking/examples/booking-example.ts';
import { environment } from './shared/answer.ts';
import { bookingId, clientReference, eventId, hotelId, partnerId } from './shared/ids.ts';
import { choice, count, instant } from './shared/values.ts';

/** All event types, in the order of the documentation. */
export const EVENT_TYPES = [
  'booking.pending',
  'booking.on_request',
  'booking.confirmed',
  'booking.rejected',
  'booking.updated',
  'booking.hotel_confirmed',
  'booking.cancel_pending',
  'booking.cancelled',
  'booking.cancel_failed',
  'booking.late_confirmation',
  'booking.attention_required',
  'booking.deadline_approaching',
  'booking.completed',
  'booking.no_show',
  'content.hotels_changed',
  'account.balance_low',
  'account.credit_exceeded',
  'webhook.ping',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
export type BookingEventType = Extract<EventType, `booking.${string}`>;

const change = z.strictObject({
  field: z.string().describe('Path of the field, for example `hotelConfirmationNumber`.'),
  from: z.unknown(),
  to: z.unknown(),
});

export const bookingEventData = z.strictObject({
  bookingId: bookingId(),
  clientReference: clientReference(),
  version: count(1, Number.MAX_SAFE_INTEGER).describe(
    'Version of the booking. Versions define the order of the events. They have no gaps, except after a restore from a backup.',
  ),
  previousStatus: bookingStatus().nullable().describe('Null in the first event of a booking.'),
  status: bookingStatus(),
  statusReason: choice(STATUS_REASONS).nullable().describe('Null if the status has no reasons.'),
  actor: choice(ACTORS).describe(
    'Who caused the change. Events are also sent for changes made by the client.',
  ),
  changes: z.array(change).describe('Other fields that changed.'),
  booking: bookingRecord().describe('The complete booking at this version.'),
});

export const hotelsChangedEventData = z.strictObject({
  hotelIds: z
    .array(hotelId())
    .describe('Hotels that were added, changed or removed. At most 1000 per event.'),
  updatedSince: instant().describe(
    'Pass this value as `updatedSince` to read the changes from the catalogue.',
  ),
});

export const pingEventData = z.strictObject({ endpointId: endpointId(), message: z.string() });

export const accountEventData = z.strictObject({ partnerId: partnerId(), ...accountFields() });

const ACCOUNT_EXAMPLE = {
  partnerId: 'prt_01J9ZC4T3E',
  ...BALANCE_EXAMPLE,
} satisfies z.input<typeof accountEventData>;

interface BookingEvent {
  description: string;
  /** The state change that the example shows. */
  from: BookingState | null;
  to: BookingState;
  reason: StatusReason | null;
}

const BOOKING_EVENTS: Readonly<Record<BookingEventType, BookingEvent>> = {
  'booking.pending': {
    description: 'The outcome of the booking at the provider is not known yet.',
    from: null,
    to: 'PENDING',
    reason: 'IN_PROGRESS',
  },
  'booking.on_request': {
    description: 'The hotel has not confirmed the booking yet.',
    from: 'PENDING',
    to: 'ON_REQUEST',
    reason: null,
  },
  'booking.confirmed': {
    description: 'The provider confirmed the booking.',
    from: 'PENDING',
    to: 'CONFIRMED',
    reason: null,
  },
  'booking.rejected': {
    description: 'The booking failed. If a reservation appears later, `booking.late_confirmation` is sent.',
    from: 'PENDING',
    to: 'REJECTED',
    reason: 'SOLD_OUT',
  },
  'booking.updated': {
    description: 'A field of the booking changed, and no other event type reports this.',
    from: 'CONFIRMED',
    to: 'CONFIRMED',
    reason: null,
  },
  'booking.hotel_confirmed': {
    description: 'The hotel assigned its own confirmation number.',
    from: 'CONFIRMED',
    to: 'CONFIRMED',
    reason: null,
  },
  'booking.cancel_pending': {
    description: 'A cancellation was sent or queued. Its outcome is not known yet.',
    from: 'CONFIRMED',
    to: 'CANCEL_PENDING',
    reason: 'IN_PROGRESS',
  },
  'booking.cancelled': {
    description: 'The booking was cancelled by the client, the hotel, the provider or the operator.',
    from: 'CONFIRMED',
    to: 'CANCELLED',
    reason: 'BY_HOTEL',
  },
  'booking.cancel_failed': {
    description: 'The provider did not accept the cancellation. The booking remains confirmed.',
    from: 'CANCEL_PENDING',
    to: 'CONFIRMED',
    reason: null,
  },
  'booking.late_confirmation': {
    description: 'The provider confirmed a booking after it had been rejected.',
    from: 'REJECTED',
    to: 'REJECTED',
    reason: 'NOT_FOUND_AT_PROVIDER',
  },
  'booking.attention_required': {
    description: "The booking needs a decision by the operator's staff.",
    from: 'PENDING',
    to: 'PENDING',
    reason: 'OUTCOME_UNKNOWN',
  },
  'booking.deadline_approaching': {
    description: 'The free cancellation period ends soon.',
    from: 'CONFIRMED',
    to: 'CONFIRMED',
    reason: null,
  },
  'booking.completed': {
    description: 'The stay is over.',
    from: 'CONFIRMED',
    to: 'COMPLETED',
    reason: null,
  },
  'booking.no_show': {
    description: 'The guests did not arrive.',
    from: 'CONFIRMED',
    to: 'NO_SHOW',
    reason: null,
  },
};

export interface EventDefinition {
  type: EventType;
  description: string;
  data: z.ZodObject;
  example: object;
}

export const EVENTS: readonly EventDefinition[] = [
  ...EVENT_TYPES.filter(isBookingEvent).map(bookingEvent),
  {
    type: 'content.hotels_changed',
    description: 'Hotels or room types in the catalogue were added, changed or removed.',
    data: hotelsChangedEventData,
    example: { hotelIds: ['htl_01J9ZC4T3E'], updatedSince: '2026-07-02T10:00:00Z' } satisfies z.input<
      typeof hotelsChangedEventData
    >,
  },
  {
    type: 'account.balance_low',
    description:
      'The available amount fell below 20 % or 5 % of the credit limit, or of the last payment if the partner pays in advance.',
    data: accountEventData,
    example: ACCOUNT_EXAMPLE,
  },
  {
    type: 'account.credit_exceeded',
    description: 'A booking was rejected with CREDIT_EXCEEDED. Sent at most once an hour.',
    data: accountEventData,
    example: ACCOUNT_EXAMPLE,
  },
  {
    type: 'webhook.ping',
    description: 'A test event, sent on request.',
    data: pingEventData,
    example: { endpointId: 'whk_01J9ZC4T3E', message: 'It works.' } satisfies z.input<typeof pingEventData>,
  },
];

/** The body of an event as it is signed and sent. */
export function eventEnvelope(event: EventDefinition): z.ZodObject {
  return z.strictObject({
    id: eventId().describe(
      'Event ID. It is the same on every attempt and replay, and is also sent as `webhook-id`.',
    ),
    type: z.literal(event.type),
    timestamp: instant().describe('When the event occurred.'),
    environment: environment(),
    data: event.data,
  });
}

export function eventExample(event: EventDefinition): object {
  return {
    id: 'evt_01J9ZD8K5N',
    type: event.type,
    timestamp: '2026-07-02T10:15:00.120Z',
    environment: 'sandbox',
    data: event.example,
  };
}

function isBookingEvent(type: EventType): type is BookingEventType {
  return type.startsWith('booking.');
}

function bookingEvent(type: BookingEventType): EventDefinition {
  const { description, from, to, reason } = BOOKING_EVENTS[type];
  const { bookingId, clientReference, version } = bookingExample;
  return {
    type,
    description,
    data: bookingEventData,
    example: {
      bookingId,
      clientReference,
      version,
      previousStatus: from,
      status: to,
      statusReason: reason,
      actor: 'PROVIDER',
      changes: [],
      booking: { ...bookingExample, status: to, statusReason: reason },
    } satisfies z.input<typeof bookingEventData>,
  };
}
