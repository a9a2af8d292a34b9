/** How much prices change, in words. Pure. */
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import type { PlanImpact } from './change-impact.ts';

/** For example `+12.5%`. */
export function signed(share: number): string {
  return `${share > 0 ? '+' : share < 0 ? '−' : ''}${formatPercent(Math.abs(share))}`;
}

/** The nights with large changes, for example `all 19 nights up to −27.4%`. */
export function largeText(
  { nights, lowest, highest }: NonNullable<PlanImpact['large']>,
  all: number,
): string {
  const range = rangeText(lowest, highest);
  if (all === 1) return range;
  return `${nights === all ? `all ${formatNumber(all)}` : `${formatNumber(nights)} of ${formatNumber(all)}`} nights ${range}`;
}

function rangeText(lowest: number, highest: number): string {
  const [from, to] = [signed(lowest), signed(highest)];
  if (from === to) return from;
  if (lowest < 0 && highest > 0) return `${from} to ${to}`;
  return `up to ${lowest < 0 ? from : to}`;
}
