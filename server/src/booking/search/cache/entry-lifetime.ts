/**
 * Determines how long a cache entry is valid. Rooms and prices change faster as the check-in date approaches.
 * Pure.
 */
import type { SearchResult } from '../../port/supplier.ts';

interface EntryLifetime {
  /** Age from which the entry is stale. A stale entry is still used, but refreshed in the background. */
  softMs: number;
  /** Age at which the entry expires. */
  hardMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Sorted by days until check-in, longest first. */
const LIFETIMES: readonly (EntryLifetime & { fromDays: number })[] = [
  { fromDays: 90, softMs: 2 * HOUR_MS, hardMs: 12 * HOUR_MS },
  { fromDays: 30, softMs: HOUR_MS, hardMs: 4 * HOUR_MS },
  { fromDays: 7, softMs: 15 * MINUTE_MS, hardMs: HOUR_MS },
  { fromDays: 2, softMs: 5 * MINUTE_MS, hardMs: 15 * MINUTE_MS },
];
const NEAREST: EntryLifetime = { softMs: 2 * MINUTE_MS, hardMs: 5 * MINUTE_MS };

export const MAX_LIFETIME_MS = 12 * HOUR_MS;
/** "No rooms" is cached for a quarter of the soft time, but not longer than this. */
const MAX_NEGATIVE_MS = 10 * MINUTE_MS;
/** A client that sees an offer has at least this long to quote it. */
const MIN_QUOTE_TIME_MS = 5 * MINUTE_MS;
/** A shorter lifetime is not worth the write. */
const MIN_LIFETIME_MS = 1_000;

/** `factor` is from 0 to 1. Returns undefined for a result that expires too soon to be cached. */
export function entryLifetime(
  result: SearchResult,
  checkIn: string,
  fetchedAtMs: number,
  factor = 1,
): EntryLifetime | undefined {
  const days = Math.floor(Date.parse(checkIn) / DAY_MS) - Math.floor(fetchedAtMs / DAY_MS);
  const { softMs, hardMs } = LIFETIMES.find(({ fromDays }) => days >= fromDays) ?? NEAREST;
  const isNegative = result.hotels.every(({ offers }) => offers.length === 0);
  if (isNegative) {
    const ms = Math.min(softMs / 4, MAX_NEGATIVE_MS) * factor;
    return { softMs: ms, hardMs: ms };
  }
  const endMs = Math.min(hardMs * factor, rateKeysEndMs(result) - fetchedAtMs - MIN_QUOTE_TIME_MS);
  return endMs < MIN_LIFETIME_MS ? undefined : { softMs: Math.min(softMs * factor, endMs), hardMs: endMs };
}

function rateKeysEndMs({ hotels }: SearchResult): number {
  let endMs = Number.POSITIVE_INFINITY;
  for (const { offers } of hotels) {
    for (const { endsAtMs } of offers) if (endsAtMs !== undefined && endsAtMs < endMs) endMs = endsAtMs;
  }
  return endMs;
}

interface Tally {
  quotes: number;
  changed: number;
}

/** Exponential decay: roughly the last hundred quotes count. */
const DECAY = 0.99;
const MIN_QUOTES = 20;
/** Prices change, so this share of changed quotes is normal. */
const NORMAL_SHARE = 0.02;
const MIN_FACTOR = 0.1;

/** Tracks per account how often quotes differ from searches. If they often differ, entries expire sooner. */
export class QuoteDrift {
  readonly #tallies = new Map<string, Tally>();

  add(account: string, isChanged: boolean): void {
    const { quotes = 0, changed = 0 } = this.#tallies.get(account) ?? {};
    this.#tallies.set(account, {
      quotes: quotes * DECAY + 1,
      changed: changed * DECAY + (isChanged ? 1 : 0),
    });
  }

  /** Factor for the lifetimes of the account's entries, from 0.1 to 1. */
  lifetimeFactor(account: string): number {
    const tally = this.#tallies.get(account);
    if (tally === undefined || tally.quotes < MIN_QUOTES) return 1;
    const share = tally.changed / tally.quotes;
    return share <= NORMAL_SHARE ? 1 : Math.max(MIN_FACTOR, NORMAL_SHARE / share);
  }
}
