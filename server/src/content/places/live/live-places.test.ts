import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { buildPlaceIndex } from '../search-index/build/build-place-index.ts';
import { openPlaceIndex } from '../search-index/place-index.ts';
import { LivePlaces } from './live-places.ts';
import { readCatalogueVersion } from './place-rows-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a failed index load is retried at growing intervals, and the reason and the next attempt are logged', async () => {
  const { db, ownerDb } = database;
  const clock = new ManualClock();
  const warnings: { err: { message: string }; retryInMs: number }[] = [];
  const log = pino({ level: 'warn' }, { write: line => void warnings.push(JSON.parse(line)) });
  let isBroken = false;
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (isBroken) throw new Error('no memory left');
    const { places } = await readCatalogueVersion(db);
    return openPlaceIndex(buildPlaceIndex({ places: [], names: [], dataVersion: places }));
  };
  const live = new LivePlaces({ db, load, clock, log });
  await live.start();
  const before = live.with('sandbox').index.dataVersion;
  expect(tries).toBe(1);

  isBroken = true;
  await ownerDb.script('UPDATE catalogue_version SET places = places + 1');
  clock.advance(1_000);
  await vi.waitFor(() => expect(warnings).toHaveLength(1), { timeout: 60_000 });
  expect(warnings[0]).toMatchObject({ err: { message: 'no memory left' }, retryInMs: 5_000 });
  expect(live.with('sandbox').index.dataVersion).toBe(before);

  // Each poll schedules the next poll when it ends, so the clock advances one second at a time.
  const secondsUntil = (isOver: () => boolean) =>
    vi.waitFor(
      () => {
        if (isOver()) return;
        clock.advance(1_000);
        throw new Error('not yet');
      },
      { timeout: 10_000, interval: 20 },
    );
  const failedMs = clock.monotonicMs();
  await secondsUntil(() => warnings.length === 2);
  expect(clock.monotonicMs() - failedMs).toBeGreaterThanOrEqual(5_000);
  expect(warnings[1]?.retryInMs).toBeGreaterThan(5_000);
  expect(tries).toBe(3);

  isBroken = false;
  await secondsUntil(() => live.with('sandbox').index.dataVersion === before + 1);
  expect(tries).toBe(4);
  await live.stop();
});
