/** How much prices change, in words. Pure. */
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import { MAX_RANGES, rangesText } from './change-groups.ts';
import type { ChangeImpact, PlanImpact, SalesNights } from './change-impact.ts';
import { addDays } from './month.ts';

/** The changed nights whose prices are not part of the averages. */
export function unknownText(nights: number, isReading: boolean): string {
  const counted = nights === 1 ? '1 night' : `${formatNumber(nights)} nights`;
  return isReading
    ? `Loading ${counted} in other months or room types…`
    : `Prices exclude ${counted} in other months or room types that could not be loaded`;
}

type Totals = Pick<ChangeImpact, 'nights' | 'prices' | 'closed' | 'opened'>;

/**
 * The changes in numbers that add up, for example `37 prices change on 17 nights: 29 edited, 8 derived.` and
 * `Sales stop on 21 Jan for Flexible and Saver (Double room).`
 */
export function impactTexts({ nights, prices, closed, opened }: Totals, shownYear?: string): string[] {
  const texts = [
    ...pricesTexts(prices),
    ...salesTexts('stop', closed, shownYear),
    ...salesTexts('start', opened, shownYear),
  ];
  if (texts.length > 0) return texts;
  return [nights === 1 ? '1 night changes.' : `${formatNumber(nights)} nights change.`];
}

function pricesTexts({ changed, derived, first, removed, nights }: ChangeImpact['prices']): string[] {
  const total = changed + first + removed;
  if (total === 0) return [];
  const kinds: (readonly [number, string])[] = [
    [changed - derived, 'edited'],
    [derived, 'derived'],
    [first, 'set for the first time'],
    [removed, 'removed'],
  ];
  const parts = kinds
    .filter(([count]) => count > 0)
    .map(([count, kind]) => (count === total ? kind : `${formatNumber(count)} ${kind}`));
  const what = total === 1 ? '1 price changes' : `${formatNumber(total)} prices change`;
  return [`${what} on ${nightsText(nights)}: ${parts.join(', ')}.`];
}

const nightsText = (count: number) => (count === 1 ? '1 night' : `${formatNumber(count)} nights`);

/** More sentences would hide what comes after them. */
const MAX_SALES = 2;

function salesTexts(verb: 'stop' | 'start', sales: readonly SalesNights[], shownYear?: string): string[] {
  if (sales.length === 0) return [];
  const groups = new Map<
    string,
    { room: string; plans: (string | undefined)[]; nights: readonly string[] }
  >();
  for (const { room, plan, nights } of withoutClosedRooms(sales)) {
    const key = JSON.stringify([room, plan === undefined, nights]);
    const group = groups.get(key) ?? { room, plans: [], nights };
    groups.set(key, { ...group, plans: [...group.plans, plan] });
  }
  if (groups.size > MAX_SALES) {
    const nights = new Set(sales.flatMap(each => each.nights)).size;
    return [`Sales ${verb} on ${nightsText(nights)} for ${sales.length} room types and rate plans.`];
  }
  return [...groups.values()].map(({ room, plans, nights }) => {
    const names = plans.filter(name => name !== undefined);
    const who = names.length === 0 ? room : `${listText(names)} (${room})`;
    return `Sales ${verb} on ${someNights(nights, shownYear)} for ${who}.`;
  });
}

/** If a whole room type stops or starts selling, its rate plans are not named as well. */
function withoutClosedRooms(sales: readonly SalesNights[]): SalesNights[] {
  return sales.flatMap(each => {
    if (each.plan === undefined) return [each];
    const whole = sales.find(({ room, plan }) => plan === undefined && room === each.room)?.nights ?? [];
    const nights = each.nights.filter(night => !whole.includes(night));
    return nights.length === 0 ? [] : [{ ...each, nights }];
  });
}

/** Their dates if these are short, otherwise their number. */
function someNights(nights: readonly string[], shownYear?: string): string {
  const ranges: { from: string; to: string }[] = [];
  for (const night of nights) {
    const last = ranges.at(-1);
    if (last !== undefined && addDays(last.to, 1) === night) last.to = night;
    else ranges.push({ from: night, to: night });
  }
  const text = rangesText(ranges, shownYear);
  return ranges.length > MAX_RANGES && text.split(', ').length >= ranges.length
    ? nightsText(nights.length)
    : text;
}

const listText = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');

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
