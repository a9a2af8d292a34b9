/**
 * Computes the surroundings of the seed's places in memory: airports, zones, the cities of districts, and codes that are
 * derived from airports. `rebuildContext` does the same for places in the database. Pure.
 */
import { addSums, centreOf, citySums } from '../../places/sphere.ts';
import { airportKindOf } from '../airport-size.ts';
import { MIN_SHARE, type TownCandidate } from '../context/airport-codes-store.ts';
import type { ContextPlace } from '../context/context-store.ts';
import { ContextFinder } from '../context/find-context.ts';
import { chooseTown } from '../context/served-cities.ts';
import { lowerLatin, townNames } from '../geonames/airport-record.ts';
import { placeWeight } from '../place-weight.ts';
import type { Zone } from '../zones/parse-zones.ts';
import { addName, type WorldPlace, type WorldPlaces } from './world-places.ts';

/** Completes the places. `zones` are the last places, in the same order. */
export function addContext(
  world: WorldPlaces,
  zones: readonly Zone[],
  onProgress: (done: number, total: number) => void,
): void {
  const { places } = world;
  const airports = places.filter(({ type }) => type === 'AIRPORT');
  const firstZone = places.length - zones.length;
  const finder = new ContextFinder({
    airports: airports.map(({ id, countryCode, latitude, longitude, featureCode }) => ({
      id,
      countryCode,
      latitude,
      longitude,
      ...airportKindOf(featureCode),
    })),
    zones: zones.flatMap(({ geometry }, i) =>
      geometry === null ? [] : [{ zone: (places[firstZone + i] as WorldPlace).id, geometry }],
    ),
    strayDistricts: places.filter(({ type }) => type === 'DISTRICT').map(contextPlace),
  });
  for (const [i, place] of places.entries()) {
    if (place.type === 'COUNTRY' || place.type === 'AIRPORT') continue;
    const found = finder.find(contextPlace(place));
    place.airports = found.airports.map(({ airport, distanceKm }) => ({
      airport,
      distanceMetres: Math.round(distanceKm * 1000),
    }));
    place.zones = found.zones;
    if (i % PROGRESS_EVERY === 0) onProgress(i, places.length);
  }
  const get = (id: number) => places[id - 1] as WorldPlace;
  for (const [district, { place }] of finder.cityOf) get(district).parentId = place;
  for (const [airport, { place }] of finder.townOf) setRegion(get(airport), get(place), world);
  addServedCodes(world, airports, finder.servedBy);
  addRegionCodes(world, airports);
  summariseZones(world);
  onProgress(places.length, places.length);
}

const PROGRESS_EVERY = 20_000;

function contextPlace(place: WorldPlace): ContextPlace {
  return {
    id: place.id,
    type: place.type as ContextPlace['type'],
    country_code: place.countryCode,
    region_code: place.regionCode,
    latitude: place.latitude,
    longitude: place.longitude,
    population: place.population,
    weight: place.weight,
  };
}

/** An airport gets the region of the nearest city. */
function setRegion(airport: WorldPlace, city: WorldPlace, { regionIds, countryIds }: WorldPlaces): void {
  airport.regionCode = city.regionCode;
  airport.parentId =
    regionIds.get(`${city.countryCode}.${city.regionCode}`) ?? countryIds.get(airport.countryCode) ?? null;
}

/** A city gets the codes of the airports that serve it. */
function addServedCodes(
  { places }: WorldPlaces,
  airports: readonly WorldPlace[],
  servedBy: ReadonlyMap<number, { place: number }>,
): void {
  const candidates = findTowns(places, airports);
  for (const airport of airports) {
    const named = chooseTown(candidates.get(airport.id) ?? []);
    const { scheduled } = airportKindOf(airport.featureCode);
    const city = named ?? (scheduled ? servedBy.get(airport.id)?.place : undefined);
    if (city === undefined || airport.iataCode === null) continue;
    addName((places[city - 1] as WorldPlace).names, airport.iataCode, 'zxx', 4);
  }
}

/** The names of the towns of a country's airports. */
class Towns {
  readonly #airports = new Map<string, WorldPlace[]>();
  readonly #hashes = new Uint8Array(1 << 14);

  add(town: string, airport: WorldPlace): void {
    this.#hashes[hashOf(town)] = 1;
    const airports = this.#airports.get(town);
    if (airports === undefined) this.#airports.set(town, [airport]);
    else airports.push(airport);
  }

