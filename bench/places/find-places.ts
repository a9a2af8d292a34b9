import type { PlaceIndex } from '../../server/src/content/places/search-index/place-index.ts';
import type { PlaceHit } from '../../server/src/content/places/search-index/place-query.ts';
import type { FoundPlace } from './judge.ts';
import type { PlaceCase } from './place-data.ts';

export function findPlaces(index: PlaceIndex, { query, language }: PlaceCase): FoundPlace[] {
  return index.search({ query, language, limit: 10 }).map(hit => foundPlace(index, hit));
}

export function foundPlace(index: PlaceIndex, { place, alias }: PlaceHit): FoundPlace {
  return {
    placeId: index.placeId(place),
    type: index.type(place),
    names: [index.name(place).text, ...(alias >= 0 ? [index.nameText(alias)] : [])],
    countryCode: index.countryCode(place),
    ...index.location(place),
  };
}
