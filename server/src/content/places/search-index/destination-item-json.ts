/** One item of a destination search as JSON text: the place with its surroundings. */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { NearbyAirport, PlaceHit, PlaceIndex } from './place-index.ts';
import { openPlaceItemJson } from './place-item-json.ts';

const MAX_SUB_AREAS = 20;

/** What counts as a part of a place; of a zone every member does. */
const PART_TYPES: Partial<Record<PlaceType, PlaceType>> = {
  COUNTRY: 'REGION',
  REGION: 'CITY',
  CITY: 'DISTRICT',
};

/** `hotelCount` knows how many hotels a place has, by its ordinal. */
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

/** Most hotels first, then greatest weight, which is the order of children. */
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

/** The one a traveller means first. */
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
