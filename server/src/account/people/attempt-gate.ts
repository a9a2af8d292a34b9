/**
 * Throttles guesses at passwords and codes. Only a few attempts per key run concurrently, and repeated failures delay
 * further attempts. Queued attempts are served by lane in turn, so that one attacker cannot take every turn. Failures
 * are counted in memory. For second factors they are also counted in the database.
 */
import { exponentialBackoffMs } from '../../platform/backoff.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import { FairQueue, type FairQueueLimits } from './fair-queue.ts';

const DELAY = { firstMs: 250, maxMs: 4_000 };
/** The failure count of a key is reset after this time without a failure. */
const FORGET_MS = 15 * 60_000;
const MAX_KEYS = 10_000;
const MAX_RETRY_AFTER_SECONDS = 60;

/** If the queue is full, the attempt was not made. */
export type Outcome<T> =
  | { isFull: false; value: T; failures: number }
  | { isFull: true; retryAfterSeconds: number };

/** `undefined` counts as neither a success nor a failure. */
type Verdict = 'right' | 'wrong' | undefined;

export interface AttemptGate {
  /** Unless `judge` is given, an attempt that returns `undefined` has failed. */
  run<T>(
    turn: { key: string; lane: string },
    attempt: () => Promise<T>,
    judge?: (value: T) => Verdict,
  ): Promise<Outcome<T>>;
}

interface GateLimits extends FairQueueLimits {
  atOnce: number;
  freeFailures: number;
  /**
   * Whether a success resets the failures. False for client addresses, because an attacker may have an account of their
   * own.
   */
  isClearedBySuccess: boolean;
}

interface Entry {
  failures: number;
  failedAtMs: number;
  serving: number;
  queue: FairQueue;
}

export interface AttemptGates {
  /** Sign-ins from unknown devices. The key is the client address, and the lanes are accounts. */
  address: AttemptGate;
  /** Sign-ins from unknown devices. The key is the account, and the lanes are client addresses. */
  account: AttemptGate;
  /** Sign-ins from devices that have signed in before. The key is the account, and the lanes are devices. */
  knownDevice: AttemptGate;
  /** Confirmations by people who are signed in. The key is the person, and the lanes are sessions. */
  signedIn: AttemptGate;
}

export function createAttemptGates(clock: Clock): AttemptGates {
  const ofOneAccount: GateLimits = {
    atOnce: 1,
    maxWaiting: 10,
    maxPerLane: 2,
    freeFailures: 5,
    isClearedBySuccess: true,
  };
  return {
    address: createAttemptGate(clock, {
      atOnce: 4,
      maxWaiting: 12,
      maxPerLane: 4,
      freeFailures: 20,
      isClearedBySuccess: false,
    }),
    account: createAttemptGate(clock, ofOneAccount),
    knownDevice: createAttemptGate(clock, ofOneAccount),
    signedIn: createAttemptGate(clock, { ...ofOneAccount, maxPerLane: 10 }),
  };
}

export function createAttemptGate(clock: Clock, limits: GateLimits): AttemptGate {
  const entries = new Map<string, Entry>();

  function entryOf(key: string): Entry {
    const nowMs = clock.monotonicMs();
    const present = entries.get(key) ?? {
      failures: 0,
      failedAtMs: nowMs,
      serving: 0,
      queue: new FairQueue(limits),
    };
    if (present.serving === 0 && nowMs - present.failedAtMs >= FORGET_MS) present.failures = 0;
    // Reinserted, so that the keys stay sorted by last use.
    entries.delete(key);
    entries.set(key, present);
    if (entries.size > MAX_KEYS) evictIdle();
    return present;
  }

  function evictIdle(): void {
    for (const [key, { serving }] of entries) {
      if (serving > 0) continue;
      entries.delete(key);
      return;
    }
  }

  function delayMs({ failures }: Entry): number {
    const beyond = failures - limits.freeFailures;
    return beyond < 0 ? 0 : exponentialBackoffMs(beyond + 1, DELAY);
  }

  /** The next lane is chosen after the delay, so that lanes that arrive during the delay are considered. */
  async function serve(entry: Entry): Promise<void> {
    const waitMs = entry.queue.size === 0 ? 0 : delayMs(entry);
    if (waitMs > 0) await sleep(clock, waitMs);
    if (!entry.queue.startNext()) entry.serving--;
  }

  function count(entry: Entry, verdict: Verdict): void {
    if (verdict === undefined) return;
    if (verdict === 'wrong') {
      entry.failures++;
      entry.failedAtMs = clock.monotonicMs();
    } else if (limits.isClearedBySuccess) entry.failures = 0;
  }

  function retryAfterSeconds(entry: Entry): number {
    const turns = Math.ceil((entry.queue.size + 1) / limits.atOnce);
    const seconds = Math.ceil((turns * Math.max(DELAY.firstMs, delayMs(entry))) / 1000);
    return Math.min(MAX_RETRY_AFTER_SECONDS, seconds);
  }

  return {
    async run({ key, lane }, attempt, judge = (value): Verdict => (value === undefined ? 'wrong' : 'right')) {
      const entry = entryOf(key);
      const hasTurn = new Promise<boolean>(resolve => {
        const waiting = { start: () => resolve(true), drop: () => resolve(false) };
        if (!entry.queue.add(lane, waiting)) resolve(false);
        else if (entry.serving < limits.atOnce) {
          entry.serving++;
          void serve(entry);
        }
      });
      if (!(await hasTurn)) return { isFull: true, retryAfterSeconds: retryAfterSeconds(entry) };
      try {
        const value = await attempt();
        count(entry, judge(value));
        return { isFull: false, value, failures: entry.failures };
      } finally {
        void serve(entry);
      }
    },
  };
}
