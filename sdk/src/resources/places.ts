import type { ConditionalOptions, RequestOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import type { NotModified, PendingCall } from '../client/pending-call.ts';
import type {
  DestinationSearchRequest,
  DestinationSearchResponse,
  PlaceSearchRequest,
  PlaceSearchResponse,
} from '../generated/types.ts';

export class Places {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns a ranked list of places for a search field. */
  search(
    request: PlaceSearchRequest,
    options: ConditionalOptions,
  ): PendingCall<PlaceSearchResponse | NotModified>;
  search(request: PlaceSearchRequest, options?: RequestOptions): PendingCall<PlaceSearchResponse>;
  search(request: PlaceSearchRequest, options?: RequestOptions): PendingCall<PlaceSearchResponse> {
    return this.#connection.call('places-search', request, options);
  }

  /** Returns the same places with their surroundings: airports, zones and number of hotels. */
  searchDestination(
    request: DestinationSearchRequest,
    options: ConditionalOptions,
  ): PendingCall<DestinationSearchResponse | NotModified>;
  searchDestination(
    request: DestinationSearchRequest,
    options?: RequestOptions,
  ): PendingCall<DestinationSearchResponse>;
  searchDestination(
    request: DestinationSearchRequest,
    options?: RequestOptions,
  ): PendingCall<DestinationSearchResponse> {
    return this.#connection.call('places-search-destination', request, options);
  }
}
