import type { Clock } from '../platform/clock.ts';
import type { DatabasePool } from '../platform/database/connect.ts';
import type { DatabaseAddress } from '../platform/database/database-address.ts';
import type { Replicas } from '../platform/database/replicas/replicas.ts';
import type { Log } from '../platform/log.ts';
import type { Handler } from '../platform/operations/handler.ts';
import { readOnReplicas } from '../platform/operations/read-on-replicas.ts';
import type { OnProgress } from '../platform/progress.ts';
import type { FindSuppliedDescriptions } from './catalogue/supplied-descriptions.ts';
import { HotelsForSale } from './for-sale/hotels-for-sale.ts';
import { codeListHandlers } from './operations/code-lists.ts';
import { destinations } from './operations/destinations.ts';
import { hotels } from './operations/hotels.ts';
import { hotelsByDestination } from './operations/hotels-by-destination.ts';
import { placesSearch, placesSearchDestination } from './operations/places-search.ts';
import { rooms } from './operations/rooms.ts';
import type { SeedWork } from './place-data/world/seed-work.ts';
import { LivePlaces } from './places/live/live-places.ts';
import { loadIndex } from './places/live/load-index.ts';
import { readSmallIndex } from './places/live/read-index.ts';
import { openPlaceIndex } from './places/search-index/place-index.ts';
import { SandboxPictures } from './sandbox/pictures/pictures-of-hotel.ts';
import { StartData } from './start-data.ts';

export interface ContentParts {
  pool: DatabasePool;
  /** Serve the lists of the catalogue. Undefined if there are none. */
  replicas?: Replicas | undefined;
  /** Used for work that takes longer than a request, and by other threads. */
  address: DatabaseAddress;
  /** False behind a connection pooler. */
  prepare: boolean;
  /** The folder in which the place index is stored between starts. */
  dataDir: string;
  /** Data that the first start loads into an empty catalogue. */
  seed: 'full' | 'none';
  /** Computes the place seed, if this is known to be a first start. */
  seedWork?: SeedWork | undefined;
  cursorKey: Buffer;
  findSuppliedDescriptions: FindSuppliedDescriptions;
  /** The address of the API for partners. Without it, sandbox hotels have no pictures. */
  apiUrl: string | undefined;
  onProgress: OnProgress;
  /** Waits for another place index of the main thread, in a worker thread. */
  findMainIndex?:
    | ((signal: AbortSignal, usedVersion: number | undefined) => Promise<ArrayBufferLike>)
    | undefined;
  clock: Clock;
  log: Log;
}

export interface Content {
  handlers: Handler[];
  /** The part of the catalogue that booking needs. */
  catalogue: HotelsForSale;
  /** The place index, if it is in memory that threads can share. */
  sharedIndex(): { buffer: SharedArrayBuffer; version: number } | undefined;
  stop(): Promise<void>;
}

/** Resolves when all operations are ready. */
export async function openContent(parts: ContentParts): Promise<Content> {
  const { pool, address, prepare, dataDir, cursorKey, findSuppliedDescriptions, clock, log } = parts;
  const db = pool.asService('The catalogue is the same for all partners and cached once.');
  const startData = new StartData(parts);
  const places = new LivePlaces({
    db,
    load: async (signal, { lowPriority, usedVersion }) =>
      (await startData.findIndex(db)) ??
      (await readSmallIndex(db)) ??
      (parts.findMainIndex === undefined
        ? loadIndex({ address, prepare, lowPriority, dataDir }, log, signal)
        : openPlaceIndex(await parts.findMainIndex(signal, usedVersion), { isChecked: true })),
    clock,
    log,
  });
  const catalogue = new HotelsForSale({ db, clock, log });
  try {
    if (parts.findMainIndex === undefined) await startData.load();
    await places.start();
    await catalogue.start();
    startData.finish();
  } catch (error) {
    await Promise.all([startData.stop(), places.stop()]);
    throw error;
  }
  const pictures = parts.apiUrl === undefined ? undefined : new SandboxPictures(parts.apiUrl);
  const lists = { cursorKey };
  const onReplicas = (handler: Handler) => readOnReplicas(parts.replicas, handler);
  return {
    handlers: [
      ...codeListHandlers,
      onReplicas(hotels({ ...lists, pictures, findSuppliedDescriptions })),
      onReplicas(rooms({ ...lists, pictures })),
      onReplicas(destinations(lists)),
      onReplicas(hotelsByDestination(lists)),
      placesSearch(places),
      placesSearchDestination(places),
    ],
    catalogue,
    sharedIndex: () => places.sharedIndex(),
    async stop() {
      await Promise.all([startData.stop(), places.stop(), catalogue.stop()]);
    },
  };
}
