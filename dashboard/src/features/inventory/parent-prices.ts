/** Rate plans that should be cheaper than the plan they are derived from, but no longer are. Pure. */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { toMinor } from '../../lib/format/decimal.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { type CalendarRow, effectiveValue, fieldOf, rowKey, type Value } from './calendar.ts';
import { changedValue, type Following } from './following.ts';
import { currentValue, type Edit, nightAndField, type Pending } from './pending.ts';

/** The nights on which a derived plan with its own price is not cheaper than its parent. */
export interface NotCheaper {
  row: CalendarRow;
  parent: CalendarRow;
  /** In their order. */
  nights: readonly string[];
}

interface Content {
  currency: string;
  pending: Pending;
  following: Following;
  /** Whether a night of a room type is loaded. */
  isLoaded: (roomCode: string, night: string) => boolean;
  /** Whether the plan is derived with a discount. */
  isDiscounted: (row: string) => boolean;
}

/**
 * Only nights on which one of the two prices changes, and on which the plan is sold. Compares rates, because a board
 * supplement may make the cheaper plan more expensive for guests.
 */
export function notCheaperPlans(rows: readonly CalendarRow[], content: Content): NotCheaper[] {
  const { pending, following, isLoaded, isDiscounted } = content;
  const digits = minorUnits(content.currency);
  const byKey = new Map(rows.map(row => [row.key, row]));
  const readValue = (row: CalendarRow, night: string, field: string) =>
    changedValue(row, night, field, { changes: pending.get(row.key), following: following.get(row.key) });
  return rows.flatMap(row => {
    const { room, plan } = row;
    const parent = plan?.derivedFrom ? byKey.get(rowKey(room.roomCode, plan.derivedFrom)) : undefined;
    if (parent === undefined || plan?.active !== true || !isDiscounted(row.key)) return [];
    const field = fieldOf(row, 'price');
    const nights = changedNights([row, parent], field, content).filter(night => {
      if (!isLoaded(room.roomCode, night) || readValue(row, night, 'stopSell') === true) return false;
      if (currentValue(pending, row, night, field) === null) return false;
      return isAtLeast(readValue(row, night, field), readValue(parent, night, field), digits);
    });
    return nights.length > 0 ? [{ row, parent, nights }] : [];
  });
}

/** The nights on which the price of any of the rows differs from the saved one. */
function changedNights(
  rows: readonly CalendarRow[],
  field: string,
  { pending, following }: Pick<Content, 'pending' | 'following'>,
): string[] {
  const nights = rows.flatMap(row => {
    const changed = { changes: pending.get(row.key), following: following.get(row.key) };
    return [...(changed.changes?.keys() ?? []), ...(changed.following?.values.keys() ?? [])]
      .map(key => nightAndField(key)[0])
      .filter(night => changedValue(row, night, field, changed) !== effectiveValue(row, night, field));
  });
  return [...new Set(nights)].sort();
}

function isAtLeast(price: Value, parent: Value, digits: number): boolean {
  if (typeof price !== 'string' || typeof parent !== 'string') return false;
  return toMinor(price, digits) >= toMinor(parent, digits);
}

/** For example `Double room: Saver is not cheaper than Flexible on 3 nights`. */
export function notCheaperText({ row, parent, nights }: NotCheaper): string {
  const count = nights.length === 1 ? '1 night' : `${formatNumber(nights.length)} nights`;
  return `${row.room.name}: ${row.plan?.name} is not cheaper than ${parent.plan?.name} on ${count}`;
}

/** Removes the own prices of these nights, so that the plan follows its parent again. */
export function restoredPrices({ row, nights }: NotCheaper): Edit[] {
  return nights.map(night => ({ row, night, field: fieldOf(row, 'price'), to: null }));
}
