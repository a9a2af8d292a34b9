import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SPAIN, writePlaces } from '../../../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../../../test/database.ts';
import { mergeRules } from '../../../../app/merge-rules.ts';
import { importHotels } from '../../../../content/catalogue-files/import/import-hotels.ts';
import {
  type ImportInventoryOptions,
  type InventorySummary,
  importInventory,
} from '../files/import-inventory.ts';
import { ownDocument } from './sold-property.ts';

export const HOTELS = ['htl_a', 'htl_b'];

export interface Imported extends InventorySummary {
  /** Reported problems and exceeded nights, without the file name. */
  problemTexts: string[];
  warned: string[];
}

export const property = (hotelId: string, fields: object = {}) => ({
  type: 'property',
  ...ownDocument(hotelId),
  ...fields,
});
export const range = { from: '2027-05-01', to: '2027-05-31' };
export const rooms = (hotelId: string, fields: object) => ({
  ...{ type: 'allotment', hotelId, roomCode: 'DBL', ...range, total: 5 },
  ...fields,
});
export const rate = (hotelId: string, fields: object) => ({
  ...{ type: 'rate', hotelId, planCode: 'FLEX', roomCode: 'DBL', ...range },
  ...fields,
});

export async function importStage() {
  const database = await testDatabase();
  const { db, ownerDb } = database;
  const folder = mkdtempSync(join(tmpdir(), 'serai-inventory-'));
  const fileOf = (text: string, name: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  await writePlaces(db, SPAIN);
  await loadHotels(database, fileOf);
  return {
    database,
    fileOf,
    async load(
      lines: readonly (object | string)[],
      options: Partial<ImportInventoryOptions> = {},
    ): Promise<Imported> {
      const text = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
      const file = options.file ?? fileOf(text, 'inventory.jsonl');
      const problemTexts: string[] = [];
      const warned: string[] = [];
      const summary = await importInventory(db, {
        environment: 'sandbox',
        dryRun: false,
        onProblem: problem => problemTexts.push(problem.slice(problem.indexOf(':') + 1)),
        onWarning: warning => warned.push(warning.slice(warning.indexOf(':') + 1)),
        onExcess: night => problemTexts.push(night),
        onProgress: () => {},
        ...options,
        file,
      });
      return { ...summary, problemTexts, warned };
    },
    tables: async () => ({
      properties: await ownerDb`SELECT environment, hotel_id, document FROM inventory_property ORDER BY 1, 2`,
      rooms: await ownerDb`SELECT * FROM inventory_allotment ORDER BY hotel_id, night, room_code`,
      rates: await ownerDb`SELECT * FROM inventory_rate ORDER BY hotel_id, night, plan_code, room_code`,
    }),
    async clear() {
      await ownerDb`TRUNCATE inventory_property CASCADE`;
    },
    async close() {
      rmSync(folder, { recursive: true });
      await database.drop();
    },
  };
}

async function loadHotels(
  { db }: TestDatabase,
  fileOf: (text: string, name: string) => string,
): Promise<void> {
  const occupancy = { maxTotal: 4, maxAdults: 2, maxChildren: 2 };
  const sold = ['SGL', 'DBL', 'FAM'].map(roomCode => ({ roomCode, name: { en: roomCode }, occupancy }));
  const hotels = HOTELS.map(hotelId => ({
    ...{ hotelId, sourceId: `H-${hotelId}`, name: { en: hotelId }, address: { countryCode: 'ES' } },
    ...{ location: { latitude: 41.3888, longitude: 2.159 }, rooms: sold },
  }));
  const file = fileOf(hotels.map(one => JSON.stringify(one)).join('\n'), 'hotels.jsonl');
  await importHotels(db, {
    ...{ file, environment: 'sandbox', roomsFile: undefined },
    ...{ dryRun: false, skipBad: false, removeMissing: false, mergeRules },
    ...{ onProblem: problem => expect.fail(problem.message), onWait: () => {}, onProgress: () => {} },
  });
}
