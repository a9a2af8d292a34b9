/** Builds the place index of the seed from memory. It equals the index that is built from the database afterwards. */
import { PlaceIndexBuilder } from '../../places/search-index/build/build-place-index.ts';
import type { IndexedName } from '../../places/search-index/indexed-place.ts';
import type { Snapshot } from '../../places/search-index/snapshot.ts';
import type { WorldName, WorldPlace } from './world-places.ts';

/**
 * `places` contains the place with id i at i - 1. It is emptied, because the collector would trace the places several
 * times while the arrays of the index are allocated.
 */
export function indexWorld(places: WorldPlace[]): Snapshot {
  const builder = new PlaceIndexBuilder();
  for (const place of places) {
    const { placeId, type, name, language, countryCode, regionCode, latitude, longitude, iataCode, weight } =
      place;
    builder.addPlace({
      placeId,
      type,
      name,
      language,
      countryCode,
      regionCode,
      latitude,
      longitude,
      iataCode,
      weight,
      parent: place.parentId === null ? -1 : place.parentId - 1,
      boundingBox: place.box,
      airports: place.airports.map(each => ({ ...each, airport: each.airport - 1 })),
      zones: place.zones.map(zone => zone - 1),
    });
    for (const each of place.names.sort(byClassAndName)) {
      builder.addName({
        place: place.id - 1,
        name: each.name,
        language: each.language,
        class: each.class as IndexedName['class'],
      });
    }
  }
  places.length = 0;
  return builder.finish(0);
}

/** The order in which names are read from the database. */
function byClassAndName(a: WorldName, b: WorldName): number {
  return a.class - b.class || compare(a.name, b.name) || compare(a.language, b.language);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
