/**
 * Builds the items of place and destination searches as JSON. They are assembled as text for speed. Tests check them
 * against the contract.
 */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { NearbyAirport, PlaceIndex } from './place-index.ts';
import type { PlaceHit } from './place-query.ts';

/**
 * The cache of the parts that do not depend on the query is emptied when it is full. Users search for few distinct
 * places.
 */
const MAX_CACHED = 50_000;
const MAX_LANGUAGES = 1_000;
const caches = new WeakMap<PlaceIndex, ItemCache>();

interface ItemCache {
  /** The key is the language's offset plus the ordinal of the place. */
  parts: Map<number, string>;
  /** The names of regions and countries, which most display names contain. The keys are the same. */
  namesAbove: Map<number, string>;
  starts: Map<string, number>;
}

const MAX_SUB_AREAS = 20;

/** The type of sub-areas for each type of place. All members of a zone are sub-areas. */
const PART_TYPES: Partial<Record<PlaceType, PlaceType>> = {
  COUNTRY: 'REGION',
  REGION: 'CITY',
  CITY: 'DISTRICT',
};

/** Appending to a string takes about 10 % less time than `join`. */
export function placeItemsJson(index: PlaceIndex, hits: readonly PlaceHit[], language?: string): string {
  let json = '';
  for (const hit of hits) json += `${json === '' ? '' : ','}${openPlaceItemJson(index, hit, language)}}`;
  return json;
}

/** The closing brace is missing, so that fields can be added. */
function openPlaceItemJson(index: PlaceIndex, hit: PlaceHit, language?: string): string {
  let ranges = '';
  for (const { start, end } of hit.ranges) {
    ranges += `${ranges === '' ? '' : ','}{"start":${start},"end":${end}}`;
  }
  const alias = hit.alias < 0 ? 'null' : JSON.stringify(index.nameText(hit.alias));
  const score = Math.round(hit.score * 10_000) / 10_000;
  return `${fixedPart(index, hit.place, language)},"match":{"kind":"${hit.kind}","alias":${alias},"ranges":[${ranges}]},"score":${score}`;
}

function fixedPart(index: PlaceIndex, place: number, language?: string): string {
  const cache = cacheOf(index);
  let start = cache.starts.get(language ?? '');
  if (start === undefined) {
    start = cache.starts.size * index.placeCount;
    cache.starts.set(language ?? '', start);
  }
  let part = cache.parts.get(start + place);
  if (part === undefined) {
    part = makeFixedPart(index, place, { language, start, namesAbove: cache.namesAbove });
    cache.parts.set(start + place, part);
  }
  return part;
}

function cacheOf(index: PlaceIndex): ItemCache {
  let cache = caches.get(index);
  if (cache === undefined || isFull(cache)) {
    cache = { parts: new Map(), namesAbove: new Map(), starts: new Map() };
    caches.set(index, cache);
  }
  return cache;
}

function isFull({ parts, namesAbove, starts }: ItemCache): boolean {
  return parts.size >= MAX_CACHED || namesAbove.size >= MAX_CACHED || starts.size >= MAX_LANGUAGES;
}

function makeFixedPart(index: PlaceIndex, place: number, names: NamesAbove): string {
  const { text, language } = index.name(place, names.language);
  const item = {
    placeId: index.placeId(place),
    type: index.type(place),
    name: text,
    language,
    displayName: index.displayName(place, other => (other === place ? text : nameAbove(index, other, names))),
    countryCode: index.countryCode(place),
    location: index.location(place),
    iataCode: index.iataCode(place),
  };
  return JSON.stringify(item).slice(0, -1);
}

interface NamesAbove extends Pick<ItemCache, 'namesAbove'> {
  language: string | undefined;
  /** The language's offset. */
  start: number;
}

function nameAbove(index: PlaceIndex, place: number, { language, start, namesAbove }: NamesAbove): string {
  let name = namesAbove.get(start + place);
  if (name === undefined) {
    name = index.name(place, language).text;
    namesAbove.set(start + place, name);
  }
  return name;
}

export function destinationItemJson(
  index: PlaceIndex,
  hit: PlaceHit,
  language: string | undefined,
  hotelCount: (place: number) => number,
): string {
  const { place } = hit;
  const reference = (other: number) => ({
    placeId: index.placeId(other),
    type: index.type(other),
    name: index.name(other, language).text,
  });
  const counted = (other: number) => ({ ...reference(other), hotelCount: hotelCount(other) });
  const ancestors = index.ancestors(place);
  const region = ancestors.findLast(above => index.type(above) === 'REGION');
  const airports = airportsOf(index, place, language);
  const surroundings = {
    ancestors: ancestors.map(reference),
    parentRegion: region === undefined ? null : reference(region),
    subAreas: subAreas(index, place, hotelCount).map(counted),
    nearestAirport: airports[0] ?? null,
    airports: airports.toSorted((a, b) => a.distanceKm - b.distanceKm),
    tourismZones: Array.from(index.zones(place), counted),
    hotelCount: hotelCount(place),
    boundingBox: index.boundingBox(place),
  };
  return `${openPlaceItemJson(index, hit, language)},${JSON.stringify(surroundings).slice(1)}`;
}

/** Sorts sub-areas by descending number of hotels, then by weight, which is the order of the children. */
function subAreas(index: PlaceIndex, place: number, hotelCount: (place: number) => number): number[] {
  const type = index.type(place);
  const wanted = PART_TYPES[type];
  if (wanted === undefined && type !== 'ZONE') return [];
  const withHotels: { part: number; hotels: number }[] = [];
  const without: number[] = [];
  for (const part of index.children(place)) {
    if (wanted !== undefined && index.type(part) !== wanted) continue;
    const hotels = hotelCount(part);
    if (hotels > 0) withHotels.push({ part, hotels });
    else if (without.length < MAX_SUB_AREAS) without.push(part);
  }
  const ordered = withHotels.sort((a, b) => b.hotels - a.hotels || a.part - b.part).map(({ part }) => part);
  return [...ordered, ...without].slice(0, MAX_SUB_AREAS);
}

/** The airport that travellers usually mean comes first. */
function airportsOf(index: PlaceIndex, place: number, language: string | undefined) {
  return index.airports(place).flatMap(({ airport, distanceMetres }: NearbyAirport) => {
    const iataCode = index.iataCode(airport);
    if (iataCode === null) return [];
    const distanceKm = Math.round(distanceMetres / 100) / 10;
    return [
      { placeId: index.placeId(airport), iataCode, name: index.name(airport, language).text, distanceKm },
    ];
  });
}
