import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { SyncWorld } from '../../../test/mapping/sync-world.ts';
import type { SuppliedHotel } from '../../booking/port/supplied-content.ts';
import { DONE } from '../../platform/jobs/job.ts';
import { readDetails } from './read-details.ts';

let database: TestDatabase;
let world: SyncWorld;
beforeAll(async () => {
  database = await testDatabase();
  world = await SyncWorld.start(database, 'liteapi', 6);
});
afterAll(async () => {
  await world?.close();
  await database?.drop();
});

async function hotels(): Promise<{ content: SuppliedHotel; wants_detail: boolean }[]> {
  return database.ownerDb`SELECT content, wants_detail FROM supplier_hotel ORDER BY supplier_id`;
}

const details = async () => readDetails(world.parts(), await world.takeJob());

test('rooms, photos, phones and policies are read hotel by hotel, and are kept when the list changes', async () => {
  await world.finish();
  expect((await hotels()).map(({ content, wants_detail }) => [content.rooms.length, wants_detail])).toEqual(
    Array(6).fill([0, true]),
  );
  expect(await details()).toEqual(DONE);
  const [first] = await hotels();
  expect(first).toMatchObject({
    wants_detail: false,
    content: { rooms: expect.arrayContaining([expect.anything()]), phones: [expect.any(String)] },
  });
  expect(first?.content.content?.policies).not.toEqual([]);
  expect(first?.content.content?.photos.length).toBeGreaterThan(1);

  // The hotel counts as unchanged, although the stored content has more than the list.
  expect((await world.run('FULL')).figures).toMatchObject({ changed: 0, unchanged: 6 });
  world.stage.rename(0, 'Hotel Renamed');
  expect((await world.run('DELTA')).figures).toMatchObject({ changed: 1 });
  const [renamed] = await hotels();
  expect(renamed?.content).toMatchObject({ name: 'Hotel Renamed', rooms: first?.content.rooms });
  expect((await hotels()).map(({ wants_detail }) => wants_detail)).toEqual([true, ...Array(5).fill(false)]);
});

test('a hotel whose details cannot be read does not delay the others', async () => {
  await database.ownerDb`UPDATE supplier_hotel SET wants_detail = true`;
  world.stage.simulator.fail('hotel', { when: 'before', kind: 'reset' });
  expect(await details()).toEqual({ kind: 'AGAIN', delayMs: expect.any(Number) });
  expect((await hotels()).map(({ wants_detail }) => wants_detail)).toEqual([true, ...Array(5).fill(false)]);
  expect(await details()).toEqual(DONE);
});

test('a hotel is removed if the supplier no longer has its details', async () => {
  await database.ownerDb`UPDATE supplier_hotel SET wants_detail = true`;
  world.stage.remove(5);
  await details();
  expect(await world.present()).toHaveLength(5);
});
