/** Pure. The terms of a booking as moments, so that what a cancellation costs never depends on a later document. */
import { addDays } from '../../../platform/time/civil-date.ts';
import { instantOf, parseLocalTime } from '../../../platform/time/zoned-time.ts';
import type { SuppliedPolicy } from '../../port/supplied-offer.ts';

export interface PenaltyStep {
  /** Null: since ever. */
  fromMs: number | null;
  penaltyMinor: number;
}

/** Where a zone is not known, deadlines are those of the first zone of the earth. */
const FIRST_ZONE_MS = 14 * 3_600_000;

export function penaltySteps(
  policy: SuppliedPolicy,
  checkIn: string,
  timeZone: string | null,
): PenaltyStep[] {
  if (policy.kind === 'UNKNOWN') return [];
  const momentAt = (local: string) =>
    timeZone === null ? parseLocalTime(local) - FIRST_ZONE_MS : instantOf(local, timeZone);
  const steps = policy.penalties.map(({ from, penaltyMinor }): PenaltyStep => {
    if (from.kind === 'ALWAYS') return { fromMs: null, penaltyMinor };
    return { fromMs: from.kind === 'LOCAL' ? momentAt(from.at) : from.atMs, penaltyMinor };
  });
  if (policy.noShowMinor !== null) {
    steps.push({ fromMs: momentAt(`${addDays(checkIn, 1)}T00:00`), penaltyMinor: policy.noShowMinor });
  }
  return steps;
}

/** The highest that has begun, and never more than the price. */
export function penaltyNow(steps: readonly PenaltyStep[], nowMs: number, netMinor: number): number {
  let most = 0;
  for (const { fromMs, penaltyMinor } of steps) {
    if (fromMs === null || fromMs <= nowMs) most = Math.max(most, penaltyMinor);
  }
  return Math.min(most, netMinor);
}
