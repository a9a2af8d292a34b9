/**
 * Determines when each signing key is published, used and retired. A key is published from 15 minutes before its first
 * use until 15 minutes after its last use, so that verifiers always have the key of a valid token.
 */

export const PUBLISH_AHEAD_MS = 15 * 60_000;
const KEEP_AFTER_MS = 15 * 60_000;
const ROTATE_EVERY_MS = 30 * 24 * 3_600_000;

export interface ScheduledKey {
  kid: string;
  useFromMs: number;
}

interface Schedule<T> {
  current: T | undefined;
  /** Keys that verifiers must know. */
  published: T[];
  /** Keys that no valid token uses any more. */
  retired: T[];
  /** The key that is published, but not yet used. */
  next: T | undefined;
  /** When the next key should be created. It is first used 15 minutes later. */
  rotationDueMs: number;
}

export function signingSchedule<T extends ScheduledKey>(keys: readonly T[], nowMs: number): Schedule<T> {
  const ordered = keys.toSorted((a, b) => a.useFromMs - b.useFromMs || (a.kid < b.kid ? -1 : 1));
  const lastUseMs = (index: number) => ordered[index + 1]?.useFromMs ?? Number.POSITIVE_INFINITY;
  const isRetired = (index: number) => nowMs >= lastUseMs(index) + KEEP_AFTER_MS;
  const newest = ordered.at(-1);
  return {
    current: ordered.findLast(key => key.useFromMs <= nowMs),
    published: ordered.filter((_, index) => !isRetired(index)),
    retired: ordered.filter((_, index) => isRetired(index)),
    next: ordered.find(key => key.useFromMs > nowMs),
    rotationDueMs: newest === undefined ? nowMs : newest.useFromMs + ROTATE_EVERY_MS - PUBLISH_AHEAD_MS,
  };
}
