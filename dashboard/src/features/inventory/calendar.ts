/** The calendar's data: rows, nights and the values that are set. Pure. */
import type { Input, Output } from '../../lib/calls/operator-client.ts';

export type Calendar = Output<'inventory/calendar'>;
export type CalendarRoom = Calendar['rooms'][number];
export type CalendarPlan = CalendarRoom['plans'][number];
export type RoomNight = CalendarRoom['nights'][number];
export type RateNight = CalendarPlan['nights'][number];
export type Cell = Input<'inventory/update'>['cells'][number];

/** A value of one night. Null means that no value is set. Amounts are decimal strings. */
export type Value = string | number | boolean | null;

/** A row in the calendar: a room type, or a rate plan that sells it. */
export interface CalendarRow {
  key: string;
  room: CalendarRoom;
  plan: CalendarPlan | undefined;
  /** The name of the plan that the plan follows, if the calendar contains it. */
  parentName?: string | undefined;
}

export function rowKey(roomCode: string, planCode?: string): string {
  return planCode === undefined ? roomCode : `${roomCode}\t${planCode}`;
}

export function codesOf(key: string): { roomCode: string; planCode?: string } {
  const [roomCode = '', planCode] = key.split('\t');
  return { roomCode, ...(planCode !== undefined && { planCode }) };
}

export function calendarRows(rooms: readonly CalendarRoom[]): CalendarRow[] {
  const names = new Map(rooms.flatMap(({ plans }) => plans.map(({ planCode, name }) => [planCode, name])));
  return rooms.flatMap(room => [
    { key: rowKey(room.roomCode), room, plan: undefined },
    ...room.plans.map(plan => ({
      ...{ key: rowKey(room.roomCode, plan.planCode), room, plan },
      parentName: plan.derivedFrom === null ? undefined : names.get(plan.derivedFrom),
    })),
  ]);
}

/** The name of the plan that a plan follows, or its code if its name is not known. Undefined if it follows none. */
export function parentNameOf({
  plan,
  parentName,
}: Pick<CalendarRow, 'plan' | 'parentName'>): string | undefined {
  return plan?.derivedFrom ? (parentName ?? plan.derivedFrom) : undefined;
}

/** The calendar of one room type. Undefined if the calendar does not contain it. */
export function calendarOfRoom(calendar: Calendar, roomCode: string): Calendar | undefined {
  const rooms = calendar.rooms.filter(room => room.roomCode === roomCode);
  return rooms.length === 0 ? undefined : { ...calendar, rooms };
}

export function roomNightOf({ nights }: CalendarRoom, night: string): RoomNight | undefined {
  return findNight(nights, night);
}

export function rateNightOf({ nights }: CalendarPlan, night: string): RateNight | undefined {
  return findNight(nights, night);
}

/** One index for each list of nights, because a grid looks up every night of every row. */
const indexes = new WeakMap<readonly object[], ReadonlyMap<string, unknown>>();

function findNight<Night extends { night: string }>(
  nights: readonly Night[],
  night: string,
): Night | undefined {
  let index = indexes.get(nights);
  if (index === undefined) {
    index = new Map(nights.map(one => [one.night, one]));
    indexes.set(nights, index);
  }
  return index.get(night) as Night | undefined;
}

/** What the cells of the grid show and what typing changes. Rows of room types always show the allotment. */
export const GRID_FIELDS = [
  ['price', 'Price'],
  ['stopSell', 'Stop sell'],
  ['closedToArrival', 'Closed to arrival'],
  ['closedToDeparture', 'Closed to departure'],
  ['minStayArrival', 'Minimum stay (arrival)'],
  ['minStayThrough', 'Minimum stay (through)'],
  ['maxStay', 'Maximum stay'],
  ['minAdvance', 'Minimum days ahead'],
  ['maxAdvance', 'Maximum days ahead'],
  ['extraAdult', 'Extra adult'],
] as const;
export type GridField = (typeof GRID_FIELDS)[number][0];

export function isGridField(text: string | undefined): text is GridField {
  return GRID_FIELDS.some(([name]) => name === text);
}

/** The name of the value in a row, such as `total`, `amount`, `byAdults.2` or `stopSell`. */
export function fieldOf({ plan }: CalendarRow, shown: GridField): string {
  if (plan === undefined) return 'total';
  if (shown !== 'price') return shown;
  return plan.priceModel === 'PER_OCCUPANCY' ? `byAdults.${plan.guestAdults}` : 'amount';
}

export type FieldKind = 'amount' | 'count' | 'flag';

export function kindOf(field: string): FieldKind {
  if (field === 'amount' || field === 'extraAdult' || field.startsWith('byAdults.')) return 'amount';
  if (field === 'stopSell' || field === 'closedToArrival' || field === 'closedToDeparture') return 'flag';
  return 'count';
}

/** The value that the room type or rate plan itself sets. Inherited values are null. */
export function savedValue(row: CalendarRow, night: string, field: string): Value {
  if (row.plan && !rateNightOf(row.plan, night)?.own.includes(field)) return null;
  return effectiveValue(row, night, field);
}

/** The value that applies, whether the rate plan sets or inherits it. */
export function effectiveValue({ room, plan }: CalendarRow, night: string, field: string): Value {
  if (plan === undefined) return roomNightOf(room, night)?.allotment ?? null;
  const cell = rateNightOf(plan, night);
  const [name, key] = field.split('.') as [keyof RateNight, string | undefined];
  const value = cell?.[name];
  if (key !== undefined) return (value as Record<string, string> | undefined)?.[key] ?? null;
  return (value as Value | undefined) ?? null;
}

/** What applied before a rate plan set its own value, such as `106.20 (follows Flexible)`. Undefined if it follows no plan. */
export function inheritedText(row: CalendarRow, night: string, field: string): string | undefined {
  const parent = parentNameOf(row);
  if (!parent || savedValue(row, night, field) !== null) return undefined;
  const value = effectiveValue(row, night, field);
  return value === null ? `follows ${parent}` : `${valueText(value)} (follows ${parent})`;
}

export function valueText(value: Value): string {
  if (value === null) return 'not set';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/** What applies without a value. A restriction that is not set does not apply. `other` is the value on the other side. */
export function unsetText(field: string, other: Value): string {
  return valueText(kindOf(field) === 'flag' && other !== false ? false : null);
}

export const ROUNDED = 'rounded';

/** What the amounts in the grid mean, for example `EUR, 2 adults, rounded`. Undefined if it shows no prices. */
export function priceBasis(
  rows: readonly CalendarRow[],
  shown: GridField,
  currency: string,
): string | undefined {
  if (shown !== 'price') return undefined;
  const [adults, ...others] = new Set(rows.flatMap(({ plan }) => (plan ? [plan.guestAdults] : [])));
  if (adults === undefined) return undefined;
  const guests = others.length > 0 ? [] : [adults === 1 ? '1 adult' : `${adults} adults`];
  return [currency, ...guests, ROUNDED].join(', ');
}
