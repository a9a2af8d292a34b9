/** Tests descriptions in several languages with the real adapters of all suppliers against their simulators. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import type { StageName } from '../../../test/mapping/content-stages.ts';
import { SYNC_SETTINGS, SyncWorld, type SyncWorld as World } from '../../../test/mapping/sync-world.ts';
import { readDetails } from './read-details.ts';

const HOTELS = 5;

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());
afterEach(() => world?.close());

/** The descriptions of all hotels, ordered by the id of the hotel. */
async function readTexts(): Promise<Record<string, string>[]> {
  const rows = await database.ownerDb<{ texts: Record<string, string> }[]>`
    SELECT content #> '{content,texts}' AS texts FROM supplier_hotel ORDER BY supplier_id`;
  return rows.map(({ texts }) => texts);
}

describe.each(['liteapi', 'hotelbeds', 'rapid'] as const)('descriptions of %s', (provider: StageName) => {
  beforeEach(async () => {
    world = await SyncWorld.start(database, provider, HOTELS, { textLanguages: 'de,ar' });
  });

  test('descriptions are stored in every language of the account that the supplier has translated', async () => {
    const run = await world.finish();
    expect(run).toMatchObject({ state: 'DONE', reason: null, figures: { hotels: HOTELS, added: HOTELS } });
    const texts = await readTexts();
    expect(texts).toHaveLength(HOTELS);
    for (const { de, en, ...others } of texts) {
      expect(de).toMatch(/ruhiges Hotel| ist in |Am Hafen/);
      expect(en).toMatch(/quiet hotel| is in |Near the harbour/);
      expect(others).toEqual({});
    }
  });

  test('a full run in several languages finds no changes if nothing has changed, and removes missing hotels', async () => {
    await world.finish();
    const before = await readTexts();
    world.stage.remove(2);
    const anyRemoval = { settings: { ...SYNC_SETTINGS, removalPercent: 100 } };
    if (provider !== 'rapid') await world.run('FULL', anyRemoval);
    const run = await world.run('FULL', anyRemoval);
    expect(run.figures).toMatchObject({ changed: 0, unchanged: HOTELS - 1, removed: 1 });
    expect(await readTexts()).toEqual(before);
  });

  test('a changed hotel keeps its translations until they are read again', async () => {
    await world.finish();
    world.stage.rename(1, 'Hotel Renamed');
    await world.request('DELTA');
    // The run ends after the pages in English, before those in other languages.
    await world.finish({ reader: world.altered(page => ({ ...page, next: null })) });
    expect((await world.stored()).some(({ name }) => name === 'Hotel Renamed')).toBe(true);
    expect((await readTexts()).every(({ de }) => de !== undefined)).toBe(true);
  });
});

test('reading the details of a hotel keeps its translations', async () => {
  world = await SyncWorld.start(database, 'liteapi', HOTELS, { textLanguages: 'de' });
  await world.finish();
  await readDetails(world.parts(), await world.takeJob(), new Map());
  for (const { de, en } of await readTexts()) {
    expect(de).toContain('ruhiges Hotel');
    expect(en).toContain('(en)');
  }
});
