/** Slows down a client address that keeps sending wrong credentials. The responses stay the same but are delayed. */
import { LRUCache } from 'lru-cache';
import { exponentialBackoffMs } from '../../platform/backoff.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import { addressGroup } from '../../platform/http/address-list.ts';

const FREE_FAILURES = 5;
const DELAY = { firstMs: 250, maxMs: 2_000 };
/** The failure count of an address is reset after this time without a failure. */
const FORGET_MS = 60_000;
const MAX_ADDRESSES = 10_000;

export interface FailureDelay {
  /** Counts a failure of the address and waits until its response may be sent. */
  failed(address: string | undefined): Promise<void>;
}

export function createFailureDelay(clock: Clock): FailureDelay {
  const failures = new LRUCache<string, { count: number; atMs: number }>({ max: MAX_ADDRESSES });

  function count(address: string): number {
    const nowMs = clock.monotonicMs();
    const before = failures.get(address);
    const counted = before !== undefined && nowMs - before.atMs < FORGET_MS ? before.count + 1 : 1;
    failures.set(address, { count: counted, atMs: nowMs });
    return counted;
  }

  return {
    async failed(address) {
      const beyond = count(addressGroup(address)) - FREE_FAILURES;
      if (beyond > 0) await sleep(clock, exponentialBackoffMs(beyond, DELAY));
    },
  };
}
