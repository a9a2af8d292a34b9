/** What a form for several nights and rows would change, in words. Pure. */
import { formatNumber } from '../../lib/format/format.ts';
import { type EffectLine, type PriceChange, pricePlans, type ValueChange } from './bulk-prices.ts';
import { type CalendarRow, codesOf, kindOf } from './calendar.ts';
import type { NightChoice } from './cell-draft.ts';
import type { Pricing } from './derived-price.ts';
import { changedValue, type Following } from './following.ts';
import { currentValue, type Edit, type Pending } from './pending.ts';

interface Target {
  /** The keys of the chosen rows. */
  rows: readonly string[];
  nights: number;
  range: Pick<NightChoice, 'weekdays' | 'only'>;
  pending: Pending;
  following: Following;
  pricing: Pricing;
  /** All rows that are loaded. A plan may depend on rows that are not chosen. */
  loaded: readonly CalendarRow[];
  /** The name of a row. */
  nameOf: (key: string) => string;
}

/**
 * For example `Changes 62 nights of 2 rate plans.`, followed by one line for each plan, because an average over different
 * plans means nothing. Without edits, nothing valid is entered or the current values are not known, so that only the
 * nights are counted.
 */
export function effectLines(edits: readonly Edit[] | undefined, target: Target): EffectLine[] {
  const { rows, nights, range, pending, following } = target;
  if (rows.length === 0) return [{ text: 'Choose at least one room type or rate plan.' }];
  if (nights === 0) return [{ text: noNightText(range) }];
  if (edits === undefined) return [{ text: `Applies to ${countText(nights, rows)}.` }];
  const changes = edits.flatMap(edit => {
    const { row, night, field, to } = edit;
    if (currentValue(pending, row, night, field) === to) return [];
    // A rate plan without a value of its own has the value of the plan that it follows, which may not be saved either.
    const changed = { changes: pending.get(row.key), following: following.get(row.key) };
    return [{ ...edit, before: changedValue(row, night, field, changed) }];
  });
  if (changes.length === 0) return [{ text: `Nothing changes for ${countText(nights, rows)}.` }];
  const changed = new Set(changes.map(({ row }) => row.key));
  const counted = countText(new Set(changes.map(({ night }) => night)).size, [...changed]);
  const prices = pricesOf(changes);
  if (prices === undefined) return [{ text: `Changes ${counted}${allotmentText(changes)}.` }];
  return [{ text: `Changes ${counted}.` }, ...pricePlans(prices, { ...target, edits })];
}

function noNightText({ weekdays, only }: Target['range']): string {
  if (only === undefined)
    return weekdays.length > 0
      ? 'No nights in the range fall on these weekdays.'
      : 'The range contains no nights.';
  const where = weekdays.length > 0 ? 'in the range and on these weekdays' : 'in the range';
  return `None of the nights ${only.name} is ${where}.`;
}

function countText(nights: number, rows: readonly string[]): string {
  const counted = (count: number, one: string) =>
    count === 1 ? `1 ${one}` : `${formatNumber(count)} ${one}s`;
  const plans = rows.filter(key => codesOf(key).planCode !== undefined).length;
  const kind = plans === rows.length ? 'rate plan' : plans === 0 ? 'room type' : 'row';
  return `${counted(nights, 'night')} of ${counted(rows.length, kind)}`;
}

/** Prices of different fields have no average, and neither have prices that are removed. */
function pricesOf(changes: readonly ValueChange[]): PriceChange[] | undefined {
  const prices = changes.filter(({ field }) => kindOf(field) === 'amount' && field !== 'extraAdult');
  const isOnePrice = new Set(prices.map(({ field }) => field)).size === 1;
  const set = prices.filter((change): change is PriceChange => typeof change.to === 'string');
  return isOnePrice && set.length === prices.length ? set : undefined;
}

function allotmentText(changes: readonly ValueChange[]): string {
  const [only] = changes;
  const isSame = changes.every(({ before, to }) => before === only?.before && to === only.to);
  const isOneField = new Set(changes.map(({ field }) => field)).size === 1;
  if (only?.field !== 'total' || !isOneField || !isSame) return '';
  return only.before === null ? `: new allotment ${only.to}` : `: allotment ${only.before} → ${only.to}`;
}
