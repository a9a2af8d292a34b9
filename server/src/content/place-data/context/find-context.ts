/**
 * Finds the surroundings of places while the places are being read: airports, zones, the cities of districts, and the
 * towns of airports. Only airports, zones and districts without a city are held in memory. Pure.
 */
import { distanceKm, type Point } from '../../places/sphere.ts';
import { AirportGrid, type NearAirport } from './airport-grid.ts';
import type { ContextAirport, ContextPlace } from './context-store.ts';
import { type AreaGeometry, zoneShape } from './zone-shape.ts';

/** The maximum distance between an airport and the town that determines its region. */
const TOWN_KM = 80;
/**
 * If an airport's record names no known town, the airport is assigned to the largest city that is within this distance
 * and for which it is the most likely airport.
 */
const SERVED_KM = 45;

export interface ContextSources {
  airports: readonly ContextAirport[];
  zones: readonly { zone: number; geometry: AreaGeometry }[];
  strayDistricts: readonly ContextPlace[];
}

interface Best {
  place: number;
  score: number;
}

export interface FoundContext {
  airports: NearAirport[];
  zones: number[];
}

export class ContextFinder {
  readonly #grid: AirportGrid;
  readonly #countryOf: Map<number, string>;
  readonly #zones: {
    zone: number;
    contains: ReturnType<typeof zoneShape>['contains'];
    only: Set<string> | undefined;
  }[];
  readonly #districts = new Map<string, ContextPlace[]>();
  /** For each district, the city with the strongest claim. */
  readonly cityOf = new Map<number, Best>();
  /** For each airport, the nearest city in its country. */
  readonly townOf = new Map<number, Best>();
  /** For each airport, the largest city for which it is the most likely airport. */
  readonly servedBy = new Map<number, Best>();

  constructor({ airports, zones, strayDistricts }: ContextSources) {
    this.#grid = new AirportGrid(airports);
    this.#countryOf = new Map(airports.map(({ id, countryCode }) => [id, countryCode]));
    this.#zones = zones.map(({ zone, geometry }) => ({
      zone,
      contains: zoneShape(geometry).contains,
      only: geometry.countryCodes && new Set(geometry.countryCodes),
    }));
    for (const district of strayDistricts) {
      const list = this.#districts.get(areaOf(district));
      if (list === undefined) this.#districts.set(areaOf(district), [district]);
      else list.push(district);
    }
  }

  find(place: ContextPlace): FoundContext {
    const airports = this.#grid.nearest(place);
    if (place.type === 'CITY') this.#considerCity(place, airports);
    const isSettlement = place.type === 'CITY' || place.type === 'DISTRICT';
    return { airports, zones: isSettlement ? this.#zonesOf(place) : [] };
  }

  #zonesOf(place: ContextPlace): number[] {
    const found: number[] = [];
    for (const { zone, contains, only } of this.#zones) {
      if ((only === undefined || only.has(place.country_code)) && contains(place)) found.push(zone);
    }
    return found;
  }

  #considerCity(city: ContextPlace, airports: readonly NearAirport[]): void {
    for (const district of this.#districts.get(areaOf(city)) ?? []) {
      keepBest(this.cityOf, district.id, city.id, claimOn(district, city));
    }
    for (const { airport, distanceKm } of this.#grid.within(city, TOWN_KM)) {
      if (this.#countryOf.get(airport) === city.country_code) {
        keepBest(this.townOf, airport, city.id, 1 / (1 + distanceKm));
      }
    }
    const [first] = airports;
    if (first === undefined || first.distanceKm > SERVED_KM) return;
    if (this.#countryOf.get(first.airport) === city.country_code) {
      keepBest(this.servedBy, first.airport, city.id, city.weight);
    }
  }
}

function areaOf({ country_code, region_code }: ContextPlace): string {
  return `${country_code}.${region_code ?? ''}`;
}

/** The first of several equal scores wins. Places arrive in ascending order of their ids. */
function keepBest(best: Map<number, Best>, key: number, place: number, score: number): void {
  if (score > (best.get(key)?.score ?? 0)) best.set(key, { place, score });
}

export interface Settlement extends Point {
  population: number;
  weight: number;
}

/** The radius of a city, for example 3 km for a village, 23 km for a million people and 66 km for ten million. */
function reachKm(population: number): number {
  return 3 + Math.sqrt(population) / 50;
}

/**
 * How strongly a city claims a district: roughly its population divided by the square of the distance. The claim is 0
 * if the district is too far away or the city does not have a greater weight than the district.
 */
export function claimOn(district: Settlement, city: Settlement): number {
  if (city.weight <= district.weight || Math.abs(city.latitude - district.latitude) > 1) return 0;
  const km = distanceKm(district, city);
  return km > reachKm(city.population) ? 0 : (city.population + 1) / (km + 2) ** 2;
}
