/** Availability search and quotes. */
import type { RequestOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import { walkPages } from '../client/pages.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type {
  AvailabilityAnswer,
  AvailabilityRequest,
  PrebookingAnswer,
  PrebookingRequest,
} from '../generated/types.ts';

export class Hotels {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Searches for available hotels. If `complete` is false, a provider failed, and further offers may exist. */
  availability(request: AvailabilityRequest, options?: RequestOptions): PendingCall<AvailabilityAnswer> {
    return this.#connection.call('availability', request, options);
  }

  /** Iterates over all pages of one search. Each page is requested when it is reached. */
  availabilityPages(
    request: AvailabilityRequest,
    options?: RequestOptions,
  ): AsyncIterable<AvailabilityAnswer> {
    const { page, ...search } = request;
    return walkPages(
      cursor => this.availability({ ...search, page: { ...page, cursor } }, options),
      page?.cursor,
    );
  }

  /**
   * Confirms price and terms with the provider and stores them as a quote. If `status` is not AVAILABLE, show
   * `changes` to the traveller. Passing `termsHash` to `bookings.create` confirms that they were accepted.
   */
  prebooking(request: PrebookingRequest, options?: RequestOptions): PendingCall<PrebookingAnswer> {
    return this.#connection.call('prebooking', request, options);
  }
}
