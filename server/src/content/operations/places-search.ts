import { DEFAULT_PLACES, placesSearch as operation } from '@serai/contract/content/places-search.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { KeptAnswers } from '../places/live/kept-answers.ts';
import type { LivePlaces } from '../places/live/live-places.ts';
import { placeItemJson } from '../places/search-index/place-item-json.ts';

/** Answers from memory, at once. */
export function placesSearch(places: LivePlaces): Handler {
  const kept = new KeptAnswers();
  return handle(operation, ({ environment }, input) => {
    const { index, hidden } = places.with(environment);
    const hits = kept.hits(index, hidden, input, () =>
      index.search({ ...input, hidden, limit: input.limit ?? DEFAULT_PLACES }),
    );
    const json = `{"places":[${hits.map(hit => placeItemJson(index, hit, input.language)).join(',')}]}`;
    return { json };
  });
}
