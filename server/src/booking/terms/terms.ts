/**
 * Cancellation terms: the cost of a cancellation over time. Times are in milliseconds, amounts in minor units.
 * Pure.
 */
import type { DEADLINE_SOURCES, SEARCH_REFUNDABILITIES } from '@serai/contract/booking/cancellation-terms.ts';

export type Refundability = (typeof SEARCH_REFUNDABILITIES)[number];

export type DeadlineSource = (typeof DEADLINE_SOURCES)[number];

/** Windows are half-open, contiguous and cover all time. Penalties never fall and never exceed the price. */
export interface PenaltyWindow {
  /** Null if the window has no start. */
  fromMs: number | null;
  /** Null if the window never ends. */
  toMs: number | null;
  penaltyMinor: number;
}

export interface Terms {
  refundability: Refundability;
  /** Null if cancelling is never free. */
  freeUntilMs: number | null;
  deadlineSource: DeadlineSource;
  timeZone: string | null;
  /** Empty only if `refundability` is UNKNOWN. */
  windows: readonly PenaltyWindow[];
  noShow: { penaltyMinor: number; fromMs: number } | null;
}

export interface PenaltyNow {
  penaltyMinor: number;
  /** Exclusive. Null if the penalty never rises again. */
  validUntilMs: number | null;
  next: { penaltyMinor: number; fromMs: number } | null;
}

/** The penalty from a given time on. A null `fromMs` means that it always applies. */
export interface PenaltyStep {
  fromMs: number | null;
  penaltyMinor: number;
}

/** The price before and after conversion, and the conversion for any other amount. */
export interface ConvertedPrice {
  beforeMinor: number;
  afterMinor: number;
  convert(minor: number): number;
}

/** Builds windows from steps in any order. The highest penalty that has started applies, capped at the price. */
export function windowsOf(steps: readonly PenaltyStep[], netMinor: number): PenaltyWindow[] {
  const inOrder = isInOrder(steps) ? steps : steps.toSorted((a, b) => startOf(a) - startOf(b));
  const windows: PenaltyWindow[] = [];
  let last: PenaltyWindow = { fromMs: null, toMs: null, penaltyMinor: 0 };
  for (const { fromMs, penaltyMinor } of inOrder) {
    const penalty = Math.min(penaltyMinor, netMinor);
    if (penalty <= last.penaltyMinor) continue;
    if (fromMs === last.fromMs) {
      last.penaltyMinor = penalty;
      continue;
    }
    last.toMs = fromMs;
    windows.push(last);
    last = { fromMs, toMs: null, penaltyMinor: penalty };
  }
  windows.push(last);
  return windows;
}

export function refundabilityOf(windows: readonly PenaltyWindow[], netMinor: number): Refundability {
  const first = windows[0];
  return first === undefined ? 'UNKNOWN' : refundabilityFrom(first.penaltyMinor, netMinor);
}

/** REFUNDABLE: free at first. NON_REFUNDABLE: the full price from the start. PARTIALLY_REFUNDABLE: anything else. */
export function refundabilityFrom(firstPenaltyMinor: number, netMinor: number): Refundability {
  if (firstPenaltyMinor === 0) return 'REFUNDABLE';
  return firstPenaltyMinor >= netMinor ? 'NON_REFUNDABLE' : 'PARTIALLY_REFUNDABLE';
}

/** Most suppliers send sorted penalties, so sorting can usually be skipped. */
function isInOrder(steps: readonly PenaltyStep[]): boolean {
  return steps.every((step, i) => i === 0 || startOf(steps[i - 1] as PenaltyStep) <= startOf(step));
}

function startOf({ fromMs }: PenaltyStep): number {
  return fromMs ?? Number.NEGATIVE_INFINITY;
}

/** Returns the window that contains the given time. Throws RangeError for unknown terms. */
export function windowAt(windows: readonly PenaltyWindow[], atMs: number): PenaltyWindow {
  const window = windows.findLast(({ fromMs }) => fromMs === null || fromMs <= atMs);
  if (window === undefined) throw new RangeError('The cancellation terms are unknown.');
  return window;
}

