import { MAX_LISTED_NIGHTS, updateInventory } from '@serai/contract/account/inventory.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import {
  type AllotmentLine,
  type InventoryCell,
  RATE_FIELDS,
  type RateLine,
} from '@serai/contract/inventory/inventory-cells.ts';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import { MAX_EXPECTED_NIGHTS } from '@serai/contract/inventory/inventory-limits.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { inTransaction } from '../../../../platform/database/in-transaction.ts';
import { toMoney } from '../../../../platform/money/minor-units.ts';
import { auditOf } from '../../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../../platform/operations/validate.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import type { RateRow } from '../cache/rate-block.ts';
import { checkAllotment, checkRate, withCanonicalAmounts } from '../files/check-lines.ts';
import { Overlaps } from '../files/overlaps.ts';
import { writeCells } from '../files/write-cells.ts';
import { type Nights, readDocuments, readRates } from '../stores/read-store.ts';
import { lockProperty, type PropertyKey } from '../stores/rooms-store.ts';
import { byNight, changedValues, expectedRange, nightsOf, type StoredNights } from './expected-values.ts';
import { checkMayChange, type InventoryParts, noInventory } from './inventory-parts.ts';
import { readRoomNights } from './operator-inventory-store.ts';

export function inventoryUpdate(parts: InventoryParts): OperatorHandler {
  const { recordAudit } = parts;
  return operate(updateInventory, async (context, { environment, hotelId, ...sent }) => {
    const { db } = context;
    checkMayChange(context, hotelId);
    const property = { environment, hotelId };
    const written = await inTransaction(db, async tx => {
      if ((await lockProperty(tx, property)) === undefined) throw noInventory();
      const [found] = await readDocuments(tx, environment, [hotelId]);
      const { document } = found as { document: InventoryDocument };
      const given = sent.cells.map(({ expected: _, ...cell }) => cell);
      const problems = [...checkCells(given, document), ...checkExpectedRange(sent.cells)];
      if (problems.length > 0) throw validationError(problems);
      await checkExpected(tx, property, sent.cells, document.currency);
      const cells = given.map(cell => withCanonicalAmounts(cell, document.currency));
      const before = await cellsBefore(tx, property, cells, document.currency);
      const changes = await writeCells(tx, property, document.currency, {
        allotments: cells.filter(isAllotment),
        rates: cells.filter(isRate),
      });
      const { allotments, rates } = changes;
      if (allotments.created + allotments.changed + rates.created + rates.changed > 0) {
        const more = Math.max(0, cells.length - MAX_AUDITED_CELLS);
        const after = { environment, cells: cells.slice(0, MAX_AUDITED_CELLS), ...(more > 0 && { more }) };
        await recordAudit(
          tx,
          auditOf(context, { action: updateInventory.name, target: hotelId, before, after }),
        );
      }
      return changes;
    });
    const exceeded = written.exceeded.slice(0, MAX_LISTED_NIGHTS).map(cell => ({ hotelId, ...cell }));
    return { ...written, exceeded };
  });
}

const isRate = (cell: InventoryCell): cell is InventoryCell & RateLine => cell.planCode !== undefined;
const isAllotment = (cell: InventoryCell): cell is InventoryCell & AllotmentLine => !isRate(cell);

/** Returns the problems in all cells. Each path contains the position of the cell in the request. */
function checkCells(cells: readonly InventoryCell[], document: InventoryDocument): ErrorDetail[] {
  const overlaps = new Overlaps(i => `Cell ${i}`);
  return cells.flatMap((cell, i) => {
    const line = { ...cell, hotelId: document.hotelId };
    const problems = isRate(cell)
      ? checkRate(line as RateLine, document)
      : checkAllotment(line as AllotmentLine, document);
    return [...problems, ...overlaps.add(line as RateLine, i)].map(text => detailOf(i, text));
  });
}

/** A problem starts with the field that it refers to, if any. */
function detailOf(at: number, text: string): ErrorDetail {
  const [, field = '', message = text] = /^(\/[^:]*): (.*)$/s.exec(text) ?? [];
  return { path: `/cells/${at}${field}`, code: 'INVALID_VALUE', message };
}

