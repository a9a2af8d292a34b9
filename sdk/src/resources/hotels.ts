/** Searching and quoting. */
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

  /** Searches hotels with rooms for sale. `complete: false`: a provider failed, and there may be more. */
  availability(request: AvailabilityRequest, options?: RequestOptions): PendingCall<AvailabilityAnswer> {
    return this.#connection.call('availability', request, options);
  }

  /** All pages of one search, each asked for when it is reached. */
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
   * Asks the provider again and freezes price and terms. Where `status` is not AVAILABLE, show `changes` to the
   * traveller; booking then takes `termsHash` as the sign that they were accepted.
   */
  prebooking(request: PrebookingRequest, options?: RequestOptions): PendingCall<PrebookingAnswer> {
    return this.#connection.call('prebooking', request, options);
  }
}
