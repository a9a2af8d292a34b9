/** Turns pending changes into one request, and places the server's errors back in the grid. Pure. */
import type { ErrorDetail } from '@serai/contract/errors.ts';
import {
  type CalendarRow,
  type Cell,
  codesOf,
  effectiveValue,
  inheritedText,
  parentNameOf,
  rowKey,
  type Value,
} from './calendar.ts';
import type { Following } from './following.ts';
import { addDays } from './month.ts';
import { type Change, nightAndField, type Pending } from './pending.ts';

/** Consecutive nights with the same changes become one cell. */
export function cellsOf(pending: Pending): Cell[] {
  const cells: Cell[] = [];
  for (const [row, changes] of pending) {
    const nights = new Map<string, [string, Change][]>();
    for (const [key, change] of changes) {
      const [night, field] = nightAndField(key);
      const fields = nights.get(night) ?? [];
      fields.push([field, change]);
      nights.set(night, fields);
    }
    let last: { cell: Cell; text: string } | undefined;
    for (const night of [...nights.keys()].sort()) {
      const fields = (nights.get(night) ?? []).sort(([a], [b]) => (a < b ? -1 : 1));
      const text = JSON.stringify(fields);
      if (last?.text === text && addDays(last.cell.to, 1) === night) {
        last.cell.to = night;
        continue;
      }
      const cell = {
        ...codesOf(row),
        from: night,
        to: night,
        ...nested(fields.map(([field, { to }]) => [field, to])),
        expected: nested(fields.map(([field, { from }]) => [field, from])),
      } as Cell;
      cells.push(cell);
      last = { cell, text };
    }
  }
  return cells;
}

/** `byAdults.2` becomes `{ byAdults: { 2: … } }`. */
function nested(values: readonly [string, Value][]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [field, value] of values) {
    const [name, key] = field.split('.') as [string, string | undefined];
    if (key === undefined) result[name] = value;
    else result[name] = { ...(result[name] as object), [key]: value };
  }
  return result;
}

export interface Trouble {
  /** The key of the row. */
  row: string;
  /** All nights of the rejected cell, or the single night that has changed since. */
  nights: { from: string; to: string };
  message: string;
}

/** Returns the places that the server complains about. Errors about the whole request are left out. */
export function troubleOf(details: readonly ErrorDetail[], cells: readonly Cell[]): Trouble[] {
  return details.flatMap(({ path, message, night }) => {
    const cell = cells[Number(/^\/cells\/(\d+)/.exec(path)?.[1] ?? Number.NaN)];
    if (cell === undefined) return [];
    const nights = typeof night === 'string' ? { from: night, to: night } : { from: cell.from, to: cell.to };
    return [{ row: rowKey(cell.roomCode, cell.planCode), nights, message }];
  });
}

/** The places in trouble by row and night, for the marks in the grid. */
export function troubleMarks(trouble: readonly Trouble[]): ReadonlyMap<string, ReadonlySet<string>> {
  const marks = new Map<string, Set<string>>();
  for (const { row, nights } of trouble) {
    const set = marks.get(row) ?? new Set<string>();
    marks.set(row, set);
    for (let night = nights.from; night <= nights.to; night = addDays(night, 1)) set.add(night);
  }
  return marks;
}

export interface ChangeLine {
  /** The key of the row. */
  row: string;
  field: string;
  from: string;
  to: string;
  before: Value;
  /** What a rate plan followed before, if it had no value of its own. */
  followed: string | undefined;
  after: Value;
  /** The name of the rate plan that the value followed before and no longer follows. */
  leaves: string | undefined;
  /** The name of the rate plan that the value follows, if the user did not change the value itself. */
  follows: string | undefined;
}

/** The changes in words: one line for consecutive nights with the same change of one value. */
export function changeLines(pending: Pending, shown: readonly CalendarRow[]): ChangeLine[] {
  return [...pending].flatMap(([row, changes]) => {
    const shownRow = shown.find(({ key }) => key === row);
    return joined(
      [...changes].map(([key, { from: before, to: after }]) => {
        const [night, field] = nightAndField(key);
        const followed = before === null && shownRow ? inheritedText(shownRow, night, field) : undefined;
        const hasLeft = shownRow !== undefined && followed !== undefined && after !== null;
        const value = { row, field, from: night, to: night, before, followed, after };
        return { ...value, leaves: hasLeft ? parentNameOf(shownRow) : undefined, follows: undefined };
      }),
    );
  });
}

/** The values that follow the changes. A value that the user cleared is a change of its own. */
export function followLines(
  following: Following,
  pending: Pending,
  shown: readonly CalendarRow[],
): ChangeLine[] {
  return shown.flatMap(shownRow => {
    const row = shownRow.key;
    const follows = parentNameOf(shownRow);
    const lines = [...(following.get(row)?.values ?? [])].filter(([key]) => !pending.get(row)?.has(key));
    return joined(
      lines.map(([key, after]) => {
        const [night, field] = nightAndField(key);
        const before = effectiveValue(shownRow, night, field);
        const value = { row, field, from: night, to: night, before, followed: undefined, after };
        return { ...value, leaves: undefined, follows };
      }),
    );
  });
}

/** Joins consecutive nights with the same change of one value. */
function joined(single: ChangeLine[]): ChangeLine[] {
  const lines: ChangeLine[] = [];
  single.sort((a, b) => (a.field === b.field ? (a.from < b.from ? -1 : 1) : a.field < b.field ? -1 : 1));
  for (const line of single) {
    const last = lines.at(-1);
    if (last && isSameChange(last, line) && addDays(last.to, 1) === line.from) last.to = line.from;
    else lines.push(line);
  }
  return lines;
}

function isSameChange(a: ChangeLine, b: ChangeLine): boolean {
  const isSameValue = a.row === b.row && a.field === b.field;
  return isSameValue && a.before === b.before && a.followed === b.followed && a.after === b.after;
}
