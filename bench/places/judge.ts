/** Whether an answer is the right one, and how often it was. */
import { normalise } from '../../server/src/content/places/normalise.ts';
import type { PlaceCase } from './place-data.ts';

/** A place as any of the contenders answers it. */
export interface Answer {
  placeId: string;
  /** How it is called; any of them may be the one that was meant. */
  names: readonly string[];
  countryCode: string;
  latitude: number;
  longitude: number;
}

const CLOSE_KM = 30;

/** An accepted id, or a place of the same country within 30 km with the same normalised name. */
export function isRight(wanted: PlaceCase, answer: Answer): boolean {
  if (wanted.ids.includes(answer.placeId)) return true;
  if (wanted.country !== answer.countryCode || distanceKm(wanted, answer) > CLOSE_KM) return false;
  const name = normalise(wanted.name);
  return answer.names.some(other => normalise(other) === name);
}

/** 1 for the first; 0 for not among them. */
export function rankOf(wanted: PlaceCase, answers: readonly Answer[]): number {
  return answers.findIndex(answer => isRight(wanted, answer)) + 1;
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

function distanceKm(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const radians = Math.PI / 180;
  const h =
    Math.sin(((b.latitude - a.latitude) * radians) / 2) ** 2 +
    Math.cos(a.latitude * radians) *
      Math.cos(b.latitude * radians) *
      Math.sin(((b.longitude - a.longitude) * radians) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)));
}
