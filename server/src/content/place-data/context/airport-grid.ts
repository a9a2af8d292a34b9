/**
 * The airports a traveller means at a point: the nearest, each moved away by how little it serves. A field without
 * flights next door is further off than an airport an hour away. Pure.
 */
import type { AirportKind, AirportSize } from '../airport-size.ts';
import { distanceKm, KM_PER_DEGREE, type Point, straightKm, type Vector, vectorOf } from '../../places/sphere.ts';

export interface Airport extends Point, AirportKind {
  id: number;
}

export interface NearAirport {
  airport: number;
  distanceKm: number;
}

const MOST = 3;
/** Most points have three airports within the first. */
const REACHES_KM = [120, 250, 500] as const;

/** Kilometres that a traveller would rather go than use this one. */
const DETOUR_KM: Readonly<Record<AirportSize, readonly [scheduled: number, other: number]>> = {
  large: [0, 60],
  medium: [14, 110],
  small: [45, 200],
  other: [80, 260],
};

/** Travellers go this far to a large airport without minding much, and from the second distance on as to any other. */
const EASY_KM = 40;
const EASY_SHARE = 0.4;
const PLAIN_KM = 80;

/** Kilometres as they feel: never more than they are, and more for more. */
function feltKm(size: AirportSize, km: number): number {
  if (size !== 'large' || km >= PLAIN_KM) return km;
  if (km <= EASY_KM) return km * EASY_SHARE;
  const easy = EASY_KM * EASY_SHARE;
  return easy + ((km - EASY_KM) * (PLAIN_KM - easy)) / (PLAIN_KM - EASY_KM);
}

interface Found extends NearAirport {
  appealKm: number;
}

/** An airport in space: distances of many are compared along straight lines, which needs no trigonometry. */
interface Placed {
  airport: Airport;
  detourKm: number;
  position: Vector;
}

export class AirportGrid {
  /** Cells of one degree, by row and column. */
  readonly #cells = new Map<number, Placed[]>();

  constructor(airports: Iterable<Airport>) {
    for (const airport of airports) {
      const cell = cellOf(Math.floor(airport.latitude), Math.floor(airport.longitude));
      const detourKm = DETOUR_KM[airport.size][airport.scheduled ? 0 : 1];
      const placed = { airport, detourKm, position: vectorOf(airport) };
      const others = this.#cells.get(cell);
      if (others === undefined) this.#cells.set(cell, [placed]);
      else others.push(placed);
    }
  }

  /** Up to three, the one that is meant first. The second and third only where they are alternatives at all. */
  nearest(point: Point): NearAirport[] {
    let found: Found[] = [];
    for (const reachKm of REACHES_KM) {
      found = this.#best(point, reachKm);
      // Whatever lies outside is further away than these.
      if ((found[MOST - 1]?.appealKm ?? Number.POSITIVE_INFINITY) <= reachKm) break;
    }
    const limitKm = Math.max(150, 2 * (found[0]?.appealKm ?? 0));
    return found
      .filter(({ appealKm }, rank) => rank === 0 || appealKm <= limitKm)
      .map(({ airport, distanceKm: km }) => ({ airport, distanceKm: km }));
  }

  /** All within the reach, in no order. */
  within(point: Point, reachKm: number): NearAirport[] {
    const found: NearAirport[] = [];
    const position = vectorOf(point);
    for (const cell of cellsWithin(point, reachKm)) {
      for (const placed of this.#cells.get(cell) ?? []) {
        if (straightKm(position, placed.position) > reachKm) continue;
        const km = distanceKm(point, placed.airport);
        if (km <= reachKm) found.push({ airport: placed.airport.id, distanceKm: km });
      }
    }
    return found;
  }

  #best(point: Point, reachKm: number): Found[] {
    const best: Found[] = [];
    const position = vectorOf(point);
    for (const cell of cellsWithin(point, reachKm)) {
      for (const { airport, detourKm, position: other } of this.#cells.get(cell) ?? []) {
        // A straight line is never longer than the way around the globe.
        const leastKm = straightKm(position, other);
        const worst = best[MOST - 1]?.appealKm ?? Number.POSITIVE_INFINITY;
        if (leastKm > reachKm || feltKm(airport.size, leastKm) + detourKm > worst) continue;
        const km = distanceKm(point, airport);
        if (km > reachKm) continue;
        insert(best, { airport: airport.id, distanceKm: km, appealKm: feltKm(airport.size, km) + detourKm });
      }
    }
    return best;
  }
}

/** Ties by id, so that the same data give the same answer. */
function insert(best: Found[], found: Found): void {
  const isBehind = ({ appealKm, airport }: Found) =>
    appealKm > found.appealKm || (appealKm === found.appealKm && airport > found.airport);
  const at = best.findIndex(isBehind);
  best.splice(at === -1 ? best.length : at, 0, found);
  if (best.length > MOST) best.pop();
}

function cellOf(row: number, column: number): number {
  return row * 360 + (((column % 360) + 360) % 360);
}

function* cellsWithin({ latitude, longitude }: Point, reachKm: number): Generator<number> {
  const rows = reachKm / KM_PER_DEGREE;
  const south = Math.max(-90, Math.floor(latitude - rows));
  const north = Math.min(90, Math.floor(latitude + rows));
  for (let row = south; row <= north; row++) {
    // The widest circle of the row decides how many columns the reach spans; near a pole it is all of them.
    const narrow = Math.cos((Math.min(90, Math.max(Math.abs(row), Math.abs(row + 1))) * Math.PI) / 180);
    const columns = narrow < 0.02 ? 180 : Math.min(180, rows / narrow);
    const west = Math.floor(longitude - columns);
    const count = Math.min(360, Math.floor(longitude + columns) - west + 1);
    for (let i = 0; i < count; i++) yield cellOf(row, west + i);
  }
}
