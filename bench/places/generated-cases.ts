/** Generates test cases, queries and names from the places. The same places always yield the same cases. */

import type {
  IndexedName,
  IndexedPlace,
} from '../../server/src/content/places/search-index/indexed-place.ts';
import { normalise } from '../../server/src/platform/text/normalise.ts';
import type { PlaceCase } from './place-data.ts';

/** Takes every twelfth of the 6,000 cities with the highest weight, so that both well-known and lesser-known cities are included. */
const CITIES = 6_000;
const EVERY = 12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function generatedCases(places: readonly IndexedPlace[], names: readonly IndexedName[]): PlaceCase[] {
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
    places: [place],
  };
}

function weightOf(places: readonly IndexedPlace[], i: number): number {
  return (places[i] as IndexedPlace).weight;
}

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'zo'];

/**
 * Adds variations of names with changed letters. The variations are about as long as the name, use common letters and
 * are almost all distinct.
 */
export function* withVariations(names: Iterable<IndexedName>, times: number): Generator<IndexedName> {
  for (const name of names) {
    yield name;
    if (name.class === 4) continue;
    for (let i = 1; i < times; i++) yield { ...name, class: 3, name: variation(name.name, i) };
  }
}

function variation(text: string, number: number): string {
  let hash = number * 0x9e3779b1;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  const at = 1 + ((hash >>> 8) % Math.max(1, text.length));
  const [first, second] = [(hash >>> 3) % SYLLABLES.length, (hash >>> 17) % SYLLABLES.length];
  return `${text.slice(0, at)}${SYLLABLES[first]}${SYLLABLES[second]}${text.slice(at + 3)}`;
}

const REPEATED = ['a', 'an', 'er', 'san ', 'de la ', 'al ', 'x', 'ь', '東', 'ン', 'ة', '서', '🏝'];

/**
 * Queries that cause the most work: broad queries, queries with only common words, and queries without a match.
 */
export function worstQueries(): { query: string }[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  const clipped = (text: string) => [...text].slice(0, 100).join('');
  return [
    ...letters,
    ...letters.flatMap(a => letters.slice(0, 26).map(b => a + b)),
    ...REPEATED.flatMap(part => [3, 7, 12, 100].map(times => clipped(part.repeat(times)))),
    'de la san el',
    'zhen xiang cun shi',
    'airport international airport',
    'saint santa san la le de del el al',
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    'new yrok unted staets of amercia',
    'the quick brown fox jumps over the lazy dog and then runs on through the forest until it is night',
    'xqzvwkjp',
    'qqqqqq wwwwww eeeeee rrrrrr tttttt',
    'мосвка росия',
    'لقاهرة مصر',
    'ลอนดอนน',
    'तोक्यो जापान',
    '\u202Eתל אביב ישראל',
    '東京都千代田区大阪府',
    'ニューヨーク アメリカ',
    "!!! ??? ... ''' ###",
  ].map(query => ({ query }));
}
