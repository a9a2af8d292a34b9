import { afterEach, beforeEach } from 'vitest';
import type { ImportPlacesOptions } from '../src/content/place-data/import/import-places.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { allPlaceTables, placeNamed, runImport } from './place-import.ts';

export let database: TestDatabase;
/** Call this at the top of a test file. It gives each test a new database. */
export function usePlaceImports(): void {
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.drop());
}

export const run = (paths: readonly string[], options: Partial<ImportPlacesOptions> = {}) =>
  runImport(database, paths, options);
export const everything = () => allPlaceTables(database);
export const place = (name: string) => placeNamed(database, name);
