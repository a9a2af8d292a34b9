import { afterAll, expect, test } from 'vitest';
import { bookingWorld } from '../../../test/booking-world.ts';
import { watchBehaviour } from './behaviour-store.ts';
import { judgeBehaviour } from './judge-behaviour.ts';
import { listNotices } from './notice-store.ts';

const HOUR_MS = 3_600_000;

const NONE = { organisationId: 'org_a', searches: 0, bookings: 0, weekBookings: 0, weekCancelled: 0 };

test.each([
  ['many searches for few bookings', { searches: 60_000, bookings: 3 }, /60000 searches and 3 bookings/],
  ['many searches without bookings', { searches: 50_000 }, /50000 searches and 0/],
  ['bookings that are mostly cancelled', { weekBookings: 20, weekCancelled: 17 }, /17 of 20 bookings/],
])('unusual partner activity is described with its numbers: %s', (_, facts, words) => {
  expect(judgeBehaviour({ ...NONE, ...facts })).toMatch(words);
});

test.each([
  ['many searches and many bookings', { searches: 500_000, bookings: 200 }],
  ['a quiet day', { searches: 49_999 }],
  ['some cancellations', { weekBookings: 20, weekCancelled: 16 }],
  ['few bookings that are all cancelled', { weekBookings: 19, weekCancelled: 19 }],
])('ordinary partner activity is not reported: %s', (_, facts) => {
  expect(judgeBehaviour({ ...NONE, ...facts })).toBeUndefined();
});

const world = await bookingWorld();
afterAll(() => world.drop());

const open = async (organisationId = 'org_a') =>
  (await listNotices(world.db, { organisationId, openOnly: true, limit: 10 })).map(({ text }) => text);

const searched = (environment: string, operation: string, requests: number) => world.ownerDb`
  INSERT INTO usage_hour (key_id, hour, operation, status_class, organisation_id, environment, requests, limited, total_us)
  VALUES ('k', date_trunc('hour', serai_now()), ${operation}, 2, 'org_a', ${environment}, ${requests}, 0, 0)`;

test('unusual production activity has one open notice, however often it is checked, until the activity stops', async () => {
  const { db, ownerDb, time } = world;
  await searched('sandbox', 'availability', 900_000);
  await searched('production', 'places-search', 900_000);
  await watchBehaviour(db);
  expect(await open()).toEqual([]);

  await ownerDb`UPDATE usage_hour SET environment = 'production' WHERE operation = 'availability'`;
  await Promise.all([watchBehaviour(db), watchBehaviour(db)]);
  await watchBehaviour(db);
  expect(await open()).toEqual([expect.stringContaining('900000 searches and 0 bookings')]);
  expect(await open('org_b')).toEqual([]);

  await time.advance(26 * HOUR_MS);
  await watchBehaviour(db);
  expect(await open()).toEqual([]);
});

test('bookings that the partner cancelled are counted per week', async () => {
  const { db, ownerDb } = world;
  for (let i = 0; i < 20; i++) await world.journalled();
  await ownerDb`
    UPDATE booking SET environment = 'production', status = 'CANCELLED', status_reason = 'BY_CLIENT', resolution = NULL`;
  await watchBehaviour(db);
  expect(await open()).toEqual([expect.stringContaining('20 of 20 bookings in a week')]);
});