/** Throws RangeError for unknown terms. */
export function penaltyAt(windows: readonly PenaltyWindow[], atMs: number): PenaltyNow {
  const current = windowAt(windows, atMs);
  const higher = windows.find(({ penaltyMinor }) => penaltyMinor > current.penaltyMinor);
  if (higher === undefined || higher.fromMs === null) {
    return { penaltyMinor: current.penaltyMinor, validUntilMs: null, next: null };
  }
  const next = { penaltyMinor: higher.penaltyMinor, fromMs: higher.fromMs };
  return { penaltyMinor: current.penaltyMinor, validUntilMs: next.fromMs, next };
}

/**
 * Converts terms to another currency. A full penalty stays equal to the full price, and rounding never makes a penalty
 * free, unless the price itself rounds to zero.
 */
export function convertTerms(terms: Terms, price: ConvertedPrice): Terms {
  if (terms.refundability === 'UNKNOWN') return terms;
  const steps: PenaltyStep[] = terms.windows.map(({ fromMs, penaltyMinor }) => ({
    fromMs,
    penaltyMinor: convertPenalty(penaltyMinor, price),
  }));
  const windows = windowsOf(steps, price.afterMinor);
  return {
    // If the price rounds to zero, the converted amounts no longer show the refundability.
    refundability: price.afterMinor === 0 ? terms.refundability : refundabilityOf(windows, price.afterMinor),
    freeUntilMs: terms.freeUntilMs,
    deadlineSource: terms.deadlineSource,
    timeZone: terms.timeZone,
    windows,
    noShow: terms.noShow && {
      penaltyMinor: convertPenalty(terms.noShow.penaltyMinor, price),
      fromMs: terms.noShow.fromMs,
    },
  };
}

/** Returns at least one minor unit if the penalty was not free, and at most the price. */
export function convertPenalty(minor: number, { beforeMinor, afterMinor, convert }: ConvertedPrice): number {
  if (minor === 0) return 0;
  if (minor >= beforeMinor) return afterMinor;
  return Math.min(Math.max(convert(minor), 1), afterMinor);
}

/**
 * The terms of a partner whose net price differs from the cost. A penalty keeps its share of the price, rounded half up, and the
 * full penalty stays the full price. Refundability and deadlines stay those of the provider.
 */
export function markUpTerms(terms: Terms, costMinor: number, netMinor: number): Terms {
  if (terms.refundability === 'UNKNOWN' || costMinor === netMinor) return terms;
  const windows: PenaltyWindow[] = [];
  let last: PenaltyWindow | undefined;
  for (const { fromMs, toMs, penaltyMinor } of terms.windows) {
    const penalty = markUpPenalty(penaltyMinor, costMinor, netMinor);
    if (last !== undefined && penalty === last.penaltyMinor) {
      last.toMs = toMs;
      continue;
    }
    last = { fromMs, toMs, penaltyMinor: penalty };
    windows.push(last);
  }
  const { refundability, freeUntilMs, deadlineSource, timeZone, noShow } = terms;
  return {
    refundability,
    freeUntilMs,
    deadlineSource,
    timeZone,
    windows,
    noShow: noShow && {
      penaltyMinor: markUpPenalty(noShow.penaltyMinor, costMinor, netMinor),
      fromMs: noShow.fromMs,
    },
  };
}

/** `penaltyMinor` × `netMinor` ÷ `costMinor`, rounded half up, at most net. 0 if the cost is 0. */
export function markUpPenalty(penaltyMinor: number, costMinor: number, netMinor: number): number {
  if (costMinor === 0) return 0;
  if (penaltyMinor >= costMinor) return netMinor;
  const product = penaltyMinor * netMinor * 2 + costMinor;
  if (Number.isSafeInteger(product)) {
    const quotient = Math.floor(product / (costMinor * 2));
    // The division rounds, so a quotient just below a whole number may come out as that number.
    return quotient * costMinor * 2 > product ? quotient - 1 : quotient;
  }
  const divisor = BigInt(costMinor);
  return Number((BigInt(penaltyMinor) * BigInt(netMinor) * 2n + divisor) / (divisor * 2n));
}
