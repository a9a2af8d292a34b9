import type { Database } from '../../../platform/database/connect.ts';
import type { CopyValue } from '../staging/copy-text.ts';
import { touchPlaces } from '../staging/merge-names-store.ts';
import { applyRegionCodes } from './airport-codes-store.ts';
import {
  addWanted,
  applyWanted,
  contextPlaces,
  countContextPlaces,
  createWanted,
  listAirports,
  listStrayDistricts,
  listZoneAreas,
} from './context-store.ts';
import { ContextFinder } from './find-context.ts';
import { applyServedCities } from './served-cities.ts';

export interface ContextOptions {
  /** True if airports were staged together with the names of their towns. */
  hasStagedAirports: boolean;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Returns how many rows changed. */
export async function rebuildContext(
  tx: Database,
  changeId: number,
  { hasStagedAirports, onProgress = () => {} }: ContextOptions,
): Promise<number> {
  const total = await countContextPlaces(tx);
  const finder = new ContextFinder({
    airports: await listAirports(tx),
    zones: await listZoneAreas(tx),
    strayDistricts: await listStrayDistricts(tx),
  });
  await createWanted(tx);
  let done = 0;
  onProgress(done, total);
  for await (const places of contextPlaces(tx)) {
    const airports: CopyValue[][] = [];
    const members: CopyValue[][] = [];
    for (const place of places) {
      const found = finder.find(place);
      for (const [i, { airport, distanceKm }] of found.airports.entries()) {
        airports.push([place.id, i + 1, airport, Math.round(distanceKm * 1000)]);
      }
      for (const zone of found.zones) members.push([zone, place.id]);
    }
    await addWanted(tx, 'wanted_airport', airports);
    await addWanted(tx, 'wanted_member', members);
    done += places.length;
    onProgress(done, total);
  }
  await addWanted(tx, 'wanted_parent', pairsOf(finder.cityOf));
  await addWanted(tx, 'wanted_region', pairsOf(finder.townOf));
  const changed = await applyWanted(tx, changeId);
  const codes = await applyServedCities(tx, { hasStagedAirports, servedBy: finder.servedBy });
  const regionCodes = hasStagedAirports ? await applyRegionCodes(tx) : 0;
  await touchPlaces(tx, changeId);
  return changed + codes + regionCodes;
}

function pairsOf(best: ReadonlyMap<number, { place: number }>): CopyValue[][] {
  return [...best].map(([key, { place }]) => [key, place]);
}
