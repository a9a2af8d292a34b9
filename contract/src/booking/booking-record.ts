/** A booking as partners see it: whole in booking, bookingdetail, cancel and events, a summary in bookinglist. */
import { z } from 'zod';
import { environment } from '../shared/answer.ts';
import { bookingId, clientReference } from '../shared/ids.ts';
import { hotelHeaderShape } from '../shared/lodging.ts';
import { money } from '../shared/money.ts';
import { rule } from '../shared/rule.ts';
import { calendarDate, choice, count, flag, instant, opaque } from '../shared/values.ts';
import { BOOKING_STATES, REASONS_BY_STATE, RESOLUTION_REASONS, STATUS_REASONS } from './booking-states.ts';
import { firmTerms, penaltiesWithinPrice } from './cancellation-terms.ts';
import { guestRecord, holderRecord } from './guest.ts';
import { board, offeredRoomShape, payment } from './offer.ts';
import { oneCurrency, price, roomsAddUp } from './price.ts';

export const bookingStatus = () => choice(BOOKING_STATES);

const metadataRecord = () => z.record(z.string(), z.string());

const headShape = () => ({
  bookingId: bookingId(),
  version: count(1, Number.MAX_SAFE_INTEGER).describe('Grows by one with each change, without a gap.'),
  status: bookingStatus(),
  statusReason: choice(STATUS_REASONS).nullable().describe('Null where the state needs none.'),
  environment: environment(),
  testMode: flag().describe('True when a test provider holds the booking: no room is reserved.'),
  clientReference: clientReference(),
  providerReference: opaque().nullable().describe('Null until the provider confirmed.'),
  hotelConfirmationNumber: opaque().nullable().describe('Often known only days before arrival.'),
  createdAt: instant(),
  updatedAt: instant(),
  confirmedAt: instant().nullable(),
  cancelledAt: instant().nullable(),
  hotel: z.strictObject(hotelHeaderShape()),
  checkIn: calendarDate(),
  checkOut: calendarDate(),
  nights: count(1, 30),
  board: board(),
  payment: payment(),
  holder: holderRecord(),
  price: price(),
  needsAttention: flag().describe('True while a person of the operator has to decide something.'),
  erasedAt: instant().nullable().describe('When the personal data was erased.'),
});

const reasonFitsStatus = () =>
  rule<{ status: (typeof BOOKING_STATES)[number]; statusReason: string | null }>(
    ['status', 'statusReason'],
    function* ({ status, statusReason }) {
      const reasons: readonly string[] = REASONS_BY_STATE[status];
      const fits = statusReason === null ? reasons.length === 0 : reasons.includes(statusReason);
      if (!fits) {
        yield { path: ['statusReason'], code: 'REASON_MISMATCH', message: 'No reason of this status.' };
      }
    },
  );

export const bookingRecord = () =>
  z
    .strictObject({
      ...headShape(),
      rooms: z.array(
        z.strictObject({
          ...offeredRoomShape(),
          guests: z.array(guestRecord()),
          specialRequests: z.string().nullable(),
        }),
      ),
      cancellation: firmTerms().describe('The terms as they were booked; they never change.'),
      currentPenalty: z
        .strictObject({
          amount: money(),
          validUntil: instant().nullable().describe('Null: it rises no more.'),
        })
        .nullable()
        .describe('What a cancellation would cost now. Null where there is nothing left to cancel.'),
      remarks: z.string().nullable(),
      resolution: z
        .strictObject({
          reason: choice(RESOLUTION_REASONS),
          since: instant(),
          attempts: count(0, Number.MAX_SAFE_INTEGER).describe('Checks at the provider so far.'),
          nextCheckAt: instant().nullable(),
          resolveBy: instant().nullable().describe('When it is settled, or a person takes over.'),
        })
        .nullable()
        .describe('Present while the outcome is open.'),
      metadata: metadataRecord(),
    })
    .check(
      reasonFitsStatus(),
      roomsAddUp(),
      penaltiesWithinPrice(),
      oneCurrency('rooms', 'price', 'cancellation', 'currentPenalty'),
    );
export type BookingRecord = z.infer<ReturnType<typeof bookingRecord>>;

/** A row of a list. */
export const bookingSummary = () =>
  z
    .strictObject({
      ...headShape(),
      roomCount: count(1, 8),
      freeCancellationUntil: instant().nullable(),
    })
    .check(reasonFitsStatus());
export type BookingSummary = z.infer<ReturnType<typeof bookingSummary>>;
