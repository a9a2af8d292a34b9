/** Slows an address that keeps sending wrong credentials. The answers stay what they are; they only come later. */
import { type Clock, sleep } from '../../platform/clock.ts';
import { addressGroup } from '../../platform/http/address-list.ts';

const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 2_000;
/** After so long without a failure an address starts afresh. */
const FORGET_MS = 60_000;
const MAX_ADDRESSES = 10_000;

export interface FailureDelay {
  /** Counts a failure of the address and waits as long as its answer should take. */
  failed(address: string | undefined): Promise<void>;
}

export function createFailureDelay(clock: Clock): FailureDelay {
  const failures = new Map<string, { count: number; atMs: number }>();

  function count(address: string): number {
    const nowMs = clock.monotonicMs();
    const before = failures.get(address);
    const counted = before !== undefined && nowMs - before.atMs < FORGET_MS ? before.count + 1 : 1;
    // Put in again, so that the address silent for longest stands first.
    failures.delete(address);
    failures.set(address, { count: counted, atMs: nowMs });
    if (failures.size > MAX_ADDRESSES) failures.delete(failures.keys().next().value as string);
    return counted;
  }

  return {
    async failed(address) {
      const beyond = count(addressGroup(address)) - FREE_FAILURES;
      if (beyond > 0) await sleep(clock, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (beyond - 1)));
    },
  };
}
