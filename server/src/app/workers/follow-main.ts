/** What a worker thread gets from the main thread: rate limit counters, the place index and its readiness. */
import type { LimiterChoice } from '../../gateway/limits/open-limiter.ts';
import type { SharedSlot } from '../../gateway/limits/shared-counters.ts';
import { type Clock, monotonicOriginMs, sleep } from '../../platform/clock.ts';
import { every } from '../../platform/every.ts';
import type { CheckResult } from '../../platform/readiness.ts';
import type { AppParts } from '../app-parts.ts';
import { MAIN_CALLS, type WorkerLinks } from './worker-links.ts';

const SLOT_MS = 2_000;
const READINESS_EVERY_MS = 1_000;
const READY_CHECK_MS = 20;
const INDEX_CHECK_MS = 250;
/** A new index is built within seconds. If it takes longer, the caller tries again later. */
const INDEX_CHECKS = 240;

/** Undefined if the counters are in Redis. */
export function mainCounters({ number, channel, limiterTime }: WorkerLinks): LimiterChoice['main'] {
  if (limiterTime === undefined) return undefined;
  return {
    holder: number,
    shiftMs: limiterTime.shiftMs + monotonicOriginMs() - limiterTime.originMs,
    findSlot: keyId => channel.call<SharedSlot>(MAIN_CALLS.findSlot, keyId, SLOT_MS),
  };
}

/** Waits until the main thread has another index than the one that is in use. */
export function mainIndex(
  { channel }: WorkerLinks,
  clock: Clock,
): (signal: AbortSignal, usedVersion: number | undefined) => Promise<ArrayBufferLike> {
  return async (signal, usedVersion) => {
    for (let checks = 0; checks < INDEX_CHECKS; checks++) {
      signal.throwIfAborted();
      const found = await channel.call<MainIndex | undefined>(MAIN_CALLS.placeIndex);
      if (found !== undefined && found.version !== usedVersion) return found.buffer;
      await sleep(clock, INDEX_CHECK_MS, signal);
    }
    throw new Error('The main thread has no new place index.');
  };
}

/** The memory of the place index, and the version of the places in it. */
export interface MainIndex {
  buffer: SharedArrayBuffer;
  version: number;
}

/**
 * Resolves when this worker may accept connections. Clients cannot choose a thread, so a worker that is not ready, for
 * example because it has not reached Redis, must not get their requests. The wait ends when the main thread terminates
 * the worker.
 */
export async function beforeServing(
  { readiness, clock }: Pick<AppParts, 'readiness' | 'clock'>,
  { channel }: Pick<WorkerLinks, 'channel'>,
): Promise<void> {
  while (!readiness.isReady()) await sleep(clock, READY_CHECK_MS);
  await channel.call(MAIN_CALLS.serving);
}

/** Makes this thread unready while the main thread is, so that health checks do not depend on the thread they reach. */
export function followMain({ readiness, clock, stops }: AppParts, { channel }: WorkerLinks): void {
  let failing: readonly CheckResult[] = [];
  const read = async () => {
    failing = await channel.call<CheckResult[]>(MAIN_CALLS.unready);
  };
  const repetition = every(clock, READINESS_EVERY_MS, read, () => {
    failing = [{ name: 'main thread', ready: false, message: 'it does not respond' }];
  });
  stops.add('readiness of the main thread', () => repetition.stop());
  readiness.add('main thread', () => failing.map(({ name, message }) => `${name}: ${message}`)[0]);
}
