/** The cancellation terms of a booking as timestamps, so that later changes to the policy never affect the penalty. Pure. */
import { addDays } from '../../../platform/time/civil-date.ts';
import { instantOf, parseLocalTime } from '../../../platform/time/zoned-time.ts';
import type { SuppliedPolicy } from '../../port/supplied-offer.ts';

export interface PenaltyStep {
  /** Null if the penalty applies from the start. */
  fromMs: number | null;
  penaltyMinor: number;
}

/** If the time zone is unknown, deadlines are in UTC+14, where they pass first. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

export function penaltySteps(
  policy: SuppliedPolicy,
  checkIn: string,
  timeZone: string | null,
): PenaltyStep[] {
  if (policy.kind === 'UNKNOWN') return [];
  const instantAt = (local: string) =>
    timeZone === null ? parseLocalTime(local) - EARLIEST_ZONE_MS : instantOf(local, timeZone);
  const steps = policy.penalties.map(({ from, penaltyMinor }): PenaltyStep => {
    if (from.kind === 'ALWAYS') return { fromMs: null, penaltyMinor };
    return { fromMs: from.kind === 'LOCAL' ? instantAt(from.at) : from.atMs, penaltyMinor };
  });
  if (policy.noShowMinor !== null) {
    steps.push({ fromMs: instantAt(`${addDays(checkIn, 1)}T00:00`), penaltyMinor: policy.noShowMinor });
  }
  return steps;
}

/** The highest penalty that has started, capped at the price. */
export function penaltyNow(steps: readonly PenaltyStep[], nowMs: number, netMinor: number): number {
  let highest = 0;
  for (const { fromMs, penaltyMinor } of steps) {
    if (fromMs === null || fromMs <= nowMs) highest = Math.max(highest, penaltyMinor);
  }
  return Math.min(highest, netMinor);
}
