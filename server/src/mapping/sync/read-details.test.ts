import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { SyncWorld } from '../../../test/mapping/sync-world.ts';
import type { SuppliedHotel } from '../../booking/port/supplied-content.ts';
import { DONE, type RunningJob } from '../../platform/jobs/job.ts';
import { type FailedDetails, readDetails } from './read-details.ts';
import { syncJobs } from './sync-jobs.ts';
import type { SyncParts } from './sync-parts.ts';

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

const details = async (failures: FailedDetails = new Map(), changes: Partial<SyncParts> = {}) =>
  readDetails(world.parts(changes), await world.takeJob(), failures);

const wantAll = () => database.ownerDb`UPDATE supplier_hotel SET wants_detail = true`;
const wanted = async () => (await hotels()).map(({ wants_detail }) => wants_detail);
const detailCalls = () =>
  world.stage.simulator.exchanges.filter(({ operation }) => operation === 'hotel').length;

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

test('a hotel without details is not removed, because only lists decide about removal', async () => {
  await wantAll();
  world.stage.simulator.fail('hotel', { when: 'before', kind: 'respond', response: { status: 204 } });
  world.stage.remove(5);
  expect(await details()).toEqual(DONE);
  expect(await wanted()).toEqual(Array(6).fill(false));
  expect(await world.present()).toHaveLength(6);
  world.stage.restore(5);
});

test('hotels whose details cannot be read are tried again only after all others', async () => {
  await wantAll();
  const failures: FailedDetails = new Map();
  world.stage.simulator.fail('hotel', { when: 'before', kind: 'reset' }, 5);
  expect(await details(failures)).toEqual({ kind: 'AGAIN', delayMs: expect.any(Number) });
  expect(await wanted()).toEqual(Array(6).fill(true));
  expect(await details(failures)).toEqual({ kind: 'AGAIN', delayMs: expect.any(Number) });
  expect(await wanted()).toEqual([...Array(5).fill(true), false]);
  expect(await details(failures)).toEqual(DONE);
});

test('reading details stops only after consecutive failures', async () => {
  await wantAll();
  const { simulator } = world.stage;
  simulator.fail('hotel', { when: 'before', kind: 'reset' }, 4);
  simulator.fail('hotel', { when: 'after', kind: 'alter', alter: response => response });
  simulator.fail('hotel', { when: 'before', kind: 'reset' });
  // All hotels were tried, so the job waits longer than after a failure of the supplier.
  expect(await details()).toEqual({ kind: 'AGAIN', delayMs: 3_600_000 });
  expect((await wanted()).filter(Boolean)).toHaveLength(5);
});

test('no further details are read after the credentials are rejected, and none while the account is paused', async () => {
  await wantAll();
  const before = detailCalls();
  const paused = { list: async () => [], open: world.content.open.bind(world.content) };
  expect(await details(new Map(), { reader: paused })).toMatchObject({ kind: 'AGAIN' });
  expect(detailCalls()).toBe(before);
  const response = { status: 401, body: { error: { code: 401, message: 'Unauthorized' } } };
  world.stage.simulator.fail('hotel', { when: 'before', kind: 'respond', response });
  expect(await details()).toEqual(DONE);
  expect(detailCalls()).toBe(before + 1);
  expect(await wanted()).toEqual(Array(6).fill(true));
});

test('details that are older than the list are read again', async () => {
  await wantAll();
  let isChanged = false;
  const reader: SyncParts['reader'] = {
    list: () => world.content.list(),
    open: scope => {
      const session = world.content.open(scope);
      return (
        session && {
          hasDetails: true,
          isPagedByOffset: true,
          page: (since, signal) => session.page(since, signal),
          close: () => session.close(),
          detail: async (id, signal) => {
            const read = await session.detail(id, signal);
            if (!isChanged)
              await database.ownerDb`UPDATE supplier_hotel SET digest = '\\x00' WHERE supplier_id = ${id}`;
            isChanged = true;
            return read;
          },
        }
      );
    },
  };
  const before = detailCalls();
  expect(await details(new Map(), { reader })).toEqual(DONE);
  expect(detailCalls() - before).toBe(7);
});

test('hotel lists are still read while all slots for details are in use', async () => {
  let release: (accounts: []) => void = () => {};
  const blocked = new Promise<[]>(resolve => {
    release = resolve;
  });
  const reader = { list: () => blocked, open: world.content.open.bind(world.content) };
  const kinds = syncJobs(world.parts({ reader }));
  const job: RunningJob = {
    ...(await world.takeJob()),
    ...{ id: '1', kind: 'content.details', organisationId: null, payload: null, fence: 1 },
  };
  const reading = [kinds['content.details']?.run(job), kinds['content.details']?.run(job)];
  const busy = { kind: 'AGAIN', delayMs: 15_000 };
  expect(await kinds['content.sync']?.run(job)).not.toEqual(busy);
  expect(await reading[1]).toEqual(busy);
  release([]);
  await reading[0];
});
