/**
 * What was found by searches that many people make: the first letters of a name are typed again and again. It is of one
 * index and goes with it.
 */
import type { PlacesSearchRequest } from '@serai/contract/content/places-search.ts';
import { type Entry, SecondChanceCache } from '../../../platform/memory/second-chance-cache.ts';
import type { PlaceHit, PlaceIndex } from '../search-index/place-index.ts';
import { packHits, unpackHits } from './packed-hits.ts';

/** Of some 400 bytes each, with their questions. */
const MAX_ANSWERS = 60_000;

interface Kept extends Entry {
  hits: string;
}

export class KeptAnswers {
  #index: PlaceIndex | undefined;
  #answers = new SecondChanceCache<Kept>(MAX_ANSWERS);

  /** A search around a point is made by one person alone and not kept. */
  hits(index: PlaceIndex, hidden: number, asked: PlacesSearchRequest, search: () => PlaceHit[]): PlaceHit[] {
    if (asked.near !== undefined) return search();
    if (index !== this.#index) {
      this.#index = index;
      this.#answers = new SecondChanceCache(MAX_ANSWERS);
    }
    const { query, limit, language, types, countryCodes } = asked;
    const key = `${hidden}\n${limit}\n${language}\n${types}\n${countryCodes}\n${query}`;
    const kept = this.#answers.get(key);
    if (kept !== undefined) return unpackHits(kept.hits);
    const hits = search();
    this.#answers.set(key, { hits: packHits(hits), used: false });
    return hits;
  }
}
