/** The calendar's data, the selected nights and unsaved changes. Pure. */
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { weekdayOf } from './month.ts';

export type Calendar = Output<'inventory/calendar'>;
export type CalendarRoom = Calendar['rooms'][number];
type CalendarPlan = CalendarRoom['plans'][number];
export type RoomNight = CalendarRoom['nights'][number];
export type RateNight = CalendarPlan['nights'][number];
export type Cell = Input<'inventory/update'>['cells'][number];

/** A row in the calendar: a room type, or a rate plan that sells it. */
export interface CalendarRow {
  key: string;
  room: CalendarRoom;
  plan: CalendarPlan | undefined;
}

export function calendarRows(rooms: readonly CalendarRoom[]): CalendarRow[] {
  return rooms.flatMap(room => [
    { key: room.roomCode, room, plan: undefined },
    ...room.plans.map(plan => ({ key: `${room.roomCode} ${plan.planCode}`, room, plan })),
  ]);
}

export function roomNightOf({ nights }: CalendarRoom, night: string): RoomNight | undefined {
  return nights.find(one => one.night === night);
}

export function rateNightOf({ nights }: CalendarPlan, night: string): RateNight | undefined {
  return nights.find(one => one.night === night);
}

/** Selected nights in one row, by index. `at` has the focus, and `anchor` is where the selection started. */
export interface Choice {
  row: number;
  at: number;
  anchor: number;
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

interface Size {
  rows: number;
  columns: number;
}

/**
 * Returns the selection after a key press, or undefined for other keys. Shift extends the selection along its
 * row.
 */
export function moveChoice(choice: Choice, key: string, shift: boolean, size: Size): Choice | undefined {
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  const to = (row: number, at: number) => {
    const column = within(at, size.columns);
    return shift ? { ...choice, at: column } : { row: within(row, size.rows), at: column, anchor: column };
  };
  if (key === 'Home') return to(choice.row, 0);
  if (key === 'End') return to(choice.row, size.columns - 1);
  const step = STEPS[key];
  return step && to(choice.row + step[0], choice.at + step[1]);
}

export function endsOf({ at, anchor }: Choice): [number, number] {
  return at < anchor ? [at, anchor] : [anchor, at];
}

/** The calendar as it will look once the changes are saved. Shown until the server responds. */
export function applyCells(calendar: Calendar, cells: readonly Cell[], shown: readonly string[]): Calendar {
  return cells.reduce((before, cell) => applyCell(before, cell, shown), calendar);
}

function applyCell(calendar: Calendar, cell: Cell, shown: readonly string[]): Calendar {
  const nights = shown.filter(night => isIn(cell, night));
  return {
    ...calendar,
    rooms: calendar.rooms.map(room => {
      if (room.roomCode !== cell.roomCode) return room;
      if (cell.planCode === undefined)
        return { ...room, nights: withTotal(room.nights, nights, cell.total ?? 0) };
      const plans = room.plans.map(plan =>
        plan.planCode === cell.planCode ? { ...plan, nights: withFields(plan.nights, nights, cell) } : plan,
      );
      return { ...room, plans };
    }),
  };
}

function isIn({ from, to, weekdays }: Cell, night: string): boolean {
  return night >= from && night <= to && (weekdays === undefined || weekdays.includes(weekdayOf(night)));
}

type Rooms = Calendar['rooms'][number]['nights'];
type Rates = Calendar['rooms'][number]['plans'][number]['nights'];

function withTotal(rooms: Rooms, nights: readonly string[], allotment: number): Rooms {
  return replaced(rooms, nights, (night, before) => {
    const { sold, held } = before ?? { sold: 0, held: 0 };
    const left = allotment - sold - held;
    return { night, allotment, sold, held, free: Math.max(0, left), excess: Math.max(0, -left) };
  });
}

const POSITION_FIELDS: ReadonlySet<string> = new Set([
  'roomCode',
  'planCode',
  'from',
  'to',
  'weekdays',
  'total',
]);

function withFields(rates: Rates, nights: readonly string[], cell: Cell): Rates {
  const set = Object.entries(cell).filter(
    ([name, value]) => !POSITION_FIELDS.has(name) && value !== undefined,
  );
  return replaced(rates, nights, (night, before) => {
    const after: Record<string, unknown> = { own: [], ...before, night };
    const own = new Set(after.own as string[]);
    for (const [name, value] of set) {
      if (value === null) {
        delete after[name];
        own.delete(name);
      } else {
        after[name] = typeof value === 'object' ? { ...(after[name] as object), ...value } : value;
        own.add(name);
      }
    }
    return { ...after, own: [...own] } as Rates[number];
  });
}

function replaced<Row extends { night: string }>(
  rows: readonly Row[],
  nights: readonly string[],
  change: (night: string, before: Row | undefined) => Row,
): Row[] {
  const changed = nights.map(night =>
    change(
      night,
      rows.find(row => row.night === night),
    ),
  );
  const rest = rows.filter(row => !nights.includes(row.night));
  return [...rest, ...changed].sort((a, b) => (a.night < b.night ? -1 : 1));
}
