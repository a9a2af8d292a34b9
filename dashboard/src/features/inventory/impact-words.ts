/** How much prices change, in words. Pure. */
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import type { ChangeImpact, PlanImpact } from './change-impact.ts';

/** The changed nights whose prices are not part of the averages. */
export function unknownText(nights: number, isReading: boolean): string {
  const counted = nights === 1 ? '1 night' : `${formatNumber(nights)} nights`;
  return isReading
    ? `Loading ${counted} in other months or room types…`
    : `Prices exclude ${counted} in other months or room types that could not be loaded`;
}

/**
 * The changes in numbers, for example `17 nights change`, `37 prices change, 8 of them derived`, `2 prices are set for
 * the first time` and `2 rate plan nights close`.
 */
export function impactTexts({
  nights,
  prices: { changed, derived, first, removed },
  closed,
  opened,
}: Pick<ChangeImpact, 'nights' | 'prices' | 'closed' | 'opened'>): string[] {
  const counted = (count: number, noun: string, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${noun} ${one}` : `${formatNumber(count)} ${noun}s ${many}`];
  const part = derived === changed ? 'all' : formatNumber(derived);
  return [
    ...counted(nights, 'night', 'changes', 'change'),
    ...counted(changed, 'price', 'changes', 'change').map(text =>
      derived === 0 ? text : changed === 1 ? `${text}, derived` : `${text}, ${part} of them derived`,
    ),
    ...counted(first, 'price', 'is set for the first time', 'are set for the first time'),
    ...counted(removed, 'price', 'is removed', 'are removed'),
    ...counted(closed.plans, 'rate plan night', 'closes', 'close'),
    ...counted(closed.rooms, 'room type night', 'closes', 'close'),
    ...counted(opened.plans, 'rate plan night', 'opens', 'open'),
    ...counted(opened.rooms, 'room type night', 'opens', 'open'),
  ];
}

/** For example `+12.5%`. */
export function signed(share: number): string {
  return `${share > 0 ? '+' : share < 0 ? '−' : ''}${formatPercent(Math.abs(share))}`;
}

/** How the average changes. Large changes name the nights themselves, so that they are not named twice. */
export function averageText({
  nights,
  share,
  large,
}: Pick<PlanImpact, 'nights' | 'share' | 'large'>): string {
  if (nights === 1) return large ? '1 night' : `1 night, ${signed(share)}`;
  const average = `${signed(share)} on average`;
  return large ? average : `${formatNumber(nights)} nights, ${average}`;
}

/** The nights with large changes, for example `All 19 nights: up to −27.4%`. */
export function largeText(
  { nights, lowest, highest }: NonNullable<PlanImpact['large']>,
  all: number,
): string {
  const range = rangeText(lowest, highest);
  if (all === 1) return range;
  const [part, total] = [formatNumber(nights), formatNumber(all)];
  return nights === all ? `All ${total} nights: ${range}` : `${part} of ${total} nights: ${range}`;
}

function rangeText(lowest: number, highest: number): string {
  const [from, to] = [signed(lowest), signed(highest)];
  if (from === to) return from;
  if (lowest < 0 && highest > 0) return `${from} to ${to}`;
  return `up to ${lowest < 0 ? from : to}`;
}
