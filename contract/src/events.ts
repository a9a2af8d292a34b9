/** What webhook endpoints receive. Types are added, never renamed or removed. */
import { z } from 'zod';
import { endpointId } from './account/account-ids.ts';
import { environment } from './shared/answer.ts';
import { bookingId, clientReference, eventId, hotelId } from './shared/ids.ts';
import { choice, count, instant } from './shared/values.ts';

/** Every type of event, in the order of the documentation. */
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
  'webhook.ping',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
export type BookingEventType = Extract<EventType, `booking.${string}`>;

/** Who caused a change. */
export const eventActor = () => choice(['CLIENT', 'PROVIDER', 'SERVICE', 'OPERATOR']);

type BookingStatus = string;
const booking = z.strictObject({
  bookingId: bookingId(),
  clientReference: clientReference(),
  version: count(1, 9),
  status: z.string(),
  statusReason: z.string().nullable(),
});
const BOOKING_EXAMPLE = {
  bookingId: 'bkg_1',
  clientReference: 'ABC-1',
  version: 2,
  status: 'CONFIRMED',
  statusReason: null,
};

const change = z.strictObject({
  field: z.string().describe('Path of the member, `hotelConfirmationNumber`.'),
  from: z.unknown(),
  to: z.unknown(),
});

const bookingData = z.strictObject({
  bookingId: bookingId(),
  clientReference: clientReference(),
  version: count(1, Number.MAX_SAFE_INTEGER).describe(
    'Version of the booking, without gaps: the order of its events.',
  ),
  previousStatus: z.string().nullable().describe('Null on the first event of a booking.'),
  status: z.string(),
  statusReason: z.string().nullable(),
  actor: eventActor().describe('Who caused it; the client’s own calls are events too.'),
  changes: z.array(change).describe('Other members that changed.'),
  booking: booking.describe('The whole booking at this version.'),
});

const hotelsData = z.strictObject({
  hotelIds: z.array(hotelId()).describe('Hotels that were added, changed or removed, at most 1000 an event.'),
  updatedSince: instant().describe('Ask the catalogue for changes since then to read them.'),
});

const pingData = z.strictObject({ endpointId: endpointId(), message: z.string() });

interface BookingEvent {
  description: string;
  from: BookingStatus | null;
  to: BookingStatus;
}

const BOOKING_EVENTS: Readonly<Record<BookingEventType, BookingEvent>> = {
  'booking.pending': told('The provider’s answer to a booking is not known yet.', null, 'PENDING'),
  'booking.on_request': told('The hotel has still to confirm.', 'PENDING', 'ON_REQUEST'),
  'booking.confirmed': told('The provider confirmed the booking.', 'PENDING', 'CONFIRMED'),
  'booking.rejected': told('It is definitely not booked.', 'PENDING', 'REJECTED'),
  'booking.updated': told('A member changed that no other event tells of.', 'CONFIRMED', 'CONFIRMED'),
  'booking.hotel_confirmed': told('The hotel gave its own confirmation number.', 'CONFIRMED', 'CONFIRMED'),
  'booking.cancel_pending': told(
    'A cancellation was sent or queued and its outcome is not known yet.',
    'CONFIRMED',
    'CANCEL_PENDING',
  ),
  'booking.cancelled': told('The booking was cancelled, by whomever.', 'CONFIRMED', 'CANCELLED'),
  'booking.cancel_failed': told(
    'The provider refused the cancellation and the booking stands.',
    'CANCEL_PENDING',
    'CONFIRMED',
  ),
  'booking.late_confirmation': told(
    'The provider confirmed a booking that had been rejected.',
    'REJECTED',
    'REJECTED',
  ),
  'booking.attention_required': told(
    'Somebody has to look: the service cannot settle it alone.',
    'PENDING',
    'PENDING',
  ),
  'booking.deadline_approaching': told('Free cancellation ends soon.', 'CONFIRMED', 'CONFIRMED'),
  'booking.completed': told('The stay is over.', 'CONFIRMED', 'COMPLETED'),
  'booking.no_show': told('The guests did not come.', 'CONFIRMED', 'NO_SHOW'),
};

export interface EventDefinition {
  type: EventType;
  description: string;
  data: z.ZodObject;
  /** An example of `data`. */
  example: object;
}

export const EVENTS: readonly EventDefinition[] = [
  ...EVENT_TYPES.filter(isBookingEvent).map(bookingEvent),
  {
    type: 'content.hotels_changed',
    description: 'Hotels of the catalogue were added, changed or removed.',
    data: hotelsData,
    example: { hotelIds: ['htl_01J9ZC4T3E'], updatedSince: '2026-07-02T10:00:00Z' } satisfies z.input<
      typeof hotelsData
    >,
  },
  {
    type: 'webhook.ping',
    description: 'A test, sent when an operator asks for it.',
    data: pingData,
    example: { endpointId: 'whk_01J9ZC4T3E', message: 'It works.' } satisfies z.input<typeof pingData>,
  },
];

/** The whole body of an event, as it is signed and sent. */
export function eventEnvelope(event: EventDefinition): z.ZodObject {
  return z.strictObject({
    id: eventId().describe('The same on every attempt and replay; also in `webhook-id`.'),
    type: z.literal(event.type),
    timestamp: instant().describe('When it happened.'),
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

function told(description: string, from: BookingStatus | null, to: BookingStatus): BookingEvent {
  return { description, from, to };
}

function isBookingEvent(type: EventType): type is BookingEventType {
  return type.startsWith('booking.');
}

function bookingEvent(type: BookingEventType): EventDefinition {
  const { description, from, to } = BOOKING_EVENTS[type];
  const { bookingId, clientReference, version, statusReason } = BOOKING_EXAMPLE;
  return {
    type,
    description,
    data: bookingData,
    example: {
      bookingId,
      clientReference,
      version,
      previousStatus: from,
      status: to,
      statusReason,
      actor: 'PROVIDER',
      changes: [],
      booking: { ...BOOKING_EXAMPLE, status: to },
    } satisfies z.input<typeof bookingData>,
  };
}
