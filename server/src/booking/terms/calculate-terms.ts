/**
 * Turns a supplier's policy into terms, independently of the current time. Pure. Where a policy is ambiguous, the stricter reading
 * applies, never the one that favours the guest:
 * - A local deadline is read in the property's time zone. If that is unknown, the earliest time zone on earth (UTC+14) is assumed.
 * - A no-show starts at the end of the arrival day. From then on, cancellation and no-show cost the same, the higher of the two.
 * - Terms without any penalty are free until the no-show starts, because afterwards there is nothing left to cancel.
 * - Deadlines are rounded down to whole seconds.
 */
import { addDays } from '../../platform/time/civil-date.ts';
import { instantOf, parseLocalTime } from '../../platform/time/zoned-time.ts';
import type { PenaltyStart, SuppliedPolicy } from '../port/supplied-offer.ts';
import {
  type DeadlineSource,
  type PenaltyStep,
  refundabilityOf,
  type Terms,
  windowAt,
  windowsOf,
} from './terms.ts';

/** UTC+14, where deadlines pass first. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

export interface TermsBasis {
  netMinor: number;
  timeZone: string | null;
  checkIn: string;
}

export function calculateTerms(policy: SuppliedPolicy, { netMinor, timeZone, checkIn }: TermsBasis): Terms {
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
  const noShowMs = noShowStartMs(checkIn, timeZone);
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

/** PROVIDER only if the supplier sent every deadline as an absolute time. */
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
      return localTimeMs(from.at, timeZone);
  }
}

// A one-entry cache: a search has one stay, and most of its hotels share a time zone.
let lastArrival: { checkIn: string; timeZone: string | null; noShowMs: number } | undefined;

function noShowStartMs(checkIn: string, timeZone: string | null): number {
  if (lastArrival?.checkIn !== checkIn || lastArrival.timeZone !== timeZone) {
    const noShowMs = localTimeMs(`${addDays(checkIn, 1)}T00:00`, timeZone);
    lastArrival = { checkIn, timeZone, noShowMs };
  }
  return lastArrival.noShowMs;
}

function localTimeMs(local: string, timeZone: string | null): number {
  return timeZone === null ? parseLocalTime(local) - EARLIEST_ZONE_MS : instantOf(local, timeZone);
}
