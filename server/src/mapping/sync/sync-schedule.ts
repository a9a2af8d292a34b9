/** Decides which run is due and what it reads. Pure. */
import type { ContentMode } from './content-run-store.ts';
import type { ContentSync } from './content-sync-store.ts';

const HOUR_MS = 3_600_000;
/** Each delta run reads this much of the previous period again, because the clocks of suppliers differ from ours. */
const OVERLAP_MS = HOUR_MS;

export interface SyncSettings {
  /** Whether runs start automatically. Staff can start runs in any case. */
  isAutomatic: boolean;
  deltaHours: number;
  fullDays: number;
  /** The percentage of an account's hotels that a full run may remove without confirmation. */
  removalPercent: number;
}

type Schedule = Pick<ContentSync, 'changedSince' | 'fullAt' | 'now'>;

/** The first run is a full run, and so is every run that is due `fullDays` or more after the last full run. */
export function dueMode({ changedSince, fullAt, now }: Schedule, { fullDays }: SyncSettings): ContentMode {
  if (changedSince === null || fullAt === null) return 'FULL';
  return now.getTime() - fullAt.getTime() >= fullDays * 24 * HOUR_MS ? 'FULL' : 'DELTA';
}

/** Returns null for a full run. A delta run needs a full run before it. */
export function sinceOf(mode: ContentMode, { changedSince }: Pick<Schedule, 'changedSince'>): Date | null {
  return mode === 'FULL' || changedSince === null ? null : new Date(changedSince.getTime() - OVERLAP_MS);
}

export function deltaPauseMs({ deltaHours }: SyncSettings): number {
  return deltaHours * HOUR_MS;
}

/**
 * If many hotels disappear at once, the supplier's list is probably wrong. Nothing is removed until a person confirms
 * it.
 */
export function needsConfirmation(
  { missing, present }: { missing: number; present: number },
  { removalPercent }: SyncSettings,
): boolean {
  return missing * 100 > present * removalPercent;
}
