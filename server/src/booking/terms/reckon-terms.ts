/**
 * Pure. Turns a supplier's policy into terms; they do not depend on the time of asking. Where a policy leaves a choice the stricter
 * reading counts, never the one in the guest's favour:
 * - A local deadline is read on the property's clocks; where its zone is not known, as if it were the first zone of the earth.
 * - A no-show begins with the day after arrival. From then on a cancellation costs no less than it, nor it less than a cancellation.
 * - Terms that are free for ever are free until that moment: afterwards nothing is left to cancel.
 * - Deadlines are whole seconds, rounded down.
 */
import { addDays } from '../../platform/time/civil-date.ts';
import { instantOf, parseLocalTime } from '../../platform/time/zoned-time.ts';
import type { PenaltyStart, SuppliedPolicy } from '../port/supplied-offer.ts';
import { windowAt } from './penalty-at.ts';
import type { DeadlineSource, Terms } from './terms.ts';
import { type PenaltyStep, refundabilityOf, windowsOf } from './terms-of-windows.ts';

/** How far the first zone of the earth is ahead of UTC. */
const FIRST_ZONE_MS = 14 * 3_600_000;

export interface TermsBasis {
  netMinor: number;
  /** IANA; null where it is not known. */
  timeZone: string | null;
  checkIn: string;
}

export function reckonTerms(policy: SuppliedPolicy, { netMinor, timeZone, checkIn }: TermsBasis): Terms {
  const deadlineSource = sourceOf(policy, timeZone);
  if (policy.kind === 'UNKNOWN') {
    return {
      refundability: 'UNKNOWN',
      freeUntilMs: null,
      deadlineSource,
      timeZone,
      windows: [],
      noShow: null,
    };
  }
  const noShowMs = noShowMoment(checkIn, timeZone);
  const steps: PenaltyStep[] = policy.penalties.map(({ from, penaltyMinor }) => ({
    fromMs: startMs(from, timeZone),
    penaltyMinor,
  }));
  if (policy.noShowMinor !== null) steps.push({ fromMs: noShowMs, penaltyMinor: policy.noShowMinor });
  const windows = windowsOf(steps, netMinor);
  return {
    refundability: refundabilityOf(windows, netMinor),
    freeUntilMs: windows[0]?.penaltyMinor === 0 ? (windows[0].toMs ?? noShowMs) : null,
    deadlineSource,
    timeZone,
    windows,
    noShow:
      policy.noShowMinor === null
        ? null
        : { penaltyMinor: windowAt(windows, noShowMs).penaltyMinor, fromMs: noShowMs },
  };
}

/** PROVIDER only where every deadline came as a moment. */
function sourceOf(policy: SuppliedPolicy, timeZone: string | null): DeadlineSource {
  const given = policy.kind === 'KNOWN' ? policy.penalties : [];
  const has = (kind: PenaltyStart['kind']) => given.some(({ from }) => from.kind === kind);
  if (has('INSTANT') && !has('LOCAL')) return 'PROVIDER';
  return timeZone === null ? 'CONSERVATIVE' : 'PROPERTY_TIMEZONE';
}

function startMs(from: PenaltyStart, timeZone: string | null): number | null {
  switch (from.kind) {
    case 'ALWAYS':
      return null;
    case 'INSTANT':
      return Math.floor(from.atMs / 1000) * 1000;
    case 'LOCAL':
      return localMoment(from.at, timeZone);
  }
}

// One stay at a time is searched for, and most hotels of a search share their zone.
let lastArrival: { checkIn: string; timeZone: string | null; noShowMs: number } | undefined;

function noShowMoment(checkIn: string, timeZone: string | null): number {
  if (lastArrival?.checkIn !== checkIn || lastArrival.timeZone !== timeZone) {
    const noShowMs = localMoment(`${addDays(checkIn, 1)}T00:00`, timeZone);
    lastArrival = { checkIn, timeZone, noShowMs };
  }
  return lastArrival.noShowMs;
}

function localMoment(local: string, timeZone: string | null): number {
  return timeZone === null ? parseLocalTime(local) - FIRST_ZONE_MS : instantOf(local, timeZone);
}
