import type { Database } from '../../../platform/database/connect.ts';
import { distanceKm } from '../../places/sphere.ts';
import { townNames } from '../geonames/airport-record.ts';
import {
  addTowns,
  listStagedAirports,
  listTownCandidates,
  removeStaleCodes,
  replaceCodes,
  type TownCandidate,
} from './airport-codes-store.ts';

/**
 * Among towns with the same name, the largest town within `CLOSE_KM` is chosen, otherwise the nearest within `FAR_KM`.
 */
const CLOSE_KM = 60;
const FAR_KM = 120;

interface ServedOptions {
  hasStagedAirports: boolean;
  servedBy: ReadonlyMap<number, { place: number }>;
}

/** Returns how many names changed. Airports that are not staged keep their cities. */
export async function applyServedCities(
  tx: Database,
  { hasStagedAirports, servedBy }: ServedOptions,
): Promise<number> {
  const stale = await removeStaleCodes(tx);
  if (!hasStagedAirports) return stale;
  const airports = await listStagedAirports(tx);
  await addTowns(
    tx,
    airports.flatMap(({ id, municipality }) => townNames(municipality).map(name => [id, name] as const)),
  );
  const candidates = Map.groupBy(await listTownCandidates(tx), ({ airport }) => airport);
  const served = airports.flatMap(({ id, iataCode, scheduled }) => {
    const named = chooseTown(candidates.get(id) ?? []);
    const city = named ?? (scheduled ? servedBy.get(id)?.place : undefined);
    return city === undefined ? [] : [{ city, iataCode }];
  });
  return stale + (await replaceCodes(tx, served));
}

export function chooseTown(candidates: readonly TownCandidate[]): number | undefined {
  const near = candidates
    .map(candidate => ({ ...candidate, km: distanceKm(candidate.from, candidate.to) }))
    .filter(({ km }) => km <= FAR_KM)
    .sort((a, b) => a.km - b.km || a.place - b.place);
  const close = near.filter(({ km }) => km <= CLOSE_KM).sort((a, b) => b.weight - a.weight || a.km - b.km);
  return (close[0] ?? near[0])?.place;
}
