import type { RequestOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import { createList, type Each } from '../client/pages.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type {
  AvailabilityRequest,
  AvailabilityResponse as EitherAvailability,
  OfferSummary,
  Quote,
  QuoteRequest,
  SearchedOffer,
} from '../generated/types.ts';

type AvailableHotel<Offer> = Omit<EitherAvailability['hotels'][number], 'offers'> & {
  /** Cheapest first. */
  offers: Offer[];
};

type WithOffers<Offer> = Omit<EitherAvailability, 'hotels'> & { hotels: AvailableHotel<Offer>[] };

/** The result of a search with complete offers. */
export type AvailabilityResponse = WithOffers<SearchedOffer>;
/** The result of a search with `offerDetail: 'SUMMARY'`. */
export type AvailabilitySummary = WithOffers<OfferSummary>;
/** @deprecated Use `AvailabilityResponse`. */
export type AvailabilityAnswer = AvailabilityResponse;

type SummaryRequest = AvailabilityRequest & { offerDetail: 'SUMMARY' };

/** The search for available hotels. */
export interface AvailabilityList {
  /** Returns one page of hotels. */
  (request: SummaryRequest, options?: RequestOptions): PendingCall<AvailabilitySummary>;
  (request: AvailabilityRequest, options?: RequestOptions): PendingCall<AvailabilityResponse>;
  /** Iterates over all hotels of one search. Each page is requested when it is reached. */
  each(
    request: SummaryRequest,
    options?: RequestOptions,
  ): Each<AvailableHotel<OfferSummary>, AvailabilitySummary>;
  each(
    request: AvailabilityRequest,
    options?: RequestOptions,
  ): Each<AvailableHotel<SearchedOffer>, AvailabilityResponse>;
}

export class Hotels {
  /**
   * Searches for available hotels. If `complete` is false, a provider failed, was too slow or could not be called, and
   * further offers may exist. With `offerDetail: 'SUMMARY'`, offers contain only the fields that a hotel list needs.
   */
  readonly availability: AvailabilityList;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.availability = createList(
      (request: AvailabilityRequest, options) => connection.call('availability', request, options),
      ({ hotels }) => hotels,
    ) as AvailabilityList;
  }

  /**
   * Confirms price and terms with the provider and stores them as a quote. If `status` is not AVAILABLE, show
   * `changes` to the traveller. Passing `termsHash` to `bookings.create` confirms that they were accepted.
   */
  quote(request: QuoteRequest, options?: RequestOptions): PendingCall<Quote> {
    return this.#connection.call('prebooking', request, options);
  }

  /** @deprecated Use `quote`. */
  prebooking(request: QuoteRequest, options?: RequestOptions): PendingCall<Quote> {
    return this.quote(request, options);
  }

  /** @deprecated Use `availability.each(request).pages()`. */
  availabilityPages(request: SummaryRequest, options?: RequestOptions): AsyncIterable<AvailabilitySummary>;
  /** @deprecated Use `availability.each(request).pages()`. */
  availabilityPages(
    request: AvailabilityRequest,
    options?: RequestOptions,
  ): AsyncIterable<AvailabilityResponse>;
  availabilityPages(
    request: AvailabilityRequest,
    options?: RequestOptions,
  ): AsyncIterable<AvailabilityResponse> | AsyncIterable<AvailabilitySummary> {
    return this.availability.each(request, options).pages();
  }
}
