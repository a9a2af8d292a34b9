import type { RequestOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import { walkPages } from '../client/pages.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type {
  AvailabilityRequest,
  AvailabilityAnswer as EitherAvailability,
  OfferSummary,
  PrebookingAnswer,
  PrebookingRequest,
  SearchedOffer,
} from '../generated/types.ts';

type WithOffers<Offer> = Omit<EitherAvailability, 'hotels'> & {
  hotels: (Omit<EitherAvailability['hotels'][number], 'offers'> & {
    /** Cheapest first. */
    offers: Offer[];
  })[];
};

/** The result of a search with complete offers. */
export type AvailabilityAnswer = WithOffers<SearchedOffer>;
/** The result of a search with `offerDetail: 'SUMMARY'`. */
export type AvailabilitySummary = WithOffers<OfferSummary>;

type SummaryRequest = AvailabilityRequest & { offerDetail: 'SUMMARY' };

export class Hotels {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Searches for available hotels. If `complete` is false, a provider failed, was too slow or could not be called, and
   * further offers may exist. With `offerDetail: 'SUMMARY'`, offers contain only what a list of hotels shows.
   */
  availability(request: SummaryRequest, options?: RequestOptions): PendingCall<AvailabilitySummary>;
  availability(request: AvailabilityRequest, options?: RequestOptions): PendingCall<AvailabilityAnswer>;
  availability(
    request: AvailabilityRequest,
    options?: RequestOptions,
  ): PendingCall<AvailabilityAnswer> | PendingCall<AvailabilitySummary> {
    return this.#search(request, options);
  }

  /** Iterates over all pages of one search. Each page is requested when it is reached. */
  availabilityPages(request: SummaryRequest, options?: RequestOptions): AsyncIterable<AvailabilitySummary>;
  availabilityPages(
    request: AvailabilityRequest,
    options?: RequestOptions,
  ): AsyncIterable<AvailabilityAnswer>;
  availabilityPages(
    request: AvailabilityRequest,
    options?: RequestOptions,
  ): AsyncIterable<AvailabilityAnswer> | AsyncIterable<AvailabilitySummary> {
    const { page, ...search } = request;
    return walkPages(cursor => this.#search({ ...search, page: { ...page, cursor } }, options), page?.cursor);
  }

  /**
   * Confirms price and terms with the provider and stores them as a quote. If `status` is not AVAILABLE, show
   * `changes` to the traveller. Passing `termsHash` to `bookings.create` confirms that they were accepted.
   */
  prebooking(request: PrebookingRequest, options?: RequestOptions): PendingCall<PrebookingAnswer> {
    return this.#connection.call('prebooking', request, options);
  }

  #search(request: AvailabilityRequest, options?: RequestOptions): PendingCall<AvailabilityAnswer> {
    return this.#connection.call('availability', request, options) as PendingCall<AvailabilityAnswer>;
  }
}
