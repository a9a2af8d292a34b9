/** Pure. The calendar as it will be when a change is written: shown until the server says how it really is. */
import type { Calendar, Cell } from './calendar.ts';
import { weekdayOf } from './month.ts';

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
        plan.planCode === cell.planCode ? { ...plan, nights: withMembers(plan.nights, nights, cell) } : plan,
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

const PLACE: ReadonlySet<string> = new Set(['roomCode', 'planCode', 'from', 'to', 'weekdays', 'total']);

function withMembers(rates: Rates, nights: readonly string[], cell: Cell): Rates {
  const set = Object.entries(cell).filter(([name, value]) => !PLACE.has(name) && value !== undefined);
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
