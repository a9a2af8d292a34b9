/** Nights beyond the shown month: which reads of the calendar they need, and what is known after them. Pure. */
import {
  MAX_CALENDAR_CELLS,
  MAX_CALENDAR_NIGHTS,
  MAX_EXPECTED_NIGHTS,
  MAX_UPDATED_CELLS,
} from '@serai/contract/inventory/inventory-limits.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { cellsOf } from './batch.ts';
import { type Calendar, type CalendarRoom, type CalendarRow, calendarRows, codesOf } from './calendar.ts';
import type { Pricing } from './derived-price.ts';
import { type Following, followingOf } from './following.ts';
import { addDays, addMonths, nightsFrom } from './month.ts';
import { nightAndField, type Pending } from './pending.ts';

interface Range {
  from: string;
  to: string;
}

export interface CalendarRead extends Range {
  /** Omitted for all room types. */
  roomCode?: string;
}

/** A read of all room types covers at least a month. Otherwise each room type is read separately. */
const MIN_NIGHTS = 31;

/** The reads that together contain the nights of these room types, each within the limits of one response. */
export function calendarReads(
  plans: readonly { rooms: readonly string[] }[],
  roomCodes: readonly string[],
  range: Range,
): CalendarRead[] {
  const nightsFor = (rates: number) =>
    Math.min(MAX_CALENDAR_NIGHTS, Math.floor(MAX_CALENDAR_CELLS / Math.max(1, rates)));
  const together = nightsFor(plans.reduce((sum, { rooms }) => sum + rooms.length, 0));
  if (roomCodes.length > 1 && together >= MIN_NIGHTS) return partsOf(range, together);
  return roomCodes.flatMap(roomCode => {
    const rates = plans.filter(({ rooms }) => rooms.includes(roomCode)).length;
    return partsOf(range, nightsFor(rates)).map(part => ({ ...part, roomCode }));
  });
}

function partsOf({ from, to }: Range, length: number): Range[] {
  const parts: Range[] = [];
  for (let first = from; first <= to; first = addDays(first, length)) {
    const last = addDays(first, length - 1);
    parts.push({ from: first, to: last < to ? last : to });
  }
  return parts;
}

/** A room type with all nights that were read of it. */
export interface KnownRoom {
  room: CalendarRoom;
  nights: readonly string[];
}

/** Joins reads of the calendar. If two of them contain the same night, the first one applies. */
export function knownRooms(reads: readonly Calendar[]): KnownRoom[] {
  const known = new Map<string, { room: CalendarRoom; nights: Set<string> }>();
  for (const { from, to, rooms } of reads) {
    const nights = nightsFrom(from, to);
    for (const room of rooms) {
      const before = known.get(room.roomCode);
      const isNew = ({ night }: { night: string }) => !before?.nights.has(night);
      const plans = room.plans.map(plan => {
        const other = before?.room.plans.find(({ planCode }) => planCode === plan.planCode);
        return { ...(other ?? plan), nights: [...(other?.nights ?? []), ...plan.nights.filter(isNew)] };
      });
      const joined = {
        ...(before?.room ?? room),
        nights: [...(before?.room.nights ?? []), ...room.nights.filter(isNew)],
        plans,
      };
      known.set(room.roomCode, { room: joined, nights: new Set([...(before?.nights ?? []), ...nights]) });
    }
  }
  return [...known.values()].map(({ room, nights }) => ({ room, nights: [...nights] }));
}

export function knownRows(known: readonly KnownRoom[]): CalendarRow[] {
  return calendarRows(known.map(({ room }) => room));
}

/** Rate plans follow only plans of the same room type, so each room type is followed on the nights known of it. */
export function followingOfKnown(
  pending: Pending,
  known: readonly KnownRoom[],
  rows: readonly CalendarRow[],
  pricing: Pricing,
): Following {
  return new Map(
    known.flatMap(({ room, nights }) => {
      const own = rows.filter(row => row.room.roomCode === room.roomCode);
      return [...followingOf(pending, { rows: own, nights, pricing })];
    }),
  );
}

interface PendingRange extends Range {
  roomCodes: string[];
}

/** The changes that are wanted, by default all of them. Undefined if there are none. */
export function pendingRange(
  pending: Pending,
  isWanted: (roomCode: string, night: string) => boolean = () => true,
): PendingRange | undefined {
  return joined(pendingMonths(pending, isWanted));
}

/** Like `pendingRange`, but without the months between the changes, so that they are not read. */
export function pendingRanges(
  pending: Pending,
  isWanted: (roomCode: string, night: string) => boolean,
): PendingRange[] {
  const runs: PendingRange[][] = [];
  for (const month of pendingMonths(pending, isWanted)) {
    const [run, last] = [runs.at(-1), runs.at(-1)?.at(-1)];
    if (last && addMonths(last.to.slice(0, 7), 1) === month.from.slice(0, 7)) run?.push(month);
    else runs.push([month]);
  }
  return runs.flatMap(run => joined(run) ?? []);
}

/** The changes of each month, in order. */
function pendingMonths(
  pending: Pending,
  isWanted: (roomCode: string, night: string) => boolean,
): PendingRange[] {
  const months = new Map<string, { from: string; to: string; rooms: Set<string> }>();
  for (const [row, changes] of pending) {
    const { roomCode } = codesOf(row);
    for (const key of changes.keys()) {
      const [night] = nightAndField(key);
      if (!isWanted(roomCode, night)) continue;
      const month = months.get(night.slice(0, 7)) ?? { from: night, to: night, rooms: new Set() };
      month.rooms.add(roomCode);
      if (night < month.from) month.from = night;
      if (night > month.to) month.to = night;
      months.set(night.slice(0, 7), month);
    }
  }
  return [...months.values()]
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, to, rooms }) => ({ from, to, roomCodes: [...rooms] }));
}

/** From the first night of the first range to the last night of the last one. */
function joined(ranges: readonly PendingRange[]): PendingRange | undefined {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const roomCodes = [...new Set(ranges.flatMap(each => each.roomCodes))];
  return { from: first.from, to: last.to, roomCodes };
}

/** Why the changes cannot be saved as one batch, if so. */
export function batchProblem(pending: Pending): string | undefined {
  const range = pendingRange(pending);
  if (range === undefined) return undefined;
  const nights = nightsBetween(range.from, range.to) + 1;
  if (nights > MAX_EXPECTED_NIGHTS)
    return `Unsaved changes can span at most ${MAX_EXPECTED_NIGHTS} nights, and these span ${formatNumber(nights)}. Save your other changes first, or choose a shorter range.`;
  if (cellsOf(pending).length > MAX_UPDATED_CELLS)
    return `You can save at most ${formatNumber(MAX_UPDATED_CELLS)} cells at once. Choose fewer nights or rate plans.`;
  return undefined;
}
