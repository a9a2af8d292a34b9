/** Changes that are not saved yet, with undo and redo. Pure. */
import { type CalendarRow, codesOf, savedValue, type Value } from './calendar.ts';

export interface Change {
  /** The value when the user changed it. The server rejects the change if it is different by then. */
  from: Value;
  to: Value;
}

/** By row, then by night and field. Rows without a change keep their identity, so that they are not rendered again. */
export type Pending = ReadonlyMap<string, RowChanges>;
export type RowChanges = ReadonlyMap<string, Change>;

export interface Edit {
  row: CalendarRow;
  night: string;
  field: string;
  to: Value;
}

export const NO_CHANGES: Pending = new Map();

export const keyOf = (night: string, field: string) => `${night} ${field}`;

/** `2027-06-11` */
const NIGHT_LENGTH = 10;

export function nightAndField(key: string): [night: string, field: string] {
  return [key.slice(0, NIGHT_LENGTH), key.slice(NIGHT_LENGTH + 1)];
}

export function changeAt(changes: RowChanges | undefined, night: string, field: string): Change | undefined {
  return changes?.get(keyOf(night, field));
}

const nightSets = new WeakMap<ReadonlyMap<string, unknown>, ReadonlySet<string>>();

/** Whether a map by night and field contains the night. One set for each map, because every cell of a row asks. */
export function hasNight(changes: ReadonlyMap<string, unknown>, night: string): boolean {
  let nights = nightSets.get(changes);
  if (nights === undefined) {
    nights = new Set([...changes.keys()].map(key => key.slice(0, NIGHT_LENGTH)));
    nightSets.set(changes, nights);
  }
  return nights.has(night);
}

/** The value as the user sees it: the pending value, otherwise the saved one. */
export function currentValue(pending: Pending, row: CalendarRow, night: string, field: string): Value {
  const change = changeAt(pending.get(row.key), night, field);
  return change === undefined ? savedValue(row, night, field) : change.to;
}

/** Returns the same object if the edits change nothing. An edit back to the saved value removes the change. */
export function withEdits(pending: Pending, edits: readonly Edit[]): Pending {
  const rows = new Map<string, Map<string, Change>>();
  let isChanged = false;
  for (const { row, night, field, to } of edits) {
    let changes = rows.get(row.key);
    if (changes === undefined) {
      changes = new Map(pending.get(row.key));
      rows.set(row.key, changes);
    }
    const key = keyOf(night, field);
    const before = changes.get(key);
    const from = before === undefined ? savedValue(row, night, field) : before.from;
    // Null is a value, too: it clears the saved one.
    const current = before === undefined ? from : before.to;
    if (current === to) continue;
    isChanged = true;
    if (from === to) changes.delete(key);
    else changes.set(key, { from, to });
  }
  if (!isChanged) return pending;
  const next = new Map(pending);
  for (const [key, changes] of rows) {
    if (changes.size === 0) next.delete(key);
    else next.set(key, changes);
  }
  return next;
}

/** After a reload, changes start from the new values. Changes that are no longer needed disappear. */
export function rebased(pending: Pending, rows: readonly CalendarRow[], shown: readonly string[]): Pending {
  const nights = new Set(shown);
  const next = new Map<string, RowChanges>(pending);
  for (const row of rows) {
    const changes = pending.get(row.key);
    if (changes === undefined) continue;
    const kept = new Map<string, Change>();
    for (const [key, change] of changes) {
      const [night, field] = nightAndField(key);
      const from = nights.has(night) ? savedValue(row, night, field) : change.from;
      if (from !== change.to) kept.set(key, { from, to: change.to });
    }
    if (kept.size === 0) next.delete(row.key);
    else next.set(row.key, kept);
  }
  return next;
}

export function countChanges(pending: Pending): { values: number; rows: number } {
  let values = 0;
  for (const changes of pending.values()) values += changes.size;
  return { values, rows: pending.size };
}

/** The numbers of changes that the calendar does not show. */
export interface UnshownChanges {
  /** On earlier and on later nights of the shown room type, or of all of them. */
  earlier: number;
  later: number;
  /** Of the other room types. */
  rooms: ReadonlyMap<string, number>;
}

export function unshownChanges(
  pending: Pending,
  nights: readonly string[],
  shownRoom: string | undefined,
): UnshownChanges {
  const [first = '', last = ''] = [nights[0], nights.at(-1)];
  const rooms = new Map<string, number>();
  let [earlier, later] = [0, 0];
  for (const [row, changes] of pending) {
    const { roomCode } = codesOf(row);
    if (shownRoom !== undefined && roomCode !== shownRoom) {
      rooms.set(roomCode, (rooms.get(roomCode) ?? 0) + changes.size);
      continue;
    }
    for (const key of changes.keys()) {
      const [night] = nightAndField(key);
      if (night < first) earlier += 1;
      else if (night > last) later += 1;
    }
  }
  return { earlier, later, rooms };
}

export interface History {
  past: readonly Pending[];
  now: Pending;
  future: readonly Pending[];
}

export const EMPTY_HISTORY: History = { past: [], now: NO_CHANGES, future: [] };
const MAX_STEPS = 100;

/** A step that changes nothing is not recorded. */
export function record(history: History, next: Pending): History {
  if (next === history.now) return history;
  return { past: [...history.past, history.now].slice(-MAX_STEPS), now: next, future: [] };
}

export function undo(history: History): History {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
}
