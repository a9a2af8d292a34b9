/**
 * A thread that computes the place seed: the rows of all tables, and the place index. It sends each result as soon as it
 * is known, so that the main thread can write rows while this thread continues.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../platform/clock.ts';
import { writeIndexFile } from '../../places/live/index-file.ts';
import { writeSnapshot } from '../../places/search-index/snapshot.ts';
import { TOURISM_ZONES } from '../seed/tourism-zones.ts';
import { type CopyValue, copyChunks } from '../staging/copy-text.ts';
import { readWorld } from './read-world.ts';
import type { IndexTarget, SeedMessage, SeedOrder, SeedPhase } from './seed-work.ts';
import { addContext } from './world-context.ts';
import { indexWorld } from './world-index.ts';
import { placesOfWorld, sandboxPlace, type WorldPlace } from './world-places.ts';
import {
  airportRows,
  memberRows,
  nameRows,
  placeRows,
  type WorldTable,
  type WorldWrite,
  zoneRows,
} from './world-rows.ts';

const post = (message: SeedMessage) => parentPort?.postMessage(message);
const progress = (phase: SeedPhase) => (done: number, total: number) =>
  post({ kind: 'progress', phase, done, total });

const ordered = Promise.withResolvers<WorldWrite>();
const target = Promise.withResolvers<IndexTarget>();
parentPort?.on('message', (message: SeedOrder) => {
  if (message.kind === 'write') ordered.resolve(message);
  else target.resolve(message);
});
await run();
parentPort?.close();

async function run(): Promise<void> {
  const snapshot = indexWorld(await sendWorld());
  const { version, database, dataDir } = await target.promise;
  const buffer = writeSnapshot({ ...snapshot, dataVersion: version }, bytes => new SharedArrayBuffer(bytes));
  post({ kind: 'index', buffer });
  try {
    await writeIndexFile(dataDir, database, new Uint8Array(buffer), systemClock.nowMs());
  } catch (error) {
    post({ kind: 'not saved', reason: (error as Error).message });
  }
}

/** Sends the rows of all tables, and returns the places. Only these remain in memory. */
async function sendWorld(): Promise<WorldPlace[]> {
  const world = await readWorld({ onProgress: progress('reading places'), ...workerData });
  const { places, ...ids } = placesOfWorld(world, TOURISM_ZONES);
  // The rows of other places depend on their surroundings.
  const isFinal = ({ type }: WorldPlace) => type === 'COUNTRY' || type === 'REGION' || type === 'CITY';
  const write = await ordered.promise;
  const { shift } = write;
  const final = places.filter(isFinal);
  sendAll('place', placeRows(final, write), final.length);
  addContext({ places, ...ids }, TOURISM_ZONES, progress('linking places to airports and zones'));
  places.push(sandboxPlace(places.length + 1));
  const later = places.filter(place => !isFinal(place) || place.source === 'sandbox');
  sendAll('later_place', placeRows(later, write), later.length);
  sendAll('place_airport', airportRows(places, shift));
  sendAll('zone_area', zoneRows(places, TOURISM_ZONES, shift));
  sendAll('zone_member', memberRows(places, shift));
  sendAll('place_name', nameRows(places, true, shift));
  sendAll('search_name', nameRows(places, false, shift));
  return places;
}

/** `places` is the number of rows if they are places. */
function sendAll(table: WorldTable, rows: Iterable<readonly CopyValue[]>, places = 0): void {
  for (const text of copyChunks(rows)) post({ kind: 'rows', table, text });
  post({ kind: 'end', table, places });
}
