/** Pure. Terms in another currency. A full penalty stays the full price, and none becomes free by rounding. */
import type { Terms } from './terms.ts';
import { type PenaltyStep, refundabilityOf, windowsOf } from './terms-of-windows.ts';

/** The price before and after, and how to convert any other amount. */
export interface PriceInTwo {
  beforeMinor: number;
  afterMinor: number;
  convert(minor: number): number;
}

export function convertTerms(terms: Terms, price: PriceInTwo): Terms {
  if (terms.refundability === 'UNKNOWN') return terms;
  const steps: PenaltyStep[] = terms.windows.map(({ fromMs, penaltyMinor }) => ({
    fromMs,
    penaltyMinor: convertPenalty(penaltyMinor, price),
  }));
  const windows = windowsOf(steps, price.afterMinor);
  return {
    // Of a price that vanishes by rounding nothing can be told.
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

/** At least one minor unit where it was not free, and at most the price. */
export function convertPenalty(minor: number, { beforeMinor, afterMinor, convert }: PriceInTwo): number {
  if (minor === 0) return 0;
  if (minor >= beforeMinor) return afterMinor;
  return Math.min(Math.max(convert(minor), 1), afterMinor);
}
