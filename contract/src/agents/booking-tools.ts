/**
 * The tools that quote, book, read and cancel. Booking and cancelling take two steps, and the second step repeats what
 * the first step showed: terms and price, or the penalty.
 */
import { z } from 'zod';
import { booking } from '../booking/booking.ts';
import { BOOKING_STATES } from '../booking/booking-states.ts';
import { BOOKING_DATE_TYPES, bookinglist } from '../booking/bookinglist.ts';
import { cancel } from '../booking/cancel.ts';
import { MAX_ROOMS, roomRef } from '../booking/occupancy.ts';
import { ALTERNATIVE_MODES } from '../booking/prebooking.ts';
import { bookingId, clientReference, offerId } from '../shared/ids.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { choice, count, opaque } from '../shared/values.ts';
import {
  amount,
  deadline,
  defineTool,
  fullTerms,
  quotedPrice,
  thirdPartyName,
  thirdPartyText,
  time,
  toolPrice,
} from './tool.ts';

const bookingFields = booking.input.shape;
const listFilters = bookinglist.input.shape.filters.unwrap().shape;

const bookedRoom = bookingFields.rooms.element.safeExtend({
  roomRef: roomRef().describe('`roomRef` of the room in the quote.'),
});

export const DEFAULT_BOOKINGS = 10;

const which = { bookingId: bookingId().optional(), clientReference: clientReference().optional() };

export const quoteStay = defineTool({
  name: 'quote_stay',
  title: 'Quote a stay',
  description:
    'Checks the price and the terms of one offer with its provider. Step 1 of a booking: show `price`, `cancellation`, `notices` and `changes` to the person, and ask whether to book. The quote expires at `expiresAt` and can be booked once, with `book_stay`.',
  scope: 'hotels:quote',
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    offerId: offerId(),
    acceptAlternatives: choice(ALTERNATIVE_MODES)
      .optional()
      .describe('SAME_PRODUCT: the same product of another provider may replace the offer. Default: NONE.'),
  }),
  output: z.object({
    quoteId: z.string(),
    expiresAt: time,
    status: z.string().describe('If not AVAILABLE, `changes` lists what differs from the search.'),
    changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    termsHash: z.string(),
    board: z.string(),
    payment: z.string(),
    rooms: z.array(z.object({ roomRef: z.number(), name: thirdPartyName })),
    price: quotedPrice,
    cancellation: fullTerms,
    requirements: z.object({
      guestNames: z.string(),
      childAges: z.boolean(),
      holderEmail: z.boolean(),
      holderPhone: z.boolean(),
      maxNameLength: z.number().nullable(),
    }),
    notices: z.array(z.object({ code: z.string(), text: thirdPartyText })),
    suggestedClientReference: z.string(),
  }),
});

const next = z
  .object({ tool: z.string(), notBefore: time.nullable(), because: z.string() })
  .nullable()
  .describe('What to do next while `open` is true.');

const open = z.boolean().describe('True while the outcome is not known. Do not book elsewhere.');

/** What a booking or a cancellation changed. `get_booking` returns everything else. */
const bookingHead = {
  bookingId: z.string(),
  clientReference: z.string(),
  status: z.string(),
  statusReason: z.string().nullable(),
  resolution: z
    .object({ reason: z.string(), nextCheckAt: time.nullable(), resolveBy: time.nullable() })
    .nullable(),
};

const changedBooking = z.object({
  ...bookingHead,
  checkIn: z.string(),
  checkOut: z.string(),
  hotelConfirmationNumber: thirdPartyName.nullable(),
  price: toolPrice,
  freeCancellationUntil: time.nullable(),
});

const wholeBooking = z.object({
  ...bookingHead,
  hotel: z.object({ hotelId: z.string(), name: thirdPartyName }),
  checkIn: z.string(),
  checkOut: z.string(),
  board: z.string(),
  payment: z.string(),
  hotelConfirmationNumber: thirdPartyName.nullable(),
  holder: z
    .object({ name: thirdPartyName.nullable(), email: z.string().nullable(), phone: z.string().nullable() })
    .describe('Email and phone are masked.'),
  rooms: z.array(
    z.object({
      roomRef: z.number(),
      name: thirdPartyName,
      guests: z.array(
        z.object({ type: z.string(), age: z.number().nullable(), name: thirdPartyName.nullable() }),
      ),
    }),
  ),
  price: toolPrice,
  cancellation: z.object(deadline),
  currentPenalty: z.object({ amount, validUntil: time.nullable() }).nullable(),
  penalty: amount.nullable().describe('What the cancellation cost. Null unless the booking is CANCELLED.'),
  needsAttention: z.boolean(),
});

