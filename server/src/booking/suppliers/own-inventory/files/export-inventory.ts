/**
 * Writes own inventory to a file that can be imported. It contains everything that is stored, even for rooms and plans that are no
 * longer in the document. Importing it again changes nothing.
 */
import type { RateLine } from '@serai/contract/inventory/inventory-cells.ts';
import { MAX_RANGE_DAYS } from '@serai/contract/inventory/inventory-values.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { toMoney } from '../../../../platform/money/minor-units.ts';
import type { RateRow } from '../cache/rate-block.ts';
import { checkAllotment, splitKept } from './check-lines.ts';
import {
  countProperties,
  inSnapshot,
  listProperties,
  listRates,
  listTotals,
} from './inventory-files-store.ts';

export interface ExportInventoryOptions {
  environment: Environment;
  /** If set, only this property is exported. */
  hotelId?: string | undefined;
  write(text: string): Promise<void>;
  onProgress(properties: number, share: number): void;
}

export interface ExportedInventory {
  properties: number;
  lines: number;
}

const BATCH = 100;

export async function exportInventory(
  db: Database,
  options: ExportInventoryOptions,
): Promise<ExportedInventory> {
  const { environment, hotelId: only, write, onProgress } = options;
  return inSnapshot(db, async tx => {
    const summary = { properties: 0, lines: 0 };
    const all = only === undefined ? Math.max(1, await countProperties(tx, environment)) : 1;
    for (let after = ''; ; ) {
      const batch = await listProperties(tx, environment, after, BATCH, only);
      if (batch.length === 0) return summary;
      for (const { hotelId, document } of batch) {
        const totals = await listTotals(tx, environment, hotelId);
        const rates = await listRates(tx, environment, hotelId);
        const lines = [
          { type: 'property', ...document },
          ...rangesOf(totals).map(({ from, to, row: { roomCode, total } }) => {
            const line = { type: 'allotment', hotelId, roomCode, from, to, total };
            return checkAllotment(line, document).length > 0 ? { ...line, kept: true } : line;
          }),
          ...rangesOf(rates).flatMap(({ from, to, row }) => {
            const { planCode, roomCode } = row;
            const line = { type: 'rate', hotelId, planCode, roomCode, from, to };
            return splitKept({ ...line, ...fieldsOf(row, document.currency) }, document);
          }),
        ];
        await write(`${lines.map(line => JSON.stringify(line)).join('\n')}\n`);
        summary.properties += 1;
        summary.lines += lines.length;
        onProgress(summary.properties, summary.properties / all);
      }
      after = batch.at(-1)?.hotelId ?? '';
    }
  });
}

/** Merges consecutive nights with the same values into ranges. Ranges are limited to the maximum length of a line. */
function rangesOf<Row extends { night: string }>(
  rows: readonly Row[],
): { from: string; to: string; row: Row }[] {
  const ranges: { from: string; to: string; row: Row; text: string }[] = [];
  for (const row of rows) {
    const { night, ...rest } = row;
    const text = JSON.stringify(rest);
    const last = ranges.at(-1);
    if (
      last?.text === text &&
      nightsBetween(last.to, night) === 1 &&
      nightsBetween(last.from, night) < MAX_RANGE_DAYS
    ) {
      last.to = night;
    } else ranges.push({ from: night, to: night, row, text });
  }
  return ranges;
}

function fieldsOf(
  { night: _, planCode: __, roomCode: ___, ...row }: RateRow,
  currency: string,
): Partial<RateLine> {
  const amount = (minor: number) => toMoney(minor, currency).amount;
  const amounts = (map: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(map).map(([key, minor]) => [key, amount(minor)]));
  const fields = {
    ...row,
    amount: row.amount === null ? null : amount(row.amount),
    extraAdult: row.extraAdult === null ? null : amount(row.extraAdult),
    byAdults: row.byAdults === null ? null : amounts(row.byAdults),
    children: row.children === null ? null : amounts(row.children),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
