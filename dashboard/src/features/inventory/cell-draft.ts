/** The draft in the calendar editor, and the change to send for it. Only changed fields are sent. Pure. */
import type { CalendarRow, Cell, RateNight } from './calendar.ts';
import { rateNightOf, roomNightOf } from './calendar.ts';
import type { Weekday } from './month.ts';

export const NUMBER_FIELDS = [
  ['minStayArrival', 'Minimum stay for arrivals'],
  ['minStayThrough', 'Minimum stay for any stay that includes the night'],
  ['maxStay', 'Maximum stay'],
  ['minAdvance', 'Minimum days before arrival'],
  ['maxAdvance', 'Maximum days before arrival'],
] as const;

export const FLAG_FIELDS = [
  ['stopSell', 'Stop sell'],
  ['closedToArrival', 'Closed to arrival'],
  ['closedToDeparture', 'Closed to departure'],
] as const;

/** Values by field. For example, `byAdults.2` is the price for two adults. */
export type Draft = Readonly<Record<string, string>>;

/** The selected nights have different values, which are kept unless the user enters a new value. */
export const MIXED = 'mixed';

interface DraftRange {
  from: string;
  to: string;
  /** Empty means all weekdays. */
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

/** The values set on the selected nights themselves. Empty if nothing is set, MIXED if they differ. */
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
  const [name, key] = field.split('.') as [keyof RateNight, string | undefined];
  const cell = rateNightOf(plan, night);
  if (cell === undefined || !cell.own.includes(name as never)) return '';
  const value = cell[name];
  if (key !== undefined) return (value as Record<string, string> | undefined)?.[key] ?? '';
  return value === undefined ? '' : String(value);
}

/** The value that applies if the rate plan itself sets no value for the night. */
export function inheritedValue({ plan }: CalendarRow, night: string, field: string): string | undefined {
  if (plan === undefined) return undefined;
  const [name, key] = field.split('.') as [keyof RateNight, string | undefined];
  const cell = rateNightOf(plan, night);
  if (cell === undefined || cell.own.includes(name as never)) return undefined;
  const value = key === undefined ? cell[name] : (cell.byAdults?.[key] as unknown);
  return value === undefined ? undefined : String(value);
}

/** The change to send, or undefined if nothing changed. An empty field clears the value. */
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
    const [name, key] = field.split('.') as [string, string | undefined];
    const value = fieldValue(name, draft[field] as string);
    if (key === undefined) cell[name] = value;
    else cell[name] = { ...(cell[name] as object), [key]: value };
  }
  return cell as Cell;
}

const FLAGS: ReadonlySet<string> = new Set(FLAG_FIELDS.map(([name]) => name));
const NUMBERS: ReadonlySet<string> = new Set(['total', ...NUMBER_FIELDS.map(([name]) => name)]);

/**
 * Invalid numbers stay text, so that the server reports them, except for an invalid or empty allotment, which becomes
 * 0.
 */
function fieldValue(field: string, text: string): unknown {
  const trimmed = text.trim();
  if (field === 'total') return /^\d+$/.test(trimmed) ? Number(trimmed) : 0;
  if (trimmed === '') return null;
  if (FLAGS.has(field)) return trimmed === 'true';
  return NUMBERS.has(field) && /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** Completes `145` to `145.00` if the currency has two decimals. The server validates everything else. */
export function withDecimals(text: string, currency: string): string {
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const match = /^(\d+)(?:[.,](\d*))?$/.exec(text.trim());
  if (match === null || (match[2]?.length ?? 0) > decimals) return text.trim();
  return decimals === 0 ? (match[1] as string) : `${match[1]}.${(match[2] ?? '').padEnd(decimals, '0')}`;
}
