/** Pure. How long an answer may be shown: the nearer the arrival, the faster rooms and prices move. */
import type { SearchResult } from '../../port/supplier.ts';

export interface EntryLife {
  /** From then on it is shown and asked for again at the same time. */
  softMs: number;
  /** From then on it is gone. */
  hardMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** By days to arrival, the furthest first. */
const LIVES: readonly (EntryLife & { fromDays: number })[] = [
  { fromDays: 90, softMs: 2 * HOUR_MS, hardMs: 12 * HOUR_MS },
  { fromDays: 30, softMs: HOUR_MS, hardMs: 4 * HOUR_MS },
  { fromDays: 7, softMs: 15 * MINUTE_MS, hardMs: HOUR_MS },
  { fromDays: 2, softMs: 5 * MINUTE_MS, hardMs: 15 * MINUTE_MS },
];
const NEAREST: EntryLife = { softMs: 2 * MINUTE_MS, hardMs: 5 * MINUTE_MS };

/** Nothing is kept for longer. */
export const LONGEST_LIFE_MS = 12 * HOUR_MS;
/** That there is nothing: a quarter of the soft time, and no longer than this. */
const NEGATIVE_MS = 10 * MINUTE_MS;
/** Whoever is shown an offer has at least so long to quote it. */
const LEAST_TOKEN_MS = 5 * MINUTE_MS;
/** Less is not worth the writing. */
const LEAST_LIFE_MS = 1_000;

/** `shrink` from 0 to 1. Undefined for an answer that ends too soon to be kept. */
export function entryLife(
  answer: SearchResult,
  checkIn: string,
  fetchedAtMs: number,
  shrink = 1,
): EntryLife | undefined {
  const days = Math.floor(Date.parse(checkIn) / DAY_MS) - Math.floor(fetchedAtMs / DAY_MS);
  const { softMs, hardMs } = LIVES.find(({ fromDays }) => days >= fromDays) ?? NEAREST;
  const isNegative = answer.hotels.every(({ offers }) => offers.length === 0);
  if (isNegative) {
    const ms = Math.min(softMs / 4, NEGATIVE_MS) * shrink;
    return { softMs: ms, hardMs: ms };
  }
  const endMs = Math.min(hardMs * shrink, tokensEndMs(answer) - fetchedAtMs - LEAST_TOKEN_MS);
  return endMs < LEAST_LIFE_MS ? undefined : { softMs: Math.min(softMs * shrink, endMs), hardMs: endMs };
}

function tokensEndMs({ hotels }: SearchResult): number {
  let endMs = Number.POSITIVE_INFINITY;
  for (const { offers } of hotels) {
    for (const { endsAtMs } of offers) if (endsAtMs !== undefined && endsAtMs < endMs) endMs = endsAtMs;
  }
  return endMs;
}
