/** A destination as the API shows it. Pure. */
import type { StoredDestination } from './list-destinations-store.ts';
import type { PlaceName } from './place-name.ts';
import type { Ancestor } from './surroundings-store.ts';

export interface Surroundings {
  ancestors: ReadonlyMap<number, Ancestor>;
  /** Names in the requested language, if any. Otherwise places use their own name. */
  names: ReadonlyMap<number, PlaceName>;
  iataCodes: ReadonlyMap<number, readonly string[]>;
  /** Of places that have none of their own. */
  timeZones: ReadonlyMap<number, string>;
}

export function destinationView(place: StoredDestination, surroundings: Surroundings) {
  const { ancestors, names, iataCodes, timeZones } = surroundings;
  const { name, language } = names.get(place.id) ?? place;
  const parent = place.parent === null ? undefined : ancestors.get(place.parent);
  const path = lineOf(parent, ancestors).map(each => ({
    placeId: each.placeId,
    type: each.type,
    name: (names.get(each.id) ?? each).name,
  }));
  const codes = [...(place.iataCode === null ? [] : [place.iataCode]), ...(iataCodes.get(place.id) ?? [])];
  return {
    destinationId: place.placeId,
    status: place.status,
    mergedInto: place.mergedInto,
    type: place.type,
    name,
    language,
    countryCode: place.countryCode,
    parentId: parent?.placeId ?? null,
    path,
    location: { latitude: place.latitude, longitude: place.longitude },
    timeZone: place.timeZone ?? timeZones.get(place.id) ?? null,
    iataCodes: [...new Set(codes)],
    hotelCount: place.hotelCount,
    updatedAt: place.updatedAt.toISOString(),
  };
}

/** From the outermost place inwards. A circular chain ends where it repeats. */
function lineOf(nearest: Ancestor | undefined, ancestors: ReadonlyMap<number, Ancestor>): Ancestor[] {
  const line = new Set<Ancestor>();
  let each = nearest;
  while (each !== undefined && !line.has(each)) {
    line.add(each);
    each = each.parent === null ? undefined : ancestors.get(each.parent);
  }
  return [...line].reverse();
}
