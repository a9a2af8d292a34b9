/**
 * A booking as partners see it. Most booking operations and all booking events contain the complete booking.
 * `bookinglist` returns a shorter form.
 */
import { z } from 'zod';
import { environment } from '../shared/answer.ts';
import { bookingId, clientReference } from '../shared/ids.ts';
import { hotelHeaderShape } from '../shared/lodging.ts';
import { money } from '../shared/money.ts';
import { rule } from '../shared/rule.ts';
import { anyCount, calendarDate, choice, count, flag, instant, opaque } from '../shared/values.ts';
import { BOOKING_STATES, REASONS_BY_STATE, RESOLUTION_REASONS, STATUS_REASONS } from './booking-states.ts';
import { firmTerms, penaltiesWithinPrice } from './cancellation-terms.ts';
import { guestRecord, holderRecord } from './guest.ts';
import { board, offeredRoomShape, payment } from './offer.ts';
import { oneCurrency, price, roomsAddUp } from './price.ts';

export const bookingStatus = () => choice(BOOKING_STATES);

const metadataRecord = () => z.record(z.string(), z.string());

const headShape = () => ({
  bookingId: bookingId(),
  version: count(1, Number.MAX_SAFE_INTEGER).describe('Increases by one with each change.'),
  status: bookingStatus(),
  statusReason: choice(STATUS_REASONS).nullable().describe('Null if the status has no reasons.'),
  environment: environment(),
  testMode: flag().describe('True if the booking was made in test mode. No room is reserved.'),
  clientReference: clientReference(),
  providerReference: opaque().nullable().describe('Null until the provider accepts the booking.'),
  hotelConfirmationNumber: opaque().nullable().describe('Often assigned only a few days before arrival.'),
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
  needsAttention: flag().describe("True while the booking needs a decision by the operator's staff."),
  erasedAt: instant().nullable().describe('When the personal data was erased.'),
});

const reasonFitsStatus = () =>
  rule<{ status: (typeof BOOKING_STATES)[number]; statusReason: string | null }>(
    ['status', 'statusReason'],
    function* ({ status, statusReason }) {
      const reasons: readonly string[] = REASONS_BY_STATE[status];
      const fits = statusReason === null ? reasons.length === 0 : reasons.includes(statusReason);
      if (!fits) {
        yield {
          path: ['statusReason'],
          code: 'REASON_MISMATCH',
          message: 'The reason does not belong to this status.',
        };
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
      cancellation: firmTerms().describe('The terms at the time of booking. They never change.'),
      currentPenalty: z
        .strictObject({
          amount: money(),
          validUntil: instant().nullable().describe('Null if the penalty will not increase any more.'),
        })
        .nullable()
        .describe('Current cost of a cancellation. Null if there is nothing to cancel.'),
      penalty: money()
        .optional()
        .describe(
          'What the cancellation cost. Present only if the booking is `CANCELLED`. 0 if the hotel or the provider cancelled it.',
        ),
      remarks: z.string().nullable(),
      resolution: z
        .strictObject({
          reason: choice(RESOLUTION_REASONS),
          since: instant(),
          attempts: anyCount().describe('Number of checks at the provider so far.'),
          nextCheckAt: instant().nullable(),
          resolveBy: instant()
            .nullable()
            .describe('Deadline after which the booking is resolved automatically or needs attention.'),
        })
        .nullable()
        .describe('Null unless the outcome is still open.'),
      metadata: metadataRecord(),
    })
    .check(
      reasonFitsStatus(),
      roomsAddUp(),
      penaltiesWithinPrice(),
      oneCurrency('rooms', 'price', 'cancellation', 'currentPenalty', 'penalty'),
    );
export type BookingRecord = z.infer<ReturnType<typeof bookingRecord>>;

export const bookingSummary = () =>
  z
    .strictObject({
      ...headShape(),
      roomCount: count(1, 8),
      freeCancellationUntil: instant().nullable(),
    })
    .check(reasonFitsStatus());
export type BookingSummary = z.infer<ReturnType<typeof bookingSummary>>;
