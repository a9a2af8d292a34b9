/**
 * Creating, reading and cancelling bookings. No method accepts another price or other terms on the caller's
 * behalf.
 */
import type { RequestOptions, WriteOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import { createList, type Each, eachItem, type List } from '../client/pages.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type {
  BookingDetail,
  BookingDetailRequest,
  BookingList,
  BookingListRequest,
  BookingRequest,
  BookingResponse,
  BookingSummary,
  CancelRequest,
  CancelResponse,
  VoucherRequest,
  VoucherResponse,
} from '../generated/types.ts';
import { type WaitOptions, waitUntilSettled } from './wait-until-settled.ts';

/** Identifies a booking by its id or by your client reference. */
export type BookingRef =
  | { bookingId: string; clientReference?: undefined }
  | { clientReference: string; bookingId?: undefined };

export type GetBookingRequest = BookingRef & Omit<BookingDetailRequest, keyof BookingRef>;

/** The request fields of `cancel`, apart from the booking itself. */
export type CancelTerms = Omit<CancelRequest, keyof BookingRef | 'mode'>;

/** The cost of a cancellation. */
export type CancellationQuote = CancelResponse & Required<Pick<CancelResponse, 'validUntil' | 'nextPenalty'>>;

type Filters = NonNullable<BookingListRequest['filters']>;

export interface EachBookingOptions extends RequestOptions, Pick<BookingListRequest, 'sort' | 'settings'> {
  /** Bookings per request. */
  limit?: number | undefined;
}

export interface ChangesRequest extends Pick<BookingListRequest, 'filters' | 'settings'> {
  /** The `cursor` of the last page you processed. If omitted, the feed starts at the beginning. */
  cursor?: string | undefined;
  /** Bookings per page. */
  limit?: number | undefined;
}

/** One page of the change feed. */
export interface BookingChanges extends BookingList {
  /** Store this cursor after processing the page, and continue with it later. */
  cursor: string;
}

/** The changes of bookings, complete and in order. */
export interface ChangeFeed {
  /**
   * Iterates over the bookings that changed since the cursor. `.pages()` iterates over pages with their cursors. Ends
   * when there are no further changes. A booking that changes between two pages is returned again.
   */
  each(request?: ChangesRequest, options?: RequestOptions): Each<BookingSummary, BookingChanges>;
  /** @deprecated Use `changes.each(request).pages()`. */
  (request?: ChangesRequest, options?: RequestOptions): AsyncGenerator<BookingChanges, void, undefined>;
}

export class Bookings {
  /** Bookings, newest first by default. */
  readonly list: List<BookingListRequest, BookingSummary, BookingList>;
  /** The change feed. */
  readonly changes: ChangeFeed;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.list = createList(
      (request: BookingListRequest, options) => connection.call('bookinglist', request, options),
      ({ bookings }) => bookings,
    );
    this.changes = createChangeFeed(this.list);
  }

  /**
   * Books a quote. A response with status 202 is not an error: `booking.status` is then PENDING or
   * ON_REQUEST, and `waitUntilSettled` waits for the outcome. After any error, retrying the request with the
   * same `clientReference` never books twice. Retrying the request of a rejected booking throws the same
   * ConflictError with `replayed: true`.
   */
  create(request: BookingRequest, options?: WriteOptions): PendingCall<BookingResponse> {
    return this.#connection.call('booking', request, { ...options, writes: true });
  }

  /**
   * Returns the current state of a booking, and its history if requested. Changes are visible immediately.
   */
  get(request: GetBookingRequest, options?: RequestOptions): PendingCall<BookingDetail> {
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
  ): PendingCall<VoucherResponse> {
    return this.#connection.call('voucher', { ...choice, ...ref }, options);
  }

  /** @deprecated Use `list.each({ filters, sort, page: { limit } })`. */
  each(filters: Filters = {}, options: EachBookingOptions = {}): Each<BookingSummary, BookingList> {
    const { sort, settings, limit, ...rest } = options;
    return this.list.each({ filters, sort, settings, page: { limit } }, rest);
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
  cancel(ref: BookingRef, terms: CancelTerms = {}, options?: WriteOptions): PendingCall<CancelResponse> {
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
  waitUntilSettled(ref: BookingRef, options: WaitOptions = {}): Promise<BookingDetail> {
    const { maxRetryAfter } = this.#connection;
    return waitUntilSettled(signal => this.get(ref, { signal }), { maxRetryAfter, ...options });
  }
}

function createChangeFeed(list: Bookings['list']): ChangeFeed {
  async function* pages(request: ChangesRequest = {}, options?: RequestOptions) {
    const { cursor: from, limit, ...filtered } = request;
    const sort = { by: 'UPDATED', direction: 'ASC' } as const;
    const all = list.each({ ...filtered, sort, page: { limit, cursor: from } }, options);
    for await (const response of all.pages()) {
      const { nextCursor: cursor } = response.page;
      if (response.bookings.length > 0 && cursor !== null) yield { ...response, cursor };
    }
  }
  return Object.assign(pages, {
    each: (request?: ChangesRequest, options?: RequestOptions) =>
      eachItem(
        () => pages(request, options),
        ({ bookings }) => bookings,
      ),
  });
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
