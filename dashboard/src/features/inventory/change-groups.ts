/** Joins lines of the review, and rejected changes, that differ only in their nights. Adds what guests pay. Pure. */
import type { ChangeLine, Trouble } from './batch.ts';
import { type CalendarRow, fieldOf } from './calendar.ts';
import { describeCell } from './cell-label.ts';
import { shortAmount } from './cell-text.ts';
import type { Following } from './following.ts';
import { addDays, nightRange, nightsFrom, WEEKDAYS, weekdayOf } from './month.ts';
import type { Pending } from './pending.ts';

interface Range {
  from: string;
  to: string;
}

export interface ChangeGroup extends ChangeLine {
  ranges: Range[];
  /** What guests pay per night, if that differs from the price itself. */
  guests: GuestChange | undefined;
}

export interface GuestChange {
  adults: number;
  before: string;
  after: string;
}

/** For example all weekends of a month, with one price. */
export function groupLines(
  lines: readonly ChangeLine[],
  guestsOf: (line: ChangeLine) => GuestChange | undefined,
): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>();
  for (const { from, to, ...change } of lines) {
    const guests = guestsOf({ from, to, ...change });
    // The fields of all lines have the same order.
    const key = JSON.stringify([change, guests]);
    const group = groups.get(key);
    if (group) group.ranges.push({ from, to });
    else groups.set(key, { ...change, from, to, ranges: [{ from, to }], guests });
  }
  return [...groups.values()];
}

/** More ranges are described by their weekdays, if possible. */
export const MAX_RANGES = 3;

/**
 * Returns `8–9, 15–16 Jan`, or `1 Jan – 30 Jun, only Fri and Sat`, or `…, except Sun`. The month is written once, unless it changes, and the
 * year only if it is not the shown one.
 */
export function rangesText(ranges: readonly Range[], shownYear?: string): string {
  const text = ranges.length > MAX_RANGES ? weekdaysText(ranges, shownYear) : undefined;
  return text ?? listText(ranges, shownYear);
}

/** Undefined if the ranges leave out some of these weekdays between the first and the last night. */
function weekdaysText(ranges: readonly Range[], shownYear: string | undefined): string | undefined {
  const nights = new Set(ranges.flatMap(({ from, to }) => nightsFrom(from, to)));
  const [first = '', ...rest] = [...nights].sort();
  const last = rest.at(-1) ?? first;
  const days = WEEKDAYS.filter(day => [...nights].some(night => weekdayOf(night) === day));
  const isWhole = nightsFrom(first, last).every(
    night => nights.has(night) === days.includes(weekdayOf(night)),
  );
  const others = WEEKDAYS.filter(day => !days.includes(day));
  const isShorter = others.length < days.length;
  const [word, named] = isShorter ? ['except', others] : ['only', days];
  const names = [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ');
  return isWhole ? `${nightRange(first, last, shownYear)}, ${word} ${names}` : undefined;
}

const YEAR_LENGTH = 4;
const MONTH_LENGTH = 7;

function listText(ranges: readonly Range[], shownYear: string | undefined): string {
  return ranges
    .map(({ from, to }, i) => {
      const text = nightRange(from, to, shownYear);
      const next = ranges[i + 1];
      // What the next range repeats is written only there.
      const isRepeated = (length: number) =>
        [to, next?.from, next?.to].every(night => night?.slice(0, length) === from.slice(0, length));
      if (isRepeated(MONTH_LENGTH)) return text.replace(/ [A-Z][a-z]+( \d{4})?$/, '');
      return isRepeated(YEAR_LENGTH) ? text.replace(/ \d{4}$/, '') : text;
    })
    .join(', ');
}

/** Nights of a row that the server rejected for the same reason. */
export interface TroubleGroup extends Pick<Trouble, 'row' | 'message'> {
  ranges: Range[];
}

export function groupTrouble(trouble: readonly Trouble[]): TroubleGroup[] {
  const groups = new Map<string, TroubleGroup>();
  for (const { row, message, nights } of trouble) {
    const key = JSON.stringify([row, message]);
    const group = groups.get(key) ?? { row, message, ranges: [] };
    groups.set(key, group);
    const last = group.ranges.at(-1);
    if (last !== undefined && addDays(last.to, 1) === nights.from) last.to = nights.to;
    else group.ranges.push({ ...nights });
  }
  return [...groups.values()];
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
  const adults = row.plan.guestAdults;
  const shown = { shown: 'price', currency } as const;
  const seen = new Set<string>();
  let change: GuestChange | undefined;
  for (let night = from; night <= to; night = addDays(night, 1)) {
    const saved = describeCell(row, night, { ...shown, changes: undefined, following: undefined });
    // Nights of other months are not loaded.
    if (saved.exact === '–' && before !== null) return undefined;
    const next = { changes: pending.get(row.key), following: following.get(row.key) };
    const { exact } = describeCell(row, night, { ...shown, ...next });
    change = { adults, before: shortAmount(saved.exact), after: shortAmount(exact) };
    seen.add(`${change.before} ${change.after}`);
  }
  if (change === undefined || seen.size > 1) return undefined;
  const isPrice = (text: string, value: ChangeLine['before']) =>
    value === null || text === shortAmount(String(value));
  return isPrice(change.before, before) && isPrice(change.after, after) ? undefined : change;
}