function checkExpectedRange(cells: readonly InventoryCell[]): ErrorDetail[] {
  const range = expectedRange(cells);
  if (range === undefined || nightsBetween(range.from, range.to) <= MAX_EXPECTED_NIGHTS) return [];
  const message = `Cells with \`expected\` must lie within ${MAX_EXPECTED_NIGHTS} consecutive nights. Send them in several requests.`;
  return [{ path: '/cells', code: 'RANGE_TOO_LONG', message }];
}

/** The property is locked, so the values cannot change between this check and the write. */
async function checkExpected(
  tx: Database,
  property: PropertyKey,
  cells: readonly InventoryCell[],
  currency: string,
): Promise<void> {
  const range = expectedRange(cells);
  if (range === undefined) return;
  const checked = cells.filter(({ expected }) => expected !== undefined);
  const changed = changedValues(cells, await readNamed(tx, property, checked, range), currency);
  if (changed.length === 0) return;
  const [count, have] = changed.length === 1 ? ['1 value', 'has'] : [`${changed.length} values`, 'have'];
  const message = `Nothing was saved: ${count} ${have} changed since you read them. Read the calendar again and decide.`;
  throw new ApiError('INVALID_STATE', message, { details: changed.slice(0, MAX_LISTED_NIGHTS) });
}

/** Maximum number of cells recorded in the audit log. */
const MAX_AUDITED_CELLS = 500;
/** Maximum number of nights recorded in the audit log. */
const MAX_AUDITED_NIGHTS = 31;

/** The state of nights before a change, for the audit log. Contains only the fields about to be set, and only the first nights. */
async function cellsBefore(
  tx: Database,
  property: PropertyKey,
  cells: readonly InventoryCell[],
  currency: string,
): Promise<{ cells: object[] }> {
  const from = cells.reduce((first, cell) => (cell.from < first ? cell.from : first), '9999-12-31');
  const last = cells.reduce((end, cell) => (cell.to > end ? cell.to : end), '0001-01-01');
  const capped = addDays(from, MAX_AUDITED_NIGHTS);
  const to = addDays(last, 1) < capped ? addDays(last, 1) : capped;
  const { roomOf, rateOf } = byNight(await readNamed(tx, property, cells, { from, to }));
  const before: object[] = [];
  for (const cell of cells) {
    const { roomCode, planCode } = cell;
    for (const night of nightsOf({ ...cell, to: cell.to < to ? cell.to : addDays(to, -1) })) {
      if (before.length === MAX_AUDITED_NIGHTS) return { cells: before };
      if (planCode === undefined) {
        const row = roomOf(roomCode, night);
        if (row) before.push({ roomCode, night, total: row.total - row.excess });
      } else {
        const row = rateOf(roomCode, planCode, night);
        if (row) before.push({ roomCode, planCode, night, ...auditedRate(cell, row, currency) });
      }
    }
  }
  return { cells: before };
}

/** Reads only the rooms and plans that the cells name. */
async function readNamed(
  tx: Database,
  property: PropertyKey,
  cells: readonly InventoryCell[],
  nights: Nights,
): Promise<StoredNights> {
  const [allotments, rates] = [cells.filter(isAllotment), cells.filter(isRate)];
  const roomsOf = (some: readonly InventoryCell[]) => [...new Set(some.map(({ roomCode }) => roomCode))];
  const planCodes = [...new Set(rates.map(({ planCode }) => planCode))];
  return {
    rooms: await readRoomNights(tx, property, nights, { roomCodes: roomsOf(allotments) }),
    rates: await readRates(tx, property.environment, [property.hotelId], nights, {
      roomCodes: roomsOf(rates),
      planCodes,
    }),
  };
}

function auditedRate(cell: InventoryCell, row: RateRow, currency: string): object {
  const given = RATE_FIELDS.filter(name => cell[name] !== undefined);
  return Object.fromEntries(given.map(name => [name, auditValue(name, row[name], currency)]));
}

function auditValue(name: string, value: unknown, currency: string): unknown {
  if (value === null || typeof value === 'boolean') return value;
  const amount = (minor: number) => toMoney(minor, currency).amount;
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value as Record<string, number>).map(([key, minor]) => [key, amount(minor)]),
    );
  }
  return name === 'amount' || name === 'extraAdult' ? amount(value as number) : value;
}
