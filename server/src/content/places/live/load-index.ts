/** Loads the place index of a database without blocking the thread that serves requests. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../../platform/clock.ts';
import type { DatabaseAddress } from '../../../platform/database/database-address.ts';
import type { Log } from '../../../platform/log.ts';
import { openPlaceIndex, type PlaceIndex } from '../search-index/place-index.ts';

export interface LoadOptions {
  address: DatabaseAddress;
  /** False behind a connection pooler. */
  prepare: boolean;
  /** True while an older index is in use, so that the new one can be built at a low priority. */
  lowPriority: boolean;
  dataDir: string;
}

export interface LoadedIndex {
  /** Shared memory that the loading thread has verified. */
  buffer: ArrayBufferLike;
  /** Why an existing index file could not be used. */
  rejected?: string | undefined;
  /** Why the index could not be written to a file. The index is used nevertheless. */
  notSaved?: string | undefined;
}

const PROGRAM = new URL('./load-index-thread.ts', import.meta.url);
/** The thread needs only a small heap, because the index is outside it. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };
const STOP_MS = 1_000;
/** The `threadId` of a worker that has ended. */
const ENDED = -1;

/** Loads the index in another thread. Rejects with the reason of the signal if the signal is aborted. */
export async function loadIndex(options: LoadOptions, log: Log, signal: AbortSignal): Promise<PlaceIndex> {
  const worker = new Worker(PROGRAM, { workerData: options, resourceLimits: LIMITS });
  try {
    const { buffer, rejected, notSaved } = await resultOf(worker, signal);
    if (rejected !== undefined) {
      log.warn({ reason: rejected }, 'the place index file was unusable and has been rebuilt');
    }
    if (notSaved !== undefined) {
      log.warn({ reason: notSaved }, 'the place index could not be saved; the next start will rebuild it');
    }
    return openPlaceIndex(buffer, { isChecked: true });
  } finally {
    await stop(worker);
  }
}

/** Waits for the result. Throws if the thread exits without a result. */
async function resultOf(worker: Worker, signal: AbortSignal): Promise<LoadedIndex> {
  const ended = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`The thread that loads the place index exited with code ${code}.`);
  });
  const [result] = await Promise.race([once(worker, 'message', { signal }), ended]);
  return result as LoadedIndex;
}

/** Asks the thread to exit, so that it can end its child process. Terminates it after a second. */
async function stop(worker: Worker): Promise<void> {
  if (worker.threadId === ENDED) return;
  const exited = once(worker, 'exit').catch(() => {});
  worker.postMessage('stop');
  const timer = systemClock.after(STOP_MS, () => void worker.terminate());
  await exited;
  timer.cancel();
}
