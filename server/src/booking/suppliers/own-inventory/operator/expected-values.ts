/** Compares nights with the values that a client expects, so that a change never overwrites values it has not seen. Pure. */
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { type InventoryCell, RATE_FIELDS } from '@serai/contract/inventory/inventory-cells.ts';
import { canonicalAmount } from '@serai/contract/shared/amounts.ts';
import { toMoney } from '../../../../platform/money/minor-units.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import type { RateRow } from '../cache/rate-block.ts';
import { weekdayBitsOf } from '../files/check-lines.ts';
import type { RoomsOfNight } from './operator-inventory-store.ts';

export interface StoredNights {
  rooms: readonly RoomsOfNight[];
  rates: readonly RateRow[];
}

/** The half-open range of nights that must be read. Undefined if no cell expects anything. */
export function expectedRange(cells: readonly InventoryCell[]): { from: string; to: string } | undefined {
  const checked = cells.filter(({ expected }) => expected !== undefined);
  if (checked.length === 0) return undefined;
  const from = checked.reduce((first, cell) => (cell.from < first ? cell.from : first), '9999-12-30');
  const last = checked.reduce((end, cell) => (cell.to > end ? cell.to : end), '0001-01-01');
  return { from, to: addDays(last, 1) };
}

/** Finds rows by their codes and night, because a request may contain thousands of cells and concern thousands of rows. */
export function byNight({ rooms, rates }: StoredNights) {
  const key = (...parts: readonly string[]) => parts.join(' ');
  const roomRows = new Map(rooms.map(row => [key(row.roomCode, row.night), row]));
  const rateRows = new Map(rates.map(row => [key(row.roomCode, row.planCode, row.night), row]));
  return {
    roomOf: (roomCode: string, night: string) => roomRows.get(key(roomCode, night)),
    rateOf: (roomCode: string, planCode: string, night: string) =>
      rateRows.get(key(roomCode, planCode, night)),
  };
}

/** Returns one detail for each value that differs. `path` names the cell and the field. */
export function changedValues(
  cells: readonly InventoryCell[],
  { rooms, rates }: StoredNights,
  currency: string,
): ErrorDetail[] {
  const { roomOf, rateOf } = byNight({ rooms, rates });
  return cells.flatMap((cell, at) => {
    const { expected, roomCode, planCode } = cell;
    if (expected === undefined) return [];
    return nightsOf(cell).flatMap(night => {
      const stored =
        planCode === undefined
          ? { total: totalOf(roomOf(roomCode, night)) }
          : valuesOf(rateOf(roomCode, planCode, night), currency);
      return Object.entries(flat(expected, currency)).flatMap(([field, value]) => {
        const current = stored[field as keyof typeof stored] ?? null;
        if (current === value) return [];
        const path = `/cells/${at}/expected/${field.replace('.', '/')}`;
        const message = changeText(field, value, current);
        return [{ path, code: 'CHANGED', message, roomCode, ...(planCode && { planCode }), night, current }];
      });
    });
  });
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  total: 'Allotment',
  amount: 'Price',
  extraAdult: 'Price for an extra adult',
  stopSell: 'Stop sell',
  closedToArrival: 'Closed to arrival',
  closedToDeparture: 'Closed to departure',
  minStayArrival: 'Minimum stay (arrival)',
  minStayThrough: 'Minimum stay (through)',
  maxStay: 'Maximum stay',
  minAdvance: 'Minimum days ahead',
  maxAdvance: 'Maximum days ahead',
};

function fieldName(field: string): string {
  const [name = field, key] = field.split('.');
  if (name === 'byAdults') return key === '1' ? 'Price for 1 adult' : `Price for ${key} adults`;
  if (name === 'children') return `Price for a child in age band ${key}`;
  return FIELD_NAMES[name] ?? field;
}

/** Returns `Price is now 4.00. It was not set before.` */
function changeText(field: string, before: Value, current: Value): string {
  const text = (value: Value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
  const now = current === null ? 'is no longer set' : `is now ${text(current)}`;
  return `${fieldName(field)} ${now}. It was ${before === null ? 'not set' : text(before)} before.`;
}

export function nightsOf(cell: InventoryCell): string[] {
  const bits = weekdayBitsOf(cell);
  const nights: string[] = [];
  for (let night = cell.from; night <= cell.to; night = addDays(night, 1)) {
    const day = (new Date(night).getUTCDay() + 6) % 7;
    if (((bits >> day) & 1) === 1) nights.push(night);
  }
  return nights;
}

type Value = string | number | boolean | null;

function totalOf(row: RoomsOfNight | undefined): number | null {
  return row === undefined ? null : row.total - row.excess;
}

/** The values that the plan itself sets. Each key of a map is a separate field, such as `byAdults.2`. */
function valuesOf(row: RateRow | undefined, currency: string): Record<string, Value> {
  if (row === undefined) return {};
  const amount = (minor: number) => toMoney(minor, currency).amount;
  const values: Record<string, Value> = {};
  for (const field of RATE_FIELDS) {
    const value = row[field];
    if (value === null) continue;
    if (typeof value === 'object') {
      for (const [name, minor] of Object.entries(value)) values[`${field}.${name}`] = amount(minor);
    } else values[field] = field === 'amount' || field === 'extraAdult' ? amount(value as number) : value;
  }
  return values;
}

function flat(expected: object, currency: string): Record<string, Value> {
  const values: Record<string, Value> = {};
  const set = (field: string, value: Value) => {
    values[field] = typeof value === 'string' ? canonicalAmount(value, currency) : value;
  };
  for (const [field, value] of Object.entries(expected)) {
    if (value === undefined) continue;
    if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) set(`${field}.${name}`, one as Value);
    } else set(field, value as Value);
  }
  return values;
}
