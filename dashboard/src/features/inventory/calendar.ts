/** What the parts of the calendar share: its data, and which nights are chosen. */
import type { Input, Output } from '../../lib/calls/operator-client.ts';

export type Calendar = Output<'inventory/calendar'>;
export type CalendarRoom = Calendar['rooms'][number];
export type CalendarPlan = CalendarRoom['plans'][number];
export type RoomNight = CalendarRoom['nights'][number];
export type RateNight = CalendarPlan['nights'][number];
export type Cell = Input<'inventory/update'>['cells'][number];

/** A line of the calendar: the rooms of a type, or one plan that sells them. */
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

/** Nights of one line, by their places: `at` is where the focus is, `anchor` where the choice began. */
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

/** Where a key leads; undefined where it leads nowhere. With shift the choice grows along its line. */
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

/** First and last place of a choice. */
export function endsOf({ at, anchor }: Choice): [number, number] {
  return at < anchor ? [at, anchor] : [anchor, at];
}
