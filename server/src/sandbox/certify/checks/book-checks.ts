import { booking } from '@serai/contract/booking/booking.ts';
import { cancel } from '@serai/contract/booking/cancel.ts';
import type { PrebookingAnswer } from '@serai/contract/booking/prebooking.ts';
import type { ErrorCode } from '@serai/contract/errors.ts';
import {
  book,
  bookingRequest,
  bookOpen,
  cancelFree,
  checkState,
  findQuote,
  read,
  settled,
  settledAs,
  stateOf,
} from '../booking-steps.ts';
import type { ScenarioCheck, Walk } from '../walk.ts';

const UNKNOWN = 'PENDING/OUTCOME_UNKNOWN';

export const BOOK_CHECKS = {
  'book.rejected': { run: walk => rejected(walk, 'BOOKING_REJECTED', 'PROVIDER_REFUSED') },
  'book.soldout': { run: walk => rejected(walk, 'OFFER_NOT_AVAILABLE', 'SOLD_OUT') },
  'book.price_changed': { run: walk => rejected(walk, 'PRICE_CHANGED', 'PRICE_CHANGED') },
  'book.on_request_confirm': {
    takesSeconds: 35,
    async run(walk) {
      const made = await bookOpen(walk, await findQuote(walk), 'ON_REQUEST');
      await cancelFree(walk, await settledAs(walk, made, 90, 'CONFIRMED'));
    },
  },
  'book.on_request_reject': {
    takesSeconds: 35,
    async run(walk) {
      const made = await bookOpen(walk, await findQuote(walk), 'ON_REQUEST');
      await settledAs(walk, made, 90, 'REJECTED/PROVIDER_REFUSED');
    },
  },
  'book.timeout_then_confirmed': {
    takesSeconds: 10,
    async run(walk) {
      const quoted = await findQuote(walk);
      const made = await bookOpen(walk, quoted, UNKNOWN);
      const now = await settledAs(walk, made, 60, 'CONFIRMED');
      const again = await walk.call(booking, bookingRequest(walk, quoted));
      walk.check('Idempotency-Replayed', 'true', walk.header('idempotency-replayed'));
      walk.check('bookingId of the repeated request', made.bookingId, again.booking.bookingId);
      await cancelFree(walk, now);
    },
  },
  'book.timeout_then_absent': {
    takesSeconds: 80,
    async run(walk) {
      const quoted = await findQuote(walk);
      const made = await bookOpen(walk, quoted, UNKNOWN);
      await settledAs(walk, made, 150, 'REJECTED/NOT_FOUND_AT_PROVIDER');
      await refusedAgain(walk, quoted, 'BOOKING_REJECTED', made.bookingId);
    },
  },
  'book.timeout_forever': {
    takesSeconds: 5,
    async run(walk) {
      const { bookingId, resolution } = await bookOpen(walk, await findQuote(walk), UNKNOWN);
      walk.holds('booking.resolution.resolveBy', 'a timestamp', resolution?.resolveBy != null, resolution);
      walk.notes.push(
        `needsAttention is set at ${resolution?.resolveBy ?? '?'}. The certification does not wait for that.`,
      );
      const cancelled = await walk.call(cancel, { bookingId }, 202);
      checkState(walk, cancelled.booking, 'CANCEL_PENDING/QUEUED');
    },
  },
  'book.garbled': { takesSeconds: 5, run: foundLater },
  'book.ok_but_error': { takesSeconds: 5, run: foundLater },
  'book.late_confirmation': {
    takesSeconds: 180,
    async run(walk) {
      const made = await bookOpen(walk, await findQuote(walk), UNKNOWN);
      await settledAs(walk, made, 240, 'REJECTED/COMPENSATED');
      const { history = [] } = await read(walk, made.bookingId);
      const told = history.map(({ event }) => event).slice(-2);
      walk.check('the last two events', ['booking.rejected', 'booking.late_confirmation'], told);
    },
  },
  'book.confirmation_number_later': {
    takesSeconds: 35,
    async run(walk) {
      const made = await book(walk, await findQuote(walk));
      walk.check('initial booking.hotelConfirmationNumber', null, made.hotelConfirmationNumber);
      const isNumbered = (now: typeof made) => now.hotelConfirmationNumber !== null;
      await cancelFree(walk, await settled(walk, made, 120, 'hotelConfirmationNumber', isNumbered));
    },
  },
  'book.cancelled_by_hotel': {
    takesSeconds: 35,
    async run(walk) {
      const made = await book(walk, await findQuote(walk));
      await settledAs(walk, made, 120, 'CANCELLED/BY_HOTEL');
    },
  },
} as const satisfies Record<string, ScenarioCheck>;

async function rejected(walk: Walk, code: ErrorCode, reason: string): Promise<void> {
  const quoted = await findQuote(walk);
  const { bookingId, newPrice } = await walk.refused(booking, bookingRequest(walk, quoted), code);
  if (bookingId === undefined) walk.end('error.bookingId', 'the id of the booking', bookingId);
  if (code === 'PRICE_CHANGED') {
    walk.holds('error.newPrice', 'the new price', newPrice !== undefined, newPrice);
  }
  await refusedAgain(walk, quoted, code, bookingId);
  const shown = await read(walk, bookingId);
  walk.check('booking state', `REJECTED/${reason}`, stateOf(shown.booking));
  walk.check('booking.clientReference', walk.clientReference, shown.booking.clientReference);
}

/** Repeats the request and expects the same error and booking id. */
async function refusedAgain(
  walk: Walk,
  quoted: PrebookingAnswer,
  code: ErrorCode,
  bookingId: string,
): Promise<void> {
  const again = await walk.refused(booking, bookingRequest(walk, quoted), code);
  walk.check('Idempotency-Replayed', 'true', walk.header('idempotency-replayed'));
  walk.check('bookingId of the repeated request', bookingId, again.bookingId);
}

async function foundLater(walk: Walk): Promise<void> {
  const made = await bookOpen(walk, await findQuote(walk), UNKNOWN);
  await cancelFree(walk, await settledAs(walk, made, 60, 'CONFIRMED'));
}
