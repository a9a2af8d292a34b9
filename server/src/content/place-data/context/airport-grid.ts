/**
 * Finds the airports that travellers would use from a point: the nearest airports, with a penalty for little traffic. A
 * nearby airfield without flights counts as farther away than a large airport an hour away. Pure.
 */

import {
  distanceKm,
  KM_PER_DEGREE,
  type Point,
  straightKm,
  type Vector,
  vectorOf,
} from '../../places/sphere.ts';
import type { AirportKind, AirportSize } from '../airport-size.ts';

export interface Airport extends Point, AirportKind {
  id: number;
}

export interface NearAirport {
  airport: number;
  distanceKm: number;
}

const MAX_AIRPORTS = 3;
/** Half of the diagonal of a grid cell at the equator, rounded up. Other cells are smaller. */
const CELL_RADIUS_KM = 80;
/** Search radii. Most points have three airports within the first radius. */
const REACHES_KM = [120, 250, 500] as const;

/** The penalty for each type of airport, in extra kilometres that travellers would accept to avoid it. */
const DETOUR_KM: Readonly<Record<AirportSize, readonly [scheduled: number, other: number]>> = {
  large: [0, 60],
  medium: [14, 110],
  small: [45, 200],
  other: [80, 260],
};

/** Up to `EASY_KM`, the distance to a large airport counts for less. From `PLAIN_KM` on, it counts in full. */
const EASY_KM = 40;
const EASY_SHARE = 0.4;
const PLAIN_KM = 80;

/** The distance as travellers perceive it. It grows with the real distance and never exceeds it. */
function perceivedKm(size: AirportSize, km: number): number {
  if (size !== 'large' || km >= PLAIN_KM) return km;
  if (km <= EASY_KM) return km * EASY_SHARE;
  const easy = EASY_KM * EASY_SHARE;
  return easy + ((km - EASY_KM) * (PLAIN_KM - easy)) / (PLAIN_KM - EASY_KM);
}

interface Found extends NearAirport {
  appealKm: number;
}

/** An airport with its Cartesian position. Straight-line distances need no trigonometry. */
interface Placed {
  airport: Airport;
  detourKm: number;
  position: Vector;
}

export class AirportGrid {
  /** Airports by grid cell. A cell is one degree wide and one degree high. */
  readonly #cells = new Map<number, Placed[]>();
  /** By radius and cell: a superset of the airports within the radius of any point in the cell. */
  readonly #near = new Map<number, Map<number, readonly Placed[]>>();

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

  /**
   * Returns up to three airports, the most likely airport first. The second and third are only included if they are real
   * alternatives.
   */
  nearest(point: Point): NearAirport[] {
    let found: Found[] = [];
    for (const reachKm of REACHES_KM) {
      found = this.#best(point, reachKm);
      // No airport outside this radius can rank before the third airport.
      if ((found[MAX_AIRPORTS - 1]?.appealKm ?? Number.POSITIVE_INFINITY) <= reachKm) break;
    }
    const limitKm = Math.max(150, 2 * (found[0]?.appealKm ?? 0));
    return found
      .filter(({ appealKm }, rank) => rank === 0 || appealKm <= limitKm)
      .map(({ airport, distanceKm: km }) => ({ airport, distanceKm: km }));
  }

  /** Returns all airports within the radius, in no particular order. */
  within(point: Point, reachKm: number): NearAirport[] {
    const found: NearAirport[] = [];
    const position = vectorOf(point);
    for (const placed of this.#nearCell(point, reachKm)) {
      if (straightKm(position, placed.position) > reachKm) continue;
      const km = distanceKm(point, placed.airport);
      if (km <= reachKm) found.push({ airport: placed.airport.id, distanceKm: km });
    }
    return found;
  }

  #best(point: Point, reachKm: number): Found[] {
    const best: Found[] = [];
    const position = vectorOf(point);
    let worst = Number.POSITIVE_INFINITY;
    for (const { airport, detourKm, position: other } of this.#nearCell(point, reachKm)) {
      // The straight line is never longer than the great circle.
      const minKm = straightKm(position, other);
      if (minKm > reachKm || perceivedKm(airport.size, minKm) + detourKm > worst) continue;
      const km = distanceKm(point, airport);
      if (km > reachKm) continue;
      insert(best, {
        airport: airport.id,
        distanceKm: km,
        appealKm: perceivedKm(airport.size, km) + detourKm,
      });
      worst = best[MAX_AIRPORTS - 1]?.appealKm ?? worst;
    }
    return best;
  }

  /** A superset of the airports within the radius of any point in the cell of this point. Many places share a cell. */
  #nearCell({ latitude, longitude }: Point, reachKm: number): readonly Placed[] {
    const [row, column] = [Math.floor(latitude), Math.floor(longitude)];
    let ofReach = this.#near.get(reachKm);
    if (ofReach === undefined) {
      ofReach = new Map();
      this.#near.set(reachKm, ofReach);
    }
    const cell = cellOf(row, column);
    let near = ofReach.get(cell);
    if (near === undefined) {
      near = this.#around({ latitude: row + 0.5, longitude: column + 0.5 }, reachKm + CELL_RADIUS_KM);
      ofReach.set(cell, near);
    }
    return near;
  }

  #around(centre: Point, reachKm: number): Placed[] {
    const position = vectorOf(centre);
    const roughKm = ({ detourKm, position: other }: Placed) => straightKm(position, other) + detourKm;
    return cellsWithin(centre, reachKm)
      .flatMap(cell => this.#cells.get(cell) ?? [])
      .filter(placed => straightKm(position, placed.position) <= reachKm)
      .sort((a, b) => roughKm(a) - roughKm(b));
  }
}

/** Ties are broken by id, so that the same data gives the same result. */
function insert(best: Found[], found: Found): void {
  const isBehind = ({ appealKm, airport }: Found) =>
    appealKm > found.appealKm || (appealKm === found.appealKm && airport > found.airport);
  const at = best.findIndex(isBehind);
  best.splice(at === -1 ? best.length : at, 0, found);
  if (best.length > MAX_AIRPORTS) best.pop();
}

function cellOf(row: number, column: number): number {
  return row * 360 + (((column % 360) + 360) % 360);
}

/** Returns a list instead of a generator, because it is called for every place. */
function cellsWithin({ latitude, longitude }: Point, reachKm: number): number[] {
  const cells: number[] = [];
  const rows = reachKm / KM_PER_DEGREE;
  const south = Math.max(-90, Math.floor(latitude - rows));
  const north = Math.min(90, Math.floor(latitude + rows));
  for (let row = south; row <= north; row++) {
    // The shortest parallel in the row determines how many columns the radius spans. Near a pole it spans all of them.
    const narrow = Math.cos((Math.min(90, Math.max(Math.abs(row), Math.abs(row + 1))) * Math.PI) / 180);
    const columns = narrow < 0.02 ? 180 : Math.min(180, rows / narrow);
    const west = Math.floor(longitude - columns);
    const count = Math.min(360, Math.floor(longitude + columns) - west + 1);
    for (let i = 0; i < count; i++) cells.push(cellOf(row, west + i));
  }
  return cells;
}
