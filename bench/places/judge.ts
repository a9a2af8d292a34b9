import { distanceKm } from '../../server/src/content/places/sphere.ts';
import { normalise } from '../../server/src/platform/text/normalise.ts';
import type { PlaceCase } from './place-data.ts';

export interface FoundPlace {
  placeId: string;
  /** All names of the place that may equal the expected name. */
  names: readonly string[];
  countryCode: string;
  latitude: number;
  longitude: number;
}

const CLOSE_KM = 30;

/**
 * Returns true for an accepted id, or for a place with the same normalised name in the same country within 30 km.
 */
export function isExpected(expected: PlaceCase, result: FoundPlace): boolean {
  if (expected.ids.includes(result.placeId)) return true;
  if (expected.country !== result.countryCode || distanceKm(expected, result) > CLOSE_KM) return false;
  const name = normalise(expected.name);
  return result.names.some(other => normalise(other) === name);
}

/** Returns 1 for the first result, 2 for the second, and 0 if the expected place was not found. */
export function rankOf(expected: PlaceCase, results: readonly FoundPlace[]): number {
  return results.findIndex(result => isExpected(expected, result)) + 1;
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
