/**
 * Maintains the daily partitions of the request log: creates the partitions for today and tomorrow and drops those past
 * the retention period. Also deletes old usage, and the expired keys of Serai itself that appear in no partition.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { Flusher } from '../writing/flusher.ts';
import { deleteOwnKeysBefore, dropLogDaysBefore, ensureLogDays } from './request-log-store.ts';
import { deleteUsageBefore } from './usage/usage-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface LogDaysParts {
  db: Database;
  clock: Clock;
  log: Log;
  settings: { retentionDays: number; usageDays: number };
}

/** Runs on `flush` and then hourly, even after a failure. */
export function logDays({ db, clock, log, settings }: LogDaysParts): Flusher {
  async function send(): Promise<boolean> {
    const nowMs = clock.nowMs();
    await ensureDaysOf(db, [nowMs, nowMs + DAY_MS]);
    const firstKept = dayOf(nowMs - settings.retentionDays * DAY_MS);
    const dropped = await dropLogDaysBefore(db, firstKept);
    if (dropped > 0) log.info({ days: dropped }, 'dropped old partitions of the request log');
    await deleteOwnKeysBefore(db, firstKept);
    await deleteUsageBefore(db, nowMs - settings.usageDays * DAY_MS);
    return true;
  }
  return new Flusher({ clock, log, what: 'the partitions of the request log', everyMs: HOUR_MS, send });
}

export function ensureDaysOf(db: Database, timesMs: readonly number[]): Promise<void> {
  return ensureLogDays(db, [...new Set(timesMs.map(dayOf))]);
}

/** `YYYY-MM-DD` in UTC. */
function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
