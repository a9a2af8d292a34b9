/** Asks another thread for the index of a database. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseAddress } from '../../../platform/database/database-address.ts';
import type { Log } from '../../../platform/log.ts';
import { openPlaceIndex } from '../search-index/open-place-index.ts';
import type { PlaceIndex } from '../search-index/place-index.ts';

export interface IndexWork {
  address: DatabaseAddress;
  /** False behind a pooler. */
  prepare: boolean;
  /** Where the index is kept between starts. */
  dataDir: string;
}

export interface LoadedIndex {
  /** Shared, and checked by the thread that sends it. */
  buffer: ArrayBufferLike;
  /** Why a file that was there could not be used. */
  refused: string | undefined;
}

const PROGRAM = new URL('./index-worker.ts', import.meta.url);

export async function loadIndex(work: IndexWork, log: Log): Promise<PlaceIndex> {
  const worker = new Worker(PROGRAM, { workerData: work });
  try {
    const [{ buffer, refused }] = (await once(worker, 'message')) as [LoadedIndex];
    if (refused !== undefined) log.warn({ reason: refused }, 'the place index was built again');
    return openPlaceIndex(buffer, { isChecked: true });
  } finally {
    await worker.terminate();
  }
}
