/**
 * Who looks for airports alone types the city as often as the airport: `barc` is Barcelona's. Cities are searched for as
 * well then, and each stands for the airports whose code it goes by.
 */
import { PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import { CODE_CLASS } from '../score.ts';
import type { Match } from './hits.ts';
import type { Searcher } from './searcher.ts';
import type { Selection } from './selection.ts';

const AIRPORT = PLACE_TYPES.indexOf('AIRPORT');
/** Through its city an airport is found a little less surely than by its own name. */
const THROUGH_CITY = 0.95;
/** Of several airports of a city the one that travellers mean, then the larger ones. */
const NOT_FIRST = 0.97;
const LEAST_OF_SMALL = 0.8;

/** The best of both, best first; equal ones by rank. */
export function withServedAirports(
  searcher: Searcher,
  selection: Selection,
  { airports, cities, limit }: { airports: readonly Match[]; cities: readonly Match[]; limit: number },
): Match[] {
  const best = new Map(airports.map(match => [match.place, match]));
  for (const city of cities) {
    for (const airport of airportsServing(searcher, city.place)) {
      if (!selection.has(airport)) continue;
      const score = city.score * shareOf(searcher, city.place, airport);
      if (score > (best.get(airport)?.score ?? 0)) best.set(airport, { ...city, place: airport, score });
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.place - b.place).slice(0, limit);
}

function shareOf({ arrays }: Searcher, city: number, airport: number): number {
  const { airportStarts, airportPlaces, placeWeights } = arrays;
  const start = airportStarts[city] as number;
  const isFirst = start < (airportStarts[city + 1] as number) && airportPlaces[start] === airport;
  const ofSize = LEAST_OF_SMALL + (1 - LEAST_OF_SMALL) * (placeWeights[airport] as number);
  return THROUGH_CITY * ofSize * (isFirst ? 1 : NOT_FIRST);
}

/** Those that have one of the city's codes as their own. */
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
