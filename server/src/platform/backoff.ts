/** Backoff delays with jitter. Pure. */
import { randomInt } from 'node:crypto';

/** Doubles with each failure. `failures` starts at 1. */
export function exponentialBackoffMs(
  failures: number,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1));
}

/** Changes a delay by at most `share`, in either direction. `random` is between 0 and 1. */
export function withJitter(delayMs: number, share: number, random: number): number {
  return Math.round(delayMs * (1 - share + 2 * share * random));
}

export function randomFraction(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}
