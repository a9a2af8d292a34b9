/** The partner's view of a booking. Pure. */
import type { BookingRecord, BookingSummary } from '@serai/contract/booking/booking-record.ts';
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import { penaltyAt } from '../terms/terms.ts';
import { firmTermsView, momentView } from '../terms/terms-view.ts';
import { type Booking, penaltyOwedMinor } from './booking.ts';
import type { BookingPeople } from './people.ts';
import { limitReference } from './reference-length.ts';

type Head = Omit<BookingSummary, 'roomCount' | 'freeCancellationUntil'>;

/** `people` is undefined if the personal data has been erased. */
export function bookingView(
  booking: Booking,
  people: BookingPeople | undefined,
  nowMs: number,
): BookingRecord {
  const { content, currency } = booking;
  return {
    ...headView(booking, people),
    rooms: content.rooms.map((room, i) => ({
      ...room,
      guests: guestsView(booking, people, i),
      specialRequests: people?.rooms[i]?.specialRequests ?? null,
    })),
    cancellation: firmTermsView(content.terms, currency),
    currentPenalty: currentPenalty(booking, nowMs),
    ...finalPenalty(booking),
    remarks: people?.remarks ?? null,
    resolution: resolutionView(booking),
    metadata: { ...people?.metadata },
  };
}

export function bookingSummaryView(booking: Booking, people: BookingPeople | undefined): BookingSummary {
  return {
    ...headView(booking, people),
    roomCount: booking.content.rooms.length,
    freeCancellationUntil: momentView(booking.content.terms.freeUntilMs),
  };
}

function headView(booking: Booking, people: BookingPeople | undefined): Head {
  const { content } = booking;
  const { firstName = null, lastName = null, email = null, phone = null } = people?.holder ?? {};
  return {
    bookingId: booking.booking_id as BookingRecord['bookingId'],
    version: booking.version,
    status: booking.status,
    statusReason: booking.status_reason,
    environment: booking.environment,
    testMode: booking.test_mode,
    clientReference: booking.client_reference,
    // Bookings of earlier versions may have longer references.
    providerReference: limitReference(booking.supplier_ref),
    hotelConfirmationNumber: limitReference(booking.hotel_confirmation),
    createdAt: time(booking.created_at),
    updatedAt: time(booking.updated_at),
    confirmedAt: booking.confirmed_at && time(booking.confirmed_at),
    cancelledAt: booking.cancelled_at && time(booking.cancelled_at),
    hotel: content.hotel,
    checkIn: booking.check_in,
    checkOut: booking.check_out,
    nights: nightsBetween(booking.check_in, booking.check_out),
    board: content.board,
    payment: content.payment,
    holder: { firstName, lastName, email, phone },
    price: content.price,
    needsAttention: booking.needs_attention,
    erasedAt: booking.erased_at && time(booking.erased_at),
  };
}

/** After erasure, the number of guests and the ages of children remain, but no names. */
function guestsView(
  booking: Booking,
  people: BookingPeople | undefined,
  room: number,
): BookingRecord['rooms'][0]['guests'] {
  const named = people?.rooms[room]?.guests;
  if (named) return named.map(guest => ({ ...guest }));
  const { adults = 0, childAges = [] } = booking.content.occupancies[room] ?? {};
  const nobody = { firstName: null, lastName: null, title: null };
  return [
    ...Array.from({ length: adults }, () => ({ type: 'ADULT' as const, age: null, ...nobody })),
    ...childAges.map(age => ({ type: 'CHILD' as const, age, ...nobody })),
  ];
}

/** The penalty of a requested cancellation is fixed when the request arrives. */
function currentPenalty(booking: Booking, nowMs: number): BookingRecord['currentPenalty'] {
  const { status, currency, content, cancel_intent: intent } = booking;
  if (status === 'CANCEL_PENDING') {
    return intent && { amount: toMoney(intent.penaltyMinor, currency), validUntil: null };
  }
  if (status !== 'PENDING' && status !== 'ON_REQUEST' && status !== 'CONFIRMED') return null;
  const { penaltyMinor, validUntilMs } = penaltyAt(content.terms.windows, nowMs);
  return {
    amount: toMoney(penaltyMinor, currency),
    validUntil: validUntilMs === null ? null : instantText(validUntilMs),
  };
}

/** The penalty of the cancellation. 0 if the hotel or the provider cancelled, or if the operator bears the penalty. */
function finalPenalty(booking: Booking): Pick<BookingRecord, 'penalty'> {
  if (booking.status !== 'CANCELLED') return {};
  return { penalty: toMoney(penaltyOwedMinor(booking), booking.currency) };
}

function resolutionView({ status, status_reason, resolution }: Booking): BookingRecord['resolution'] {
  if (resolution === null || !isOpenState(status)) return null;
  const reason = status === 'ON_REQUEST' ? 'AWAITING_HOTEL' : status_reason;
  const { sinceMs, attempts, nextCheckAtMs, resolveByMs } = resolution;
  return {
    reason: reason as NonNullable<BookingRecord['resolution']>['reason'],
    since: isoTime(sinceMs),
    attempts,
    nextCheckAt: nextCheckAtMs === null ? null : isoTime(nextCheckAtMs),
    resolveBy: resolveByMs === null ? null : isoTime(resolveByMs),
  };
}

function time(date: Date): string {
  return isoTime(date.getTime());
}
