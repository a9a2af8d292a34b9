/** Joins the lines of the review that differ only in their nights, and adds what guests pay. Pure. */
import { type ChangeLine, isSameChange } from './batch.ts';
import { type CalendarRow, fieldOf } from './calendar.ts';
import { describeCell, shortAmount } from './cell-label.ts';
import type { Following } from './following.ts';
import { addDays, nightRange } from './month.ts';
import type { Pending } from './pending.ts';

interface Range {
  from: string;
  to: string;
}

export interface ChangeGroup extends ChangeLine {
  ranges: Range[];
  /** What guests pay per night, as the grid shows it, if that differs from the price itself. */
  guests: GuestChange | undefined;
}

export interface GuestChange {
  before: string;
  after: string;
}

/** For example all weekends of a month, with one price. */
export function groupLines(
  lines: readonly ChangeLine[],
  guestsOf: (line: ChangeLine) => GuestChange | undefined,
): ChangeGroup[] {
  const groups: ChangeGroup[] = [];
  for (const line of lines) {
    const guests = guestsOf(line);
    const range = { from: line.from, to: line.to };
    const group = groups.find(
      each =>
        isSameChange(each, line) &&
        each.follows === line.follows &&
        each.guests?.before === guests?.before &&
        each.guests?.after === guests?.after,
    );
    if (group) group.ranges.push(range);
    else groups.push({ ...line, ranges: [range], guests });
  }
  return groups;
}

/** Returns `8–9, 15–16 Jan`. The month is written once, unless it changes. */
export function rangesText(ranges: readonly Range[]): string {
  return ranges
    .map(({ from, to }, i) => {
      const text = nightRange(from, to);
      const months = [from, to, ranges[i + 1]?.from, ranges[i + 1]?.to].map(night => night?.slice(0, 7));
      return months.every(month => month === months[0]) ? text.replace(/ \S+$/, '') : text;
    })
    .join(', ');
}

interface Content {
  currency: string;
  pending: Pending;
  following: Following;
}

/** Undefined if guests pay the price itself, or not the same on all nights of the line. */
export function guestChange(
  { field, from, to, before, after }: ChangeLine,
  row: CalendarRow | undefined,
  { currency, pending, following }: Content,
): GuestChange | undefined {
  if (row?.plan === undefined || field !== fieldOf(row, 'price')) return undefined;
  const shown = { shown: 'price', currency } as const;
  const seen = new Set<string>();
  let change: GuestChange | undefined;
  for (let night = from; night <= to; night = addDays(night, 1)) {
    const saved = describeCell(row, night, { ...shown, changes: undefined, following: undefined });
    // Nights of other months are not loaded.
    if (saved.main === '–' && before !== null) return undefined;
    const next = { changes: pending.get(row.key), following: following.get(row.key) };
    change = { before: saved.main, after: describeCell(row, night, { ...shown, ...next }).main };
    seen.add(`${change.before} ${change.after}`);
  }
  if (change === undefined || seen.size > 1) return undefined;
  const isPrice = (text: string, value: ChangeLine['before']) =>
    value === null || text === shortAmount(String(value));
  return isPrice(change.before, before) && isPrice(change.after, after) ? undefined : change;
}
