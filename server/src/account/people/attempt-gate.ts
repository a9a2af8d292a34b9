/**
 * Guesses at one account come one after another, and ever slower. The answers stay what they are. Counted in memory: a
 * second factor has its own count in the database.
 */
import { type Clock, sleep } from '../../platform/clock.ts';

const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;
/** After so long without a failure an account starts afresh. */
const FORGET_MS = 15 * 60_000;
const MAX_WAITING = 10;
const MAX_ACCOUNTS = 10_000;

export type Outcome<T> = { right: true; value: T } | { right: false; failures: number };

export interface AttemptGate {
  /** Undefined from `attempt` is a failure. Beyond a few that wait, attempts fail without being tried. */
  run<T>(account: string, attempt: () => Promise<T | undefined>): Promise<Outcome<T>>;
}

interface Entry {
  failures: number;
  atMs: number;
  waiting: number;
  last: Promise<unknown>;
}

export function createAttemptGate(clock: Clock): AttemptGate {
  const entries = new Map<string, Entry>();

  function entryOf(account: string): Entry {
    const nowMs = clock.monotonicMs();
    const present = entries.get(account) ?? { failures: 0, atMs: nowMs, waiting: 0, last: Promise.resolve() };
    if (present.waiting === 0 && nowMs - present.atMs >= FORGET_MS) present.failures = 0;
    // Put in again, so that the account silent for longest stands first.
    entries.delete(account);
    entries.set(account, present);
    if (entries.size > MAX_ACCOUNTS) entries.delete(entries.keys().next().value as string);
    return present;
  }

  async function inTurn<T>(entry: Entry, attempt: () => Promise<T | undefined>): Promise<Outcome<T>> {
    const beyond = entry.failures - FREE_FAILURES;
    if (beyond >= 0) await sleep(clock, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** beyond));
    const value = await attempt();
    entry.atMs = clock.monotonicMs();
    if (value === undefined) return { right: false, failures: ++entry.failures };
    entry.failures = 0;
    return { right: true, value };
  }

  return {
    async run(account, attempt) {
      const entry = entryOf(account);
      if (entry.waiting >= MAX_WAITING) return { right: false, failures: entry.failures };
      entry.waiting++;
      const turn = entry.last.then(() => inTurn(entry, attempt));
      entry.last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        entry.waiting--;
      }
    },
  };
}