  /** Returns the airports whose town has this name. The hash excludes most names without a lookup. */
  airportsOf(name: string): readonly WorldPlace[] {
    return this.#hashes[hashOf(name)] === 1 ? (this.#airports.get(lowerLatin(name)) ?? []) : [];
  }
}

/** A 14-bit hash of the length and three letters. It ignores the case of A to Z, like `lowerLatin`. */
function hashOf(name: string): number {
  const { length } = name;
  const letters =
    lowerUnit(name, 0) * 31 + lowerUnit(name, length - 1) * 1031 + lowerUnit(name, length >> 1) * 5171;
  return (length + letters) & 0x3fff;
}

function lowerUnit(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

/** Returns the cities in the airport's country that have the name of its town, by airport. */
function findTowns(
  places: readonly WorldPlace[],
  airports: readonly WorldPlace[],
): Map<number, TownCandidate[]> {
  const townsOf = new Map<string, Towns>();
  for (const airport of airports) {
    const towns = townsOf.get(airport.countryCode) ?? new Towns();
    townsOf.set(airport.countryCode, towns);
    for (const town of townNames(airport.municipality)) towns.add(town, airport);
  }
  const found = new Map<number, TownCandidate[]>();
  for (const city of places) {
    const towns = city.type === 'CITY' ? townsOf.get(city.countryCode) : undefined;
    if (towns === undefined) continue;
    const served: WorldPlace[] = [];
    for (const { name, class: nameClass } of city.names) {
      if (nameClass <= 3) served.push(...towns.airportsOf(name));
    }
    for (const airport of new Set(served)) {
      const candidate = { airport: airport.id, place: city.id, weight: city.weight, from: airport, to: city };
      const list = found.get(airport.id);
      if (list === undefined) found.set(airport.id, [candidate]);
      else list.push(candidate);
    }
  }
  return found;
}

interface RegionCode {
  region: WorldPlace;
  isoRegion: string;
  airports: number;
}

/** The same rule as `applyRegionCodes` in airport-codes-store.ts. */
function addRegionCodes({ places }: WorldPlaces, airports: readonly WorldPlace[]): void {
  const listed = new Map<string, RegionCode>();
  for (const { parentId, isoRegion } of airports) {
    const region = parentId === null ? undefined : places[parentId - 1];
    if (region?.type !== 'REGION' || isoRegion?.split('-', 1)[0] !== region.countryCode) continue;
    const key = `${region.id} ${isoRegion}`;
    const known = listed.get(key);
    if (known === undefined) listed.set(key, { region, isoRegion, airports: 1 });
    else known.airports += 1;
  }
  const codes = [...listed.values()];
  const order = (a: RegionCode, b: RegionCode) =>
    b.airports - a.airports || (a.isoRegion < b.isoRegion ? -1 : 1);
  const bestOfRegion = Map.groupBy(codes, ({ region }) => region);
  const bestOfCode = Map.groupBy(codes, ({ isoRegion }) => isoRegion);
  for (const [region, list] of bestOfRegion) {
    const [best] = list.sort(order);
    const all = list.reduce((sum, each) => sum + each.airports, 0);
    if (best === undefined || best.airports < MIN_SHARE * all) continue;
    const rivals = bestOfCode.get(best.isoRegion) ?? [];
    const [first] = rivals.toSorted((a, b) => b.airports - a.airports || a.region.id - b.region.id);
    const code = best.isoRegion.split('-')[1] ?? '';
    if (first === best && /^[A-Z]{2,3}$/.test(code)) addName(region.names, code, 'zxx', 2);
  }
}

/** The location, population, weight and country of a zone are derived from its members. */
function summariseZones({ places, countryIds }: WorldPlaces): void {
  const members = new Map<number, WorldPlace[]>();
  for (const place of places) {
    for (const zone of place.zones) {
      const list = members.get(zone);
      if (list === undefined) members.set(zone, [place]);
      else list.push(place);
    }
  }
  for (const [id, list] of members) {
    const sums = list.map(citySums).reduce(addSums);
    const centre = centreOf(sums);
    if (centre === undefined) continue;
    const countryCode = mostFrequent(list.map(member => member.countryCode));
    Object.assign(places[id - 1] as WorldPlace, {
      ...centre,
      population: sums.population,
      weight: placeWeight({ type: 'ZONE', population: sums.population, featureCode: null }),
      countryCode,
      parentId: countryIds.get(countryCode) ?? null,
    });
  }
}

/** The first of several equally frequent values in sorted order. */
function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].sort(([a, i], [b, j]) => j - i || (a < b ? -1 : 1));
  return best?.[0] ?? '';
}
