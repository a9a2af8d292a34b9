import type { PlaceType } from '@serai/contract/content/place-item.ts';
import { distanceKm } from '../../server/src/content/places/sphere.ts';
import { normalise } from '../../server/src/platform/text/normalise.ts';
import type { DescribedPlace, PlaceCase } from './place-data.ts';

export interface FoundPlace {
  placeId: string;
  type: PlaceType;
  /** All names of the place that may equal the expected name. */
  names: readonly string[];
  countryCode: string;
  latitude: number;
  longitude: number;
}

const CLOSE_KM = 30;
/**
 * The distance within which two sources describe the same place, even if its name differs. Airports are often renamed.
 * The location of a country or region is computed from its cities, so only its name counts.
 */
const SAME_PLACE_KM: Partial<Record<PlaceType, number>> = { AIRPORT: 5, CITY: 1, DISTRICT: 1 };

/**
 * Returns true for an accepted id, or for a place with the same normalised name in the same country within 30 km. If
 * `byDescription` is set, ids are ignored and the accepted places are recognised by their type, name and location.
 */
export function isExpected(expected: PlaceCase, result: FoundPlace, byDescription: boolean): boolean {
  if (byDescription) {
    if (expected.places.some(place => isSamePlace(place, result))) return true;
  } else if (expected.ids.includes(result.placeId)) return true;
  if (expected.country !== result.countryCode || distanceKm(expected, result) > CLOSE_KM) return false;
  return hasName(result, expected.name);
}

function isSamePlace(place: DescribedPlace, result: FoundPlace): boolean {
  if (place.type !== result.type || place.countryCode !== result.countryCode) return false;
  if (place.type === 'COUNTRY') return true;
  const maxKm = SAME_PLACE_KM[place.type];
  return maxKm === undefined ? hasName(result, place.name) : distanceKm(place, result) <= maxKm;
}

function hasName({ names }: FoundPlace, expected: string): boolean {
  const name = normalise(expected);
  return names.some(other => normalise(other) === name);
}

/** Returns 1 for the first result, 2 for the second, and 0 if the expected place was not found. */
export function rankOf(
  expected: PlaceCase,
  results: readonly FoundPlace[],
  { byDescription = false } = {},
): number {
  return results.findIndex(result => isExpected(expected, result, byDescription)) + 1;
}

export interface Tally {
  cases: number;
  first: number;
  amongTen: number;
}

export function tallies(cases: readonly PlaceCase[], ranks: readonly number[]) {
  const byKind = new Map<string, Tally>();
  for (const [i, { set, kind }] of cases.entries()) {
    const rank = ranks[i] as number;
    for (const key of [`${set}, all`, `${set}, ${kind}`]) {
      const tally = byKind.get(key) ?? { cases: 0, first: 0, amongTen: 0 };
      tally.cases++;
      if (rank === 1) tally.first++;
      if (rank >= 1) tally.amongTen++;
      byKind.set(key, tally);
    }
  }
  return byKind;
}

export function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : (100 * part) / whole;
}
