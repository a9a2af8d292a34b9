import type { RequestOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type {
  PlacesSearchAnswer,
  PlacesSearchDestinationAnswer,
  PlacesSearchDestinationRequest,
  PlacesSearchRequest,
} from '../generated/types.ts';

export class Places {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns a ranked list of places for a search field. */
  search(request: PlacesSearchRequest, options?: RequestOptions): PendingCall<PlacesSearchAnswer> {
    return this.#connection.call('places-search', request, options);
  }

  /** Returns the same places with their surroundings: airports, zones and number of hotels. */
  searchDestination(
    request: PlacesSearchDestinationRequest,
    options?: RequestOptions,
  ): PendingCall<PlacesSearchDestinationAnswer> {
    return this.#connection.call('places-search-destination', request, options);
  }
}
