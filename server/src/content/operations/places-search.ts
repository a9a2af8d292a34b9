import { DEFAULT_PLACES, placesSearch as operation } from '@serai/contract/content/places-search.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import type { LivePlaces } from '../places/live/live-places.ts';
import { SearchCache } from '../places/live/search-cache.ts';
import { placeItemJson } from '../places/search-index/place-json.ts';

/** Served from the in-memory place index, without the database. */
export function placesSearch(places: LivePlaces): Handler {
  const cache = new SearchCache();
  return handle(operation, ({ environment }, input) => {
    const { index, hidden } = places.with(environment);
    const hits = cache.hits(index, hidden, input, () =>
      index.search({ ...input, hidden, limit: input.limit ?? DEFAULT_PLACES }),
    );
    const json = `{"places":[${hits.map(hit => placeItemJson(index, hit, input.language)).join(',')}]}`;
    return { json };
  });
}