export const bookStay = defineTool({
  name: 'book_stay',
  title: 'Book a stay',
  description:
    'Books a quote and spends money. Call it only after a person has agreed to the price and terms of this quote. If the response is lost or you are not sure whether you called it, call it again with exactly the same arguments: the same `clientReference` never books twice. If `open` is true, the outcome is not known yet: follow `next`, and do not book elsewhere.',
  scope: 'hotels:book',
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  input: z.strictObject({
    quoteId: bookingFields.quoteId.describe('`quoteId` from `quote_stay`.'),
    termsHash: opaque(128).describe('`termsHash` of the quote that the person agreed to.'),
    expectedPrice: bookingFields.expectedPrice.describe('`price.net` of the quote.'),
    clientReference: clientReference().describe('`suggestedClientReference` of the quote.'),
    holder: bookingFields.holder,
    rooms: z.array(bookedRoom).min(1).max(MAX_ROOMS).describe('All quoted rooms, each exactly once.'),
  }),
  output: z.object({ booking: changedBooking, open, next }),
});

export const getBooking = defineTool({
  name: 'get_booking',
  title: 'Get a booking',
  description:
    'Returns the current state of one booking. Give exactly one of `bookingId` or `clientReference`. Contact data is masked.',
  scope: 'hotels:read',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject(which).check(exactlyOneOf('bookingId', 'clientReference')),
  output: z.object({ booking: wholeBooking, open, next }),
});

export const listBookings = defineTool({
  name: 'list_bookings',
  title: 'List bookings',
  description:
    'Lists bookings, the newest first, without personal data. `dateType` says which date `from` and `to` refer to; the default is CREATED.',
  scope: 'hotels:read',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    dateType: choice(BOOKING_DATE_TYPES).optional(),
    from: listFilters.from.describe('A date or a timestamp, inclusive.'),
    to: listFilters.to.describe('A date is inclusive, a timestamp is exclusive.'),
    statuses: z.array(choice(BOOKING_STATES)).min(1).max(BOOKING_STATES.length).optional(),
    limit: count(1, 20).optional().describe(`Default: ${DEFAULT_BOOKINGS}.`),
    cursor: opaque(2048).optional(),
  }),
  output: z.object({
    bookings: z.array(
      z.object({
        bookingId: z.string(),
        clientReference: z.string(),
        status: z.string(),
        statusReason: z.string().nullable(),
        hotel: z.object({ hotelId: z.string(), name: thirdPartyName }),
        checkIn: z.string(),
        checkOut: z.string(),
        roomCount: z.number(),
        net: amount,
        freeCancellationUntil: time.nullable(),
        createdAt: time,
        needsAttention: z.boolean(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
});

export const quoteCancellation = defineTool({
  name: 'quote_cancellation',
  title: 'Quote a cancellation',
  description:
    'Returns what cancelling a booking costs now. Step 1 of a cancellation: show `penalty` and `refund` to the person, and ask whether to cancel. It cancels nothing.',
  scope: 'hotels:cancel',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject(which).check(exactlyOneOf('bookingId', 'clientReference')),
  output: z.object({
    bookingId: z.string(),
    status: z.string(),
    penalty: amount,
    refund: amount,
    validUntil: time.nullable(),
    nextPenalty: z.object({ penalty: amount, from: time }).nullable(),
  }),
});

export const cancelBooking = defineTool({
  name: 'cancel_booking',
  title: 'Cancel a booking',
  description:
    'Cancels a booking, which cannot be undone. Call it only after a person has agreed to the penalty that `quote_cancellation` returned. A higher penalty than `maxPenalty` is never charged: the call then fails and nothing is cancelled.',
  scope: 'hotels:cancel',
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  input: z
    .strictObject({
      ...which,
      maxPenalty: cancel.input.shape.maxPenalty
        .unwrap()
        .describe(
          'Highest penalty that the person agreed to. Use an `amount` of "0.00" if the cancellation must be free.',
        ),
      reason: cancel.input.shape.reason,
    })
    .check(exactlyOneOf('bookingId', 'clientReference')),
  output: z.object({ booking: changedBooking, penalty: amount, refund: amount, open, next }),
});
