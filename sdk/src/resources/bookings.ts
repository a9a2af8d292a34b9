/**
 * Creating, reading and cancelling bookings. No method accepts another price or other terms on the caller's
 * behalf.
 */
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
  VoucherAnswer,
  VoucherRequest,
} from '../generated/types.ts';
import { type WaitOptions, waitUntilSettled } from './wait-until-settled.ts';

/** Identifies a booking by its id or by your client reference. */
export type BookingRef =
  | { bookingId: string; clientReference?: undefined }
  | { clientReference: string; bookingId?: undefined };

export type GetBookingRequest = BookingRef & Omit<BookingdetailRequest, keyof BookingRef>;

/** The request fields of `cancel`, apart from the booking itself. */
export type CancelTerms = Omit<CancelRequest, keyof BookingRef | 'mode'>;

/** The cost of a cancellation. */
export type CancellationQuote = CancelAnswer & Required<Pick<CancelAnswer, 'validUntil' | 'nextPenalty'>>;

type Filters = NonNullable<BookinglistRequest['filters']>;

export interface EachBookingOptions extends RequestOptions, Pick<BookinglistRequest, 'sort' | 'settings'> {
  /** Bookings per request. */
  limit?: number | undefined;
}

export interface ChangesRequest extends Pick<BookinglistRequest, 'filters' | 'settings'> {
  /** The `cursor` of the last page you processed. If omitted, the feed starts at the beginning. */
  cursor?: string | undefined;
  /** Bookings per page. */
  limit?: number | undefined;
}

/** One page of the change feed. */
export interface BookingChanges extends BookinglistAnswer {
  /** Store this cursor after processing the page, and continue with it later. */
  cursor: string;
}

export class Bookings {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Books a quote. A response with status 202 is not an error: `booking.status` is then PENDING or
   * ON_REQUEST, and `waitUntilSettled` waits for the outcome. After any error, retrying the request with the
   * same `clientReference` never books twice. Retrying the request of a rejected booking throws the same
   * ConflictError with `replayed: true`.
   */
  create(request: BookingRequest, options?: WriteOptions): PendingCall<BookingAnswer> {
    return this.#connection.call('booking', request, { ...options, writes: true });
  }

  /**
   * Returns the current state of a booking, and its history if requested. Changes are visible immediately.
   */
  get(request: GetBookingRequest, options?: RequestOptions): PendingCall<BookingdetailAnswer> {
    return this.#connection.call('bookingdetail', request, options);
  }

  /**
   * Returns the voucher of a confirmed or completed booking, as data and as a printable page without scripts or
   * external resources. A booking in another state throws a ConflictError.
   */
  voucher(
    ref: BookingRef,
    choice: Pick<VoucherRequest, 'language'> = {},
    options?: RequestOptions,
  ): PendingCall<VoucherAnswer> {
    return this.#connection.call('voucher', { ...choice, ...ref }, options);
  }

  /** Returns one page of bookings, newest first by default. */
  list(request: BookinglistRequest = {}, options?: RequestOptions): PendingCall<BookinglistAnswer> {
    return this.#connection.call('bookinglist', request, options);
  }

  /** Iterates over all bookings that match the filters. */
  each(filters: Filters = {}, options: EachBookingOptions = {}): Each<BookingSummary, BookinglistAnswer> {
    const { sort, settings, limit, ...rest } = options;
    const pages = () =>
      walkPages(cursor => this.list({ filters, sort, settings, page: { limit, cursor } }, rest));
    return eachItem(pages, ({ bookings }) => bookings);
  }

  /**
   * Iterates over the pages of changes since the cursor, complete and in the order of the changes. Ends when
   * there are no further changes. A booking that changes between two pages is returned again.
   */
  async *changes(
    request: ChangesRequest = {},
    options?: RequestOptions,
  ): AsyncGenerator<BookingChanges, void, undefined> {
    const { cursor: from, limit, ...filtered } = request;
    const sort = { by: 'UPDATED', direction: 'ASC' } as const;
    const fetchPage = (cursor: string | undefined) =>
      this.list({ ...filtered, sort, page: { limit, cursor } }, options);
    for await (const response of walkPages(fetchPage, from)) {
      const { nextCursor: cursor } = response.page;
      if (response.bookings.length > 0 && cursor !== null) yield { ...response, cursor };
    }
  }

  /** Returns the current cost of a cancellation without cancelling. */
  quoteCancellation(ref: BookingRef, options?: RequestOptions): PendingCall<CancellationQuote> {
    checkMode('QUOTE', 'cancel', [ref]);
    return this.#connection.call(
      'cancel',
      { ...ref, mode: 'QUOTE' },
      options,
    ) as PendingCall<CancellationQuote>;
  }

  /**
   * Cancels a booking. Without `maxPenalty`, only a free cancellation is carried out. If the penalty is higher than
   * allowed, the call throws a ConflictError with the code CANCELLATION_PENALTY_CHANGED, and the booking is not
   * cancelled.
   */
  cancel(ref: BookingRef, terms: CancelTerms = {}, options?: WriteOptions): PendingCall<CancelAnswer> {
    checkMode('COMMIT', 'quoteCancellation', [ref, terms]);
    return this.#connection.call(
      'cancel',
      { ...terms, ...ref, mode: 'COMMIT' },
      { ...options, writes: true },
    );
  }

  /**
   * Reads the booking until its state is no longer PENDING, ON_REQUEST or CANCEL_PENDING. Throws a
   * TimeoutError after `timeout`.
   */
  waitUntilSettled(ref: BookingRef, options: WaitOptions = {}): Promise<BookingdetailAnswer> {
    const { maxRetryAfter } = this.#connection;
    return waitUntilSettled(signal => this.get(ref, { signal }), { maxRetryAfter, ...options });
  }
}

/**
 * Programs without type checks may pass a mode. Replacing a different one would carry out something that the caller
 * did not ask for.
 */
function checkMode(mode: CancelRequest['mode'], other: string, given: object[]): void {
  const passed = given.map(each => ('mode' in each ? each.mode : undefined));
  if (passed.some(each => each !== undefined && each !== mode)) {
    throw new TypeError(`mode must be ${mode} or omitted. Use ${other} for another mode.`);
  }
}
