import type { Database } from '../../../platform/database/connect.ts';
import { PlaceIndexBuilder } from '../search-index/build/build-place-index.ts';
import { PlaceIndex } from '../search-index/place-index.ts';
import type { Snapshot } from '../search-index/snapshot.ts';
import { hasFewPlaces, withPlaceRows } from './place-rows-store.ts';

export async function readIndex(db: Database): Promise<Snapshot> {
  const builder = new PlaceIndexBuilder();
  const version = await withPlaceRows(db, async rows => {
    for await (const { places, names } of rows.batches()) {
      for (const place of places) builder.addPlace(place);
      for (const name of names) builder.addName(name);
    }
    return rows.version;
  });
  return builder.finish(version);
}

/**
 * Returns undefined if the database has more than a few places. The index of a few places takes milliseconds, so it is
 * built here. Starting the thread and the process that build a large index takes much longer.
 */
export async function readSmallIndex(db: Database): Promise<PlaceIndex | undefined> {
  if (!(await hasFewPlaces(db))) return undefined;
  const { arrays, dataVersion } = await readIndex(db);
  return new PlaceIndex(arrays, dataVersion);
}
