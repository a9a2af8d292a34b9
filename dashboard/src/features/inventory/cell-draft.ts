/** Pure. What the editor holds while a person types, and the change that follows: only what was touched is sent. */
import type { CalendarRow, Cell, RateNight } from './calendar.ts';
import { rateNightOf, roomNightOf } from './calendar.ts';
import type { Weekday } from './month.ts';

export const NUMBER_FIELDS = [
  ['minStayArrival', 'Minimum stay on arrival'],
  ['minStayThrough', 'Minimum stay through'],
  ['maxStay', 'Maximum stay'],
  ['minAdvance', 'Booked at least days before'],
  ['maxAdvance', 'Booked at most days before'],
] as const;

export const FLAG_FIELDS = [
  ['stopSell', 'Stop sell'],
  ['closedToArrival', 'Closed to arrival'],
  ['closedToDeparture', 'Closed to departure'],
] as const;

/** By member; the amount for so many adults is `byAdults.2`. */
export type Draft = Readonly<Record<string, string>>;

/** Not all nights say the same; it stays so unless something else is chosen. */
export const MIXED = 'mixed';

export interface DraftRange {
  from: string;
  to: string;
  /** All when empty. */
  weekdays: readonly Weekday[];
}

export function fieldsOf({ plan }: Pick<CalendarRow, 'plan'>): string[] {
  if (plan === undefined) return ['total'];
  const prices = plan.priceModel === 'PER_OCCUPANCY' ? adultsOf(plan.nights) : ['amount'];
  return [...prices, ...FLAG_FIELDS.map(([name]) => name), ...NUMBER_FIELDS.map(([name]) => name)];
}

function adultsOf(nights: readonly RateNight[]): string[] {
  const named = new Set(nights.flatMap(({ byAdults }) => Object.keys(byAdults ?? {})));
  for (const adults of ['1', '2']) named.add(adults);
  return [...named].sort((a, b) => Number(a) - Number(b)).map(adults => `byAdults.${adults}`);
}

/** What the chosen nights say themselves; empty where nothing is set, MIXED where they differ. */
export function draftOf(row: CalendarRow, nights: readonly string[]): Draft {
  return Object.fromEntries(
    fieldsOf(row).map(field => {
      const values = new Set(nights.map(night => ownValue(row, night, field)));
      return [field, values.size === 1 ? ([...values][0] as string) : MIXED];
    }),
  );
}

function ownValue({ room, plan }: CalendarRow, night: string, field: string): string {
  if (plan === undefined) return String(roomNightOf(room, night)?.allotment ?? '');
  const [member, key] = field.split('.') as [keyof RateNight, string | undefined];
  const cell = rateNightOf(plan, night);
  if (cell === undefined || !cell.own.includes(member as never)) return '';
  const value = cell[member];
  if (key !== undefined) return (value as Record<string, string> | undefined)?.[key] ?? '';
  return value === undefined ? '' : String(value);
}

/** What counts now where the line itself says nothing. */
export function inheritedValue({ plan }: CalendarRow, night: string, field: string): string | undefined {
  if (plan === undefined) return undefined;
  const [member, key] = field.split('.') as [keyof RateNight, string | undefined];
  const cell = rateNightOf(plan, night);
  if (cell === undefined || cell.own.includes(member as never)) return undefined;
  const value = key === undefined ? cell[member] : (cell.byAdults?.[key] as unknown);
  return value === undefined ? undefined : String(value);
}

/** Undefined where nothing was touched. An emptied field takes its value away. */
export function cellOf(row: CalendarRow, range: DraftRange, before: Draft, draft: Draft): Cell | undefined {
  const touched = Object.keys(draft).filter(
    field => draft[field] !== before[field] && draft[field] !== MIXED,
  );
  if (touched.length === 0) return undefined;
  const cell: Record<string, unknown> = {
    roomCode: row.room.roomCode,
    ...(row.plan && { planCode: row.plan.planCode }),
    from: range.from,
    to: range.to,
    ...(range.weekdays.length > 0 && { weekdays: range.weekdays }),
  };
  for (const field of touched) {
    const [member, key] = field.split('.') as [string, string | undefined];
    const value = memberValue(member, draft[field] as string);
    if (key === undefined) cell[member] = value;
    else cell[member] = { ...(cell[member] as object), [key]: value };
  }
  return cell as Cell;
}

const FLAGS: ReadonlySet<string> = new Set(FLAG_FIELDS.map(([name]) => name));
const NUMBERS: ReadonlySet<string> = new Set(['total', ...NUMBER_FIELDS.map(([name]) => name)]);

/** What is no number stays text, so that the server names it. */
function memberValue(member: string, text: string): unknown {
  const trimmed = text.trim();
  if (member === 'total') return /^\d+$/.test(trimmed) ? Number(trimmed) : 0;
  if (trimmed === '') return null;
  if (FLAGS.has(member)) return trimmed === 'true';
  return NUMBERS.has(member) && /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** `145` is written `145.00` where the currency has cents: people leave zeros out. The rest the server judges. */
export function withDecimals(text: string, currency: string): string {
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const match = /^(\d+)(?:[.,](\d*))?$/.exec(text.trim());
  if (match === null || (match[2]?.length ?? 0) > decimals) return text.trim();
  return decimals === 0 ? (match[1] as string) : `${match[1]}.${(match[2] ?? '').padEnd(decimals, '0')}`;
}
