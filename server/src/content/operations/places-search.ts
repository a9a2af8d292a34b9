/** Searches for places and destinations in the in-memory place index, without the database. */
import * as operations from '@serai/contract/content/places-search.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import type { LivePlaces } from '../places/live/live-places.ts';
import { SearchCache } from '../places/live/search-cache.ts';
import { destinationItemJson, placeItemsJson } from '../places/search-index/place-json.ts';

const { DEFAULT_PLACES } = operations;

export function placesSearch(places: LivePlaces): Handler {
  const cache = new SearchCache();
  return handle(operations.placesSearch, ({ environment }, input) => {
    const { index, hidden } = places.with(environment);
    const hits = cache.hits(index, hidden, input, () =>
      index.search({ ...input, hidden, limit: input.limit ?? DEFAULT_PLACES }),
    );
    return { json: `{"places":[${placeItemsJson(index, hits, input.language)}]}` };
  });
}

export function placesSearchDestination(places: LivePlaces): Handler {
  return handle(operations.placesSearchDestination, ({ environment }, input) => {
    const { index, hidden, hotelCount } = places.with(environment);
    const hits = index.search({ ...input, hidden, limit: input.limit ?? DEFAULT_PLACES });
    const items = hits.map(hit => destinationItemJson(index, hit, input.language, hotelCount));
    return { json: `{"destinations":[${items.join(',')}]}` };
  });
}
