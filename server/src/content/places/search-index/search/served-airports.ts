/**
 * Users who search only for airports often type the city: `barc` for the airport of Barcelona. Cities are therefore
 * searched too, and each matching city adds the airports whose codes it has.
 */
import { PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import { CODE_CLASS } from '../score.ts';
import type { Match } from './hits.ts';
import type { Searcher } from './searcher.ts';
import type { Selection } from './selection.ts';

const AIRPORT = PLACE_TYPES.indexOf('AIRPORT');
/** An airport that was found through its city scores slightly less than an airport found by its own name. */
const THROUGH_CITY = 0.95;
/** If a city has several airports, the airport that travellers usually mean and larger airports score higher. */
const NOT_FIRST = 0.97;
const MIN_SIZE_FACTOR = 0.8;

/** Merges both lists in descending order of score, then by rank. */
export function withServedAirports(
  searcher: Searcher,
  selection: Selection,
  { airports, cities, limit }: { airports: readonly Match[]; cities: readonly Match[]; limit: number },
): Match[] {
  const best = new Map(airports.map(match => [match.place, match]));
  for (const city of cities) {
    for (const airport of airportsServing(searcher, city.place)) {
      if (!selection.has(airport)) continue;
      const score = city.score * cityFactor(searcher, city.place, airport);
      if (score > (best.get(airport)?.score ?? 0)) best.set(airport, { ...city, place: airport, score });
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.place - b.place).slice(0, limit);
}

function cityFactor({ arrays }: Searcher, city: number, airport: number): number {
  const { airportStarts, airportPlaces, placeWeights } = arrays;
  const start = airportStarts[city] as number;
  const isFirst = start < (airportStarts[city + 1] as number) && airportPlaces[start] === airport;
  const sizeFactor = MIN_SIZE_FACTOR + (1 - MIN_SIZE_FACTOR) * (placeWeights[airport] as number);
  return THROUGH_CITY * sizeFactor * (isFirst ? 1 : NOT_FIRST);
}

/** Returns the airports whose own code is one of the city's codes. */
function airportsServing(searcher: Searcher, city: number): number[] {
  const { placeNameStarts, placeNames, nameClasses, nameKeys, keyNames, namePlaces, placeTypes } =
    searcher.arrays;
  const found: number[] = [];
  for (let at = placeNameStarts[city] as number; at < (placeNameStarts[city + 1] as number); at++) {
    const name = placeNames[at] as number;
    if (nameClasses[name] !== CODE_CLASS) continue;
    const key = nameKeys[name] as number;
    const end = keyNames[key + 1] as number;
    for (let other = keyNames[key] as number; other < end; other++) {
      searcher.steps++;
      const place = namePlaces[other] as number;
      const isCode = nameClasses[other] === CODE_CLASS && placeTypes[place] === AIRPORT;
      if (isCode && !found.includes(place)) found.push(place);
    }
  }
  return found;
}
