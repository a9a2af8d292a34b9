import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { mergeRules } from '../src/app/merge-rules.ts';
import { problemText } from '../src/content/catalogue-files/file-record.ts';
import {
  type ImportOptions,
  type ImportSummary,
  importHotels,
} from '../src/content/catalogue-files/import/import-hotels.ts';
import { SPAIN, writePlaces } from './catalogue-builder.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export let database: TestDatabase;
export let folder: string;
/**
 * Call this at the top of a test file. It gives each test a database with places but no hotels, and a folder for files.
 */
export function useHotelImports(): void {
  beforeAll(async () => {
    database = await testDatabase();
    folder = mkdtempSync(join(tmpdir(), 'serai-import-'));
    await writePlaces(database.db, SPAIN);
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    await database.ownerDb`TRUNCATE hotel, room, place_hotel_count`;
  });
}

export function fileOf(content: string | Buffer, name = 'hotels.jsonl'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

export const lines = (...records: unknown[]) =>
  `${records.map(record => JSON.stringify(record)).join('\n')}\n`;

export function hotel(hotelId: string, members: object = {}) {
  return {
    hotelId: `htl_${hotelId}`,
    name: { en: `Hotel ${hotelId}` },
    address: { countryCode: 'ES' },
    location: { latitude: 41.3888, longitude: 2.159 },
    ...members,
  };
}

export const room = (roomCode: string, members: object = {}) => ({
  roomCode,
  name: { en: `Room ${roomCode}` },
  occupancy: { maxTotal: 2, maxAdults: 2, maxChildren: 0 },
  ...members,
});

interface Imported extends ImportSummary {
  reported: string[];
}

export async function run(file: string, options: Partial<ImportOptions> = {}): Promise<Imported> {
  const reported: string[] = [];
  const summary = await importHotels(database.db, {
    file,
    environment: 'sandbox',
    dryRun: false,
    skipBad: false,
    removeMissing: false,
    mergeRules,
    onProgress: () => {},
    ...options,
    onProblem: problem => void reported.push(problemText(problem).replaceAll(`${folder}/`, '')),
  });
  return { ...summary, reported };
}

export const importOf = (...records: unknown[]) => run(fileOf(lines(...records)));

export async function stored(): Promise<string[]> {
  const rows = await database.db<{ text: string }[]>`
    SELECT concat_ws(' ', environment, substr(hotel_id, 5), status, substr(merged_into, 5)) AS text FROM hotel
    ORDER BY environment, hotel_id`;
  return rows.map(({ text }) => text);
}
