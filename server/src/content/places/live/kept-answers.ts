/**
 * Answers to searches that many people make: the first letters of a name are typed again and again. They are of one
 * index and go with it.
 */
import type { PlacesSearchRequest } from '@serai/contract/content/places-search.ts';
import { type Entry, SecondChanceCache } from '../../../platform/memory/second-chance-cache.ts';
import type { PlaceIndex } from '../search-index/place-index.ts';

/** Of some 2.5 kB each. */
const MAX_ANSWERS = 10_000;

interface Kept extends Entry {
  json: string;
}

export class KeptAnswers {
  #index: PlaceIndex | undefined;
  #answers = new SecondChanceCache<Kept>(MAX_ANSWERS);

  /** A search around a point is made by one person alone and not kept. */
  answer(index: PlaceIndex, hidden: number, asked: PlacesSearchRequest, search: () => string): string {
    if (asked.near !== undefined) return search();
    if (index !== this.#index) {
      this.#index = index;
      this.#answers = new SecondChanceCache(MAX_ANSWERS);
    }
    const { query, limit, language, types, countryCodes } = asked;
    const key = `${hidden}\n${limit}\n${language}\n${types}\n${countryCodes}\n${query}`;
    const kept = this.#answers.get(key);
    if (kept !== undefined) return kept.json;
    const json = search();
    this.#answers.set(key, { json, used: false });
    return json;
  }
}
