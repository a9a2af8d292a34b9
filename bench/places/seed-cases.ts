/** Cases made from the places themselves, always the same ones. */

import { normalise } from '../../server/src/content/places/normalise.ts';
import type {
  IndexedName,
  IndexedPlace,
} from '../../server/src/content/places/search-index/indexed-place.ts';
import type { PlaceCase } from './place-data.ts';

/** Of the cities by weight every so many is taken, so that there are large and middling ones. */
const CITIES = 6_000;
const EVERY = 12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function seedCases(places: readonly IndexedPlace[], names: readonly IndexedName[]): PlaceCase[] {
  const cases: PlaceCase[] = [];
  const ordinals = places.map((_, i) => i).sort((a, b) => weightOf(places, b) - weightOf(places, a));
  const cities = ordinals.filter(i => places[i]?.type === 'CITY').slice(0, CITIES);
  const namesOf = Map.groupBy(names, ({ place }) => place);
  for (const [rank, i] of cities.entries()) {
    if (rank % EVERY !== 0) continue;
    const place = places[i] as IndexedPlace;
    for (const [kind, query] of Object.entries(queriesOf(places, place, namesOf.get(i) ?? [], rank))) {
      if (query !== undefined) cases.push(caseOf(place, kind, query));
    }
  }
  const airports = ordinals.filter(i => places[i]?.type === 'AIRPORT');
  for (const [rank, i] of airports.entries()) {
    const place = places[i] as IndexedPlace;
    if (rank % EVERY === 0 && place.iataCode) cases.push(caseOf(place, 'iata', place.iataCode));
  }
  return cases;
}

function queriesOf(
  places: readonly IndexedPlace[],
  place: IndexedPlace,
  names: readonly IndexedName[],
  seed: number,
): Record<string, string | undefined> {
  const name = normalise(place.name);
  const words = name.split(' ');
  const isLong = name.length >= 5 && /^[a-z ]+$/.test(name);
  const at = 1 + (seed % Math.max(1, name.length - 2));
  const other = LETTERS[(seed * 7 + 3) % 26] as string;
  const alias = names.filter(({ class: nameClass }) => nameClass >= 1 && nameClass <= 3)[seed % 5]?.name;
  const country = places.find(
    ({ type, countryCode }) => type === 'COUNTRY' && countryCode === place.countryCode,
  );
  return {
    exact: place.name,
    prefix3: name.length > 3 ? name.slice(0, 3) : undefined,
    prefix4: name.length > 4 ? name.slice(0, 4) : undefined,
    prefix5: name.length > 5 ? name.slice(0, 5) : undefined,
    typo_del: isLong ? name.slice(0, at) + name.slice(at + 1) : undefined,
    typo_ins: isLong ? name.slice(0, at) + other + name.slice(at) : undefined,
    typo_sub: isLong ? name.slice(0, at) + other + name.slice(at + 1) : undefined,
    typo_tra: isLong
      ? name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2)
      : undefined,
    typo_first: isLong ? other + name.slice(1) : undefined,
    alias: alias && normalise(alias).length > 3 ? alias : undefined,
    city_country: country && `${place.name}, ${country.name}`,
    reorder: words.length === 2 ? `${words[1]} ${words[0]}` : undefined,
  };
}

function caseOf(place: IndexedPlace, kind: string, query: string): PlaceCase {
  const { placeId, name, countryCode: country, latitude, longitude } = place;
  return {
    query,
    language: undefined,
    set: 'generated',
    kind,
    name,
    country,
    latitude,
    longitude,
    ids: [placeId],
  };
}

function weightOf(places: readonly IndexedPlace[], i: number): number {
  return (places[i] as IndexedPlace).weight;
}
