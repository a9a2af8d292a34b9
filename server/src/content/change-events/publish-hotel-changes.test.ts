import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SPAIN, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { openWebhookWorld, type WebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import { listEvents } from '../../webhooks/events/event-list-store.ts';
import { writeCatalogue } from '../catalogue-change-store.ts';
import { publishHotelChanges } from './publish-hotel-changes.ts';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
  await writePlaces(world.db, SPAIN);
  await writeHotels(world.db, 'sandbox', hotels('old', 5));
});
afterAll(() => world?.drop());
beforeEach(async () => {
  await publish();
});
afterEach(() => world.clean());

const hotels = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ hotelId: `htl_${name}${String(i).padStart(4, '0')}` }));
const ids = (name: string, count: number) => hotels(name, count).map(hotel => hotel.hotelId);
const publish = () => publishHotelChanges({ ...world.parts });
const subscribe = (organisationId = 'org_a') =>
  world.endpoint('http://127.0.0.1/', { organisationId, eventTypes: ['content.hotels_changed'] });
async function published(organisationId = 'org_a') {
  const events = await listEvents(world.db, world.seal, { organisationId, limit: 100 });
  return events.map(event => event.payload.data as { hotelIds: string[]; updatedSince: string });
}

test('a hotel change is published once, and only to partners that had already subscribed to such events', async () => {
  await writeHotels(world.db, 'sandbox', hotels('before', 2));
  await publish();
  await subscribe();
  await world.endpoint('http://127.0.0.1/', { organisationId: 'org_b', eventTypes: ['booking.pending'] });
  await writeHotels(world.db, 'sandbox', hotels('a', 3));
  await writeHotels(world.db, 'production', hotels('live', 3));
  await Promise.all([publish(), publish(), publish()]);
  await publish();
  expect((await published()).map(data => data.hotelIds)).toEqual([ids('a', 3)]);
  expect(await published('org_b')).toEqual([]);
  const [event] = await published();
  const since = new Date(event?.updatedSince ?? '');
  const missed = await world.db`
    SELECT FROM hotel JOIN catalogue_change ON id = change_id WHERE hotel_id LIKE 'htl_a%' AND at < ${since}`;
  expect(missed.count).toBe(0);
});

test('a hotel is published only once when both the hotel and its rooms changed', async () => {
  const occupancy = { maxTotal: 2, maxAdults: 2, maxChildren: 0 };
  const rooms = (...names: string[]) =>
    names.map((name, i) => ({ roomCode: `R${i}`, name: { en: name }, occupancy }));
  await writeHotels(world.db, 'sandbox', [
    { hotelId: 'htl_roomy', rooms: rooms('one', 'two') },
    { hotelId: 'htl_still', rooms: rooms('one') },
  ]);
  await publish();
  await subscribe();
  await writeHotels(world.db, 'sandbox', [
    { hotelId: 'htl_roomy', rooms: rooms('first', 'second') },
    { hotelId: 'htl_still', rooms: rooms('one') },
  ]);
  await publish();
  expect((await published()).map(data => data.hotelIds)).toEqual([['htl_roomy']]);
  await writeHotels(world.db, 'sandbox', [{ hotelId: 'htl_roomy', rooms: rooms('1', '2'), stars: 5 }]);
  await publish();
  expect((await published()).map(data => data.hotelIds)).toEqual([['htl_roomy'], ['htl_roomy']]);
});

test('a hotel change event has the database time, by which all events are ordered', async () => {
  await subscribe();
  await world.time.advanceDatabase(60_000);
  await writeHotels(world.db, 'sandbox', hotels('late', 1));
  await publish();
  const [event] = await listEvents(world.db, world.seal, { organisationId: 'org_a', limit: 1 });
  expect(event?.at).toEqual(new Date(world.time.databaseNowMs()));
});

test('all changed hotels are published in events of at most 1,000 hotels', async () => {
  await subscribe();
  await subscribe('org_b');
  await writeHotels(world.db, 'sandbox', hotels('many', 2_001));
  await publish();
  for (const organisation of ['org_a', 'org_b']) {
    const events = await published(organisation);
    expect(events.map(data => data.hotelIds.length).sort()).toEqual([1, 1_000, 1_000]);
    expect(events.flatMap(data => data.hotelIds).toSorted()).toEqual(ids('many', 2_001));
  }
});

test('a hotel change is published once it is committed, and never if it is rolled back', async () => {
  await subscribe();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
  const writing = writeCatalogue(world.db, 'open', async (tx, changeId) => {
    await tx`UPDATE hotel SET change_id = ${changeId} WHERE hotel_id = 'htl_old0001'`;
    written();
    await mayEnd;
  });
  await isWritten;
  await publish();
  expect(await published()).toEqual([]);
  end();
  await writing;
  await writeCatalogue(world.db, 'undone', async (tx, changeId) => {
    await tx`UPDATE hotel SET change_id = ${changeId} WHERE hotel_id = 'htl_old0002'`;
    throw new Error('undo');
  }).catch(() => {});
  await publish();
  expect((await published()).map(data => data.hotelIds)).toEqual([['htl_old0001']]);
});

test('the hotel changes of a failed run are published in the next run', async () => {
  await subscribe();
  await writeHotels(world.db, 'sandbox', hotels('dies', 3));
  const dying = {
    ...world.parts,
    db: Object.assign(((...args: Parameters<typeof world.db>) => world.db(...args)) as typeof world.db, {
      transaction: <T>(work: (tx: typeof world.db) => Promise<T>) =>
        world.db.transaction(async tx => {
          await work(tx);
          throw new Error('died');
        }) as Promise<T>,
    }),
  };
  await expect(publishHotelChanges(dying)).rejects.toThrow('died');
  expect(await published()).toEqual([]);
  await publish();
  expect((await published()).map(data => data.hotelIds)).toEqual([ids('dies', 3)]);
});

test('with read replicas, a change is published only when it is older than their highest lag', async () => {
  await subscribe();
  await writeHotels(world.db, 'sandbox', hotels('fresh', 2));
  await publishHotelChanges({ ...world.parts, maxLagMs: 3_600_000 });
  expect(await published()).toEqual([]);
  await publish();
  expect((await published()).map(data => data.hotelIds)).toEqual([ids('fresh', 2)]);
});
