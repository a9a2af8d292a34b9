/** Asks another thread for the index of a database. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../../platform/clock.ts';
import type { DatabaseAddress } from '../../../platform/database/database-address.ts';
import type { Log } from '../../../platform/log.ts';
import { openPlaceIndex } from '../search-index/open-place-index.ts';
import type { PlaceIndex } from '../search-index/place-index.ts';

export interface IndexWork {
  address: DatabaseAddress;
  /** False behind a pooler. */
  prepare: boolean;
  /** An older index answers meanwhile: building this one may take longer. */
  gently: boolean;
  /** Where the index is kept between starts. */
  dataDir: string;
}

export interface LoadedIndex {
  /** Shared, and checked by the thread that sends it. */
  buffer: ArrayBufferLike;
  /** Why a file that was there could not be used. */
  refused?: string | undefined;
  /** Why the index could not be written to a file; it serves all the same. */
  unkept?: string | undefined;
}

const PROGRAM = new URL('./index-worker.ts', import.meta.url);
/** It reads and writes; what it reads is outside its heap. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };
const STOP_MS = 1_000;
const ENDED = -1;

/** Ends with the signal's reason when it is told to stop. */
export async function loadIndex(work: IndexWork, log: Log, signal: AbortSignal): Promise<PlaceIndex> {
  const worker = new Worker(PROGRAM, { workerData: work, resourceLimits: LIMITS });
  try {
    const { buffer, refused, unkept } = await resultOf(worker, signal);
    if (refused !== undefined) log.warn({ reason: refused }, 'the place index was built again');
    if (unkept !== undefined)
      log.warn({ reason: unkept }, 'the place index could not be kept; the next start builds it again');
    return openPlaceIndex(buffer, { isChecked: true });
  } finally {
    await stop(worker);
  }
}

/** Its message, or why there is none: a thread may also end without a word. */
async function resultOf(worker: Worker, signal: AbortSignal): Promise<LoadedIndex> {
  const ended = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`the thread that makes the place index ended with ${code}`);
  });
  const [result] = await Promise.race([once(worker, 'message', { signal }), ended]);
  return result as LoadedIndex;
}

/** It is asked first, because it takes along the process that it may have started. */
async function stop(worker: Worker): Promise<void> {
  if (worker.threadId === ENDED) return;
  const exited = once(worker, 'exit').catch(() => {});
  worker.postMessage('stop');
  const timer = systemClock.after(STOP_MS, () => void worker.terminate());
  await exited;
  timer.cancel();
}
