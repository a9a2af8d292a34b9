/**
 * A second-chance cache of search results. Many users type the same first letters, so the same queries repeat. A new
 * index starts with an empty cache.
 */
import { MATCH_KINDS, type MatchKind } from '@serai/contract/content/place-item.ts';
import type { PlacesSearchRequest } from '@serai/contract/content/places-search.ts';
import { type Entry, SecondChanceCache } from '../../../platform/cache/second-chance-cache.ts';
import type { PlaceIndex } from '../search-index/place-index.ts';
import type { PlaceHit } from '../search-index/place-query.ts';

/** An entry takes about 400 bytes, including its key. */
const MAX_ENTRIES = 60_000;

interface CachedSearch extends Entry {
  hits: string;
}

export class SearchCache {
  #index: PlaceIndex | undefined;
  #cache = new SecondChanceCache<CachedSearch>(MAX_ENTRIES);

  /** Searches near a point are not cached, because hardly any other user has the same location. */
  hits(
    index: PlaceIndex,
    hidden: number,
    request: PlacesSearchRequest,
    search: () => PlaceHit[],
  ): PlaceHit[] {
    if (request.near !== undefined) return search();
    if (index !== this.#index) {
      this.#index = index;
      this.#cache = new SecondChanceCache(MAX_ENTRIES);
    }
    const { query, limit, language, types, countryCodes } = request;
    const key = `${hidden}\n${limit}\n${language}\n${types}\n${countryCodes}\n${query}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return unpackHits(cached.hits);
    const hits = search();
    this.#cache.set(key, { hits: packHits(hits), used: false });
    return hits;
  }
}

/** Responses contain scores with four decimals. */
const SCORES = 10_000;

/**
 * Packs hits into a string of about 160 bytes. The response would take 2,000. Each hit has two units for the place, two
 * for the alias, one for the kind and the number of ranges, one for the score, and two per range.
 */
export function packHits(hits: readonly PlaceHit[]): string {
  const units: number[] = [];
  for (const { place, alias, kind, score, ranges } of hits) {
    units.push(place & 0xffff, place >>> 16, (alias + 1) & 0xffff, (alias + 1) >>> 16);
    units.push(MATCH_KINDS.indexOf(kind) | (ranges.length << 4), Math.round(score * SCORES));
    for (const { start, end } of ranges) units.push(start, end);
  }
  return String.fromCharCode(...units);
}

/** Returns the same hits, with rounded scores. */
export function unpackHits(packed: string): PlaceHit[] {
  const hits: PlaceHit[] = [];
  for (let at = 0; at < packed.length; ) {
    const unit = (i: number) => packed.charCodeAt(at + i);
    const hit: PlaceHit = {
      place: unit(0) | (unit(1) << 16),
      kind: MATCH_KINDS[unit(4) & 0xf] as MatchKind,
      alias: (unit(2) | (unit(3) << 16)) - 1,
      ranges: [],
      score: unit(5) / SCORES,
    };
    const end = at + 6 + 2 * (unit(4) >> 4);
    for (at += 6; at < end; at += 2) {
      hit.ranges.push({ start: packed.charCodeAt(at), end: packed.charCodeAt(at + 1) });
    }
    hits.push(hit);
  }
  return hits;
}
