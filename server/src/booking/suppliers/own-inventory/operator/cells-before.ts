/** What the audit says of nights before they were changed: the members that are about to be set, of the first nights. */
import { type InventoryCell, RATE_FIELDS } from '@serai/contract/inventory/inventory-cells.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { toMoney } from '../../../../platform/money/minor-units.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { weekdayBitsOf } from '../files/check-lines.ts';
import { readRates } from '../stores/read-store.ts';
import type { PropertyKey } from '../stores/rooms-store.ts';
import { readRoomNights } from './operator-inventory-store.ts';

/** Nights that are told; a change of years needs no copy of them. */
const MOST_NIGHTS = 31;

export async function cellsBefore(
  tx: Database,
  property: PropertyKey,
  cells: readonly InventoryCell[],
  currency: string,
): Promise<{ cells: object[] }> {
  const from = cells.reduce((first, cell) => (cell.from < first ? cell.from : first), '9999-12-31');
  const last = cells.reduce((end, cell) => (cell.to > end ? cell.to : end), '0001-01-01');
  const capped = addDays(from, MOST_NIGHTS);
  const to = addDays(last, 1) < capped ? addDays(last, 1) : capped;
  const rooms = await readRoomNights(tx, property, { from, to });
  const codes = new Set(cells.map(({ roomCode }) => roomCode));
  const [only] = codes.size === 1 ? codes : [];
  const rates = await readRates(tx, property.environment, [property.hotelId], { from, to }, only);
  const told = cells.flatMap((cell): object[] =>
    cell.planCode === undefined
      ? rooms
          .filter(row => row.roomCode === cell.roomCode && isIn(cell, row.night))
          .map(({ night, roomCode, total, excess }) => ({ roomCode, night, total: total - excess }))
      : rates
          .filter(
            row => row.roomCode === cell.roomCode && row.planCode === cell.planCode && isIn(cell, row.night),
          )
          .map(row => ({
            roomCode: row.roomCode,
            planCode: row.planCode,
            night: row.night,
            ...Object.fromEntries(
              RATE_FIELDS.filter(name => cell[name] !== undefined).map(name => [
                name,
                inWords(name, row[name], currency),
              ]),
            ),
          })),
  );
  return { cells: told.slice(0, MOST_NIGHTS) };
}

function isIn(cell: InventoryCell, night: string): boolean {
  const day = (new Date(night).getUTCDay() + 6) % 7;
  return night >= cell.from && night <= cell.to && ((weekdayBitsOf(cell) >> day) & 1) === 1;
}

function inWords(name: string, value: unknown, currency: string): unknown {
  if (value === null || typeof value === 'boolean') return value;
  const amount = (minor: number) => toMoney(minor, currency).amount;
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value as Record<string, number>).map(([key, minor]) => [key, amount(minor)]),
    );
  }
  return name === 'amount' || name === 'extraAdult' ? amount(value as number) : value;
}
