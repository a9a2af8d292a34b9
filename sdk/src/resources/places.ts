/** Finding places by what people type. */
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

  /** A ranked list for a search box. */
  search(request: PlacesSearchRequest, options?: RequestOptions): PendingCall<PlacesSearchAnswer> {
    return this.#connection.call('places-search', request, options);
  }

  /** The same with what lies around each place: airports, zones, hotels in number. */
  searchDestination(
    request: PlacesSearchDestinationRequest,
    options?: RequestOptions,
  ): PendingCall<PlacesSearchDestinationAnswer> {
    return this.#connection.call('places-search-destination', request, options);
  }
}
