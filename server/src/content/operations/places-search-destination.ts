import {
  DEFAULT_PLACES,
  placesSearchDestination as operation,
} from '@serai/contract/content/places-search.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import type { LivePlaces } from '../places/live/live-places.ts';
import { destinationItemJson } from '../places/search-index/place-json.ts';

/** Served from the in-memory place index, without the database. */
export function placesSearchDestination(places: LivePlaces): Handler {
  return handle(operation, ({ environment }, input) => {
    const { index, hidden, hotelCount } = places.with(environment);
    const hits = index.search({ ...input, hidden, limit: input.limit ?? DEFAULT_PLACES });
    const items = hits.map(hit => destinationItemJson(index, hit, input.language, hotelCount));
    return { json: `{"destinations":[${items.join(',')}]}` };
  });
}
