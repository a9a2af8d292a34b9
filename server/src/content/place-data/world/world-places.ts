/** Numbers the places of the seed, and links each to its parent. Pure. */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import { type PlaceSource, placeIdOf } from '../../places/place-id.ts';
import { SANDBOX_PLACE } from '../../places/sandbox-place.ts';
import { type BoundingBox, zoneShape } from '../context/zone-shape.ts';
import type { StagedName, StagedPlace } from '../staging/staged-place.ts';
import type { Zone } from '../zones/parse-zones.ts';
import { zoneNames } from '../zones/zone-store.ts';

/** The contents of the packages, before places have ids. */
export interface World {
  countries: StagedPlace[];
  regions: StagedPlace[];
  cities: StagedPlace[];
  airports: StagedPlace[];
  /** Names in known languages, by source and source id. */
  names: Map<string, StagedName[]>;
}

export const nameKey = (source: string, sourceId: string) => `${source}:${sourceId}`;

export interface WorldName {
  name: string;
  language: string;
  class: number;
}

/** A row of `place` with its names and links. Ids are counted from 1. In the database, they may begin later. */
export interface WorldPlace {
  id: number;
  placeId: string;
  source: PlaceSource;
  sourceId: string;
  type: PlaceType;
  name: string;
  language: string;
  countryCode: string;
  regionCode: string | null;
  parentId: number | null;
  latitude: number;
  longitude: number;
  box: BoundingBox | null;
  timeZone: string | null;
  population: number;
  featureCode: string | null;
  iataCode: string | null;
  weight: number;
  /** The record of an airport has further fields. */
  municipality: string | null;
  isoRegion: string | null;
  names: WorldName[];
  airports: { airport: number; distanceMetres: number }[];
  /** The zones that the place belongs to. */
  zones: number[];
}

export interface WorldPlaces {
  /** The place with id i is at i - 1. */
  places: WorldPlace[];
  countryIds: Map<string, number>;
  /** By code, for example `ES.56`. */
  regionIds: Map<string, number>;
}

/** Places that contain others come first. The rows of districts, airports and zones depend on the surroundings. */
export function placesOfWorld(world: World, zones: readonly Zone[]): WorldPlaces {
  const places: WorldPlace[] = [];
  const [countryIds, regionIds] = [new Map<string, number>(), new Map<string, number>()];
  const add = (staged: StagedPlace, parentId: number | null) => {
    const names = sourceNames(staged);
    for (const { name, language, class: nameClass } of world.names.get(
      nameKey(staged.source, staged.sourceId),
    ) ?? [])
      addName(names, name, language, nameClass);
    const id = places.length + 1;
    places.push(placeOf(staged, id, parentId, names));
    return id;
  };
  for (const each of world.countries) countryIds.set(each.sourceId, add(each, null));
  const countryOf = ({ countryCode }: StagedPlace) => countryIds.get(countryCode) ?? null;
  for (const each of world.regions) regionIds.set(each.sourceId, add(each, countryOf(each)));
  const regionOf = ({ countryCode, regionCode }: StagedPlace) =>
    regionIds.get(`${countryCode}.${regionCode}`);
  for (const type of ['CITY', 'DISTRICT']) {
    for (const each of world.cities) {
      if (each.type === type) add(each, regionOf(each) ?? countryOf(each));
    }
  }
  for (const each of world.airports) add(each, countryOf(each));
  for (const zone of zones) places.push(zonePlace(zone, places.length + 1));
  return { places, countryIds, regionIds };
}

function placeOf(staged: StagedPlace, id: number, parentId: number | null, names: WorldName[]): WorldPlace {
  return {
    id,
    placeId: placeIdOf(staged.source, staged.sourceId),
    source: staged.source,
    sourceId: staged.sourceId,
    type: staged.type,
    name: staged.name,
    language: staged.language,
    countryCode: staged.countryCode,
    regionCode: staged.regionCode,
    parentId,
    latitude: staged.latitude,
    longitude: staged.longitude,
    box: null,
    timeZone: staged.timeZone,
    population: staged.population,
    featureCode: staged.featureCode,
    iataCode: staged.iataCode,
    weight: staged.weight,
    municipality: staged.municipality,
    isoRegion: staged.isoRegion,
    names,
    airports: [],
    zones: [],
  };
}

/** The location is provisional until the members of the zone are known. */
function zonePlace(zone: Zone, id: number): WorldPlace {
  const box = zone.geometry === null ? null : zoneShape(zone.geometry).box;
  return {
    ...PLAIN,
    id,
    placeId: placeIdOf('zone', zone.id),
    source: 'zone',
    sourceId: zone.id,
    type: 'ZONE',
    name: zone.name,
    language: zone.language,
    countryCode: zone.countryCode ?? '',
    latitude: box === null ? 0 : (box.south + box.north) / 2,
    longitude: box?.west ?? 0,
    box,
    names: zoneNames(zone),
    airports: [],
    zones: [],
  };
}

/** The place of the scenario hotels. It has no surroundings. */
export function sandboxPlace(id: number): WorldPlace {
  const { placeId, name, countryCode, latitude, longitude, weight } = SANDBOX_PLACE;
  return {
    ...PLAIN,
    id,
    placeId,
    source: 'sandbox',
    sourceId: 'sandbox',
    type: 'CITY',
    name,
    language: 'en',
    countryCode,
    latitude,
    longitude,
    weight,
    names: [{ name, language: 'en', class: 0 }],
    airports: [],
    zones: [],
  };
}

const PLAIN = {
  regionCode: null,
  parentId: null,
  box: null,
  timeZone: null,
  population: 0,
  featureCode: null,
  iataCode: null,
  weight: 0,
  municipality: null,
  isoRegion: null,
} as const;

const MAX_NAME_LENGTH = 200;
const IS_CODE = /^[A-Z]{3}$/;

/** The same names as those of `sourceNames` in merge-names-store.ts. */
function sourceNames(staged: StagedPlace): WorldName[] {
  const names: WorldName[] = [{ name: staged.name, language: staged.language, class: 0 }];
  const { asciiName, shortName, iataCode, alternates } = staged;
  if (asciiName !== null && asciiName !== staged.name) addName(names, asciiName, 'und', 1);
  if (shortName !== null && shortName !== staged.name) addName(names, shortName, 'und', 2);
  if (iataCode !== null) addName(names, iataCode, 'und', 4);
  if (alternates === null) return names;
  for (let from = 0; from <= alternates.length; ) {
    let to = alternates.indexOf(',', from);
    if (to < 0) to = alternates.length;
    if (to - from <= MAX_NAME_LENGTH || [...alternates.slice(from, to)].length <= MAX_NAME_LENGTH) {
      const name = trimSpaces(alternates, from, to);
      if (name !== '' && name !== staged.name)
        addName(names, name, 'und', name.length === 3 && IS_CODE.test(name) ? 4 : 3);
    }
    from = to + 1;
  }
  return names;
}

/** Removes only spaces, like `btrim` in SQL. */
function trimSpaces(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && text.charCodeAt(start) === 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) === 0x20) end--;
  return text.slice(start, end);
}

/** A name that is listed more than once gets its best class. */
export function addName(names: WorldName[], name: string, language: string, nameClass: number): void {
  for (const known of names) {
    if (known.name !== name || known.language !== language) continue;
    known.class = Math.min(known.class, nameClass);
    return;
  }
  names.push({ name, language, class: nameClass });
}
