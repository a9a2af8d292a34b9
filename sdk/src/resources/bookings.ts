/** Booking, reading and cancelling. No method accepts another price or other terms than those it was given. */
import type { RequestOptions, WriteOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import { type Each, eachItem, walkPages } from '../client/pages.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type {
  BookingAnswer,
  BookingdetailAnswer,
  BookingdetailRequest,
  BookinglistAnswer,
  BookinglistRequest,
  BookingRequest,
  BookingSummary,
  CancelAnswer,
  CancelRequest,
} from '../generated/types.ts';
import { type WaitOptions, waitUntilSettled } from './wait-until-settled.ts';

/** A booking by the id of the service, or by your own reference. */
export type BookingRef =
  | { bookingId: string; clientReference?: undefined }
  | { clientReference: string; bookingId?: undefined };

export type GetBookingRequest = BookingRef & Omit<BookingdetailRequest, keyof BookingRef>;

/** What may be said beside which booking is meant. */
export type CancelTerms = Omit<CancelRequest, keyof BookingRef | 'mode'>;

/** What a cancellation would cost. */
export type CancellationQuote = CancelAnswer & Required<Pick<CancelAnswer, 'validUntil' | 'nextPenalty'>>;

type Filters = NonNullable<BookinglistRequest['filters']>;

export interface EachBookingOptions extends RequestOptions, Pick<BookinglistRequest, 'sort' | 'settings'> {
  /** Bookings a request. */
  limit?: number | undefined;
}

export interface ChangesRequest extends Pick<BookinglistRequest, 'filters' | 'settings'> {
  /** As the last page before gave it; from the beginning when absent. */
  cursor?: string | undefined;
  /** Bookings a page. */
  limit?: number | undefined;
}

/** One page of the change feed. */
export interface BookingChanges extends BookinglistAnswer {
  /** Keep it when the page is worked off, and begin with it the next time. */
  cursor: string;
}

export class Bookings {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Books a quote. 202 is a result: `booking.status` is then PENDING or ON_REQUEST, and `waitUntilSettled` tells the end.
   * Whatever is thrown, the same request with the same `clientReference` never books twice. Sending the request of a
   * rejected booking again throws the same ConflictError, with `replayed: true`.
   */
  create(request: BookingRequest, options?: WriteOptions): PendingCall<BookingAnswer> {
    return this.#connection.call('booking', request, { ...options, writes: true });
  }

  /** A booking as it is now, with its history when asked for. Reads every change at once. */
  get(request: GetBookingRequest, options?: RequestOptions): PendingCall<BookingdetailAnswer> {
    return this.#connection.call('bookingdetail', request, options);
  }

  /** One page, newest first unless sorted otherwise. */
  list(request: BookinglistRequest = {}, options?: RequestOptions): PendingCall<BookinglistAnswer> {
    return this.#connection.call('bookinglist', request, options);
  }

  /** All bookings that the filters let through. */
  each(filters: Filters = {}, options: EachBookingOptions = {}): Each<BookingSummary, BookinglistAnswer> {
    const { sort, settings, limit, ...rest } = options;
    const pages = () =>
      walkPages(cursor => this.list({ filters, sort, settings, page: { limit, cursor } }, rest));
    return eachItem(pages, ({ bookings }) => bookings);
  }

  /**
   * The pages of what changed since the cursor, complete and in order of change; ends when there is no more now.
   * A booking that changes between two pages comes again.
   */
  async *changes(
    request: ChangesRequest = {},
    options?: RequestOptions,
  ): AsyncGenerator<BookingChanges, void, undefined> {
    const { cursor: from, limit, ...filtered } = request;
    const sort = { by: 'UPDATED', direction: 'ASC' } as const;
    const ask = (cursor: string | undefined) =>
      this.list({ ...filtered, sort, page: { limit, cursor } }, options);
    for await (const answer of walkPages(ask, from)) {
      const { nextCursor: cursor } = answer.page;
      if (answer.bookings.length > 0 && cursor !== null) yield { ...answer, cursor };
    }
  }

  /** What a cancellation would cost now; cancels nothing. */
  quoteCancellation(ref: BookingRef, options?: RequestOptions): PendingCall<CancellationQuote> {
    return this.#connection.call(
      'cancel',
      { ...ref, mode: 'QUOTE' },
      options,
    ) as PendingCall<CancellationQuote>;
  }

  /**
   * Cancels. Without `maxPenalty` only where it is free of charge; a higher penalty throws
   * CANCELLATION_PENALTY_CHANGED and cancels nothing.
   */
  cancel(ref: BookingRef, terms: CancelTerms = {}, options?: WriteOptions): PendingCall<CancelAnswer> {
    return this.#connection.call(
      'cancel',
      { ...terms, ...ref, mode: 'COMMIT' },
      { ...options, writes: true },
    );
  }

  /**
   * Reads the booking until its outcome is known: neither PENDING, ON_REQUEST nor CANCEL_PENDING. Throws a TimeoutError
   * when `timeout` has passed.
   */
  waitUntilSettled(ref: BookingRef, options: WaitOptions = {}): Promise<BookingdetailAnswer> {
    const { maxRetryAfter } = this.#connection;
    return waitUntilSettled(signal => this.get(ref, { signal }), { maxRetryAfter, ...options });
  }
}
