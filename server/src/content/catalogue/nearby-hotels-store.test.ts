import { afterAll, beforeAll, expect, it } from 'vitest';
import { SPAIN, seededRandom, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { listNearbyHotels, type NearbyFilter, type NearbyPosition } from './nearby-hotels-store.ts';

let database: TestDatabase;
let place: number;
beforeAll(async () => {
  database = await testDatabase();
  await writePlaces(database.db, SPAIN);
  const random = seededRandom(1);
  await writeHotels(
    database.db,
    'sandbox',
    Array.from({ length: 120 }, (_, i) => {
      // Distances from a few metres to almost 800 km.
      const degrees = 10 ** (random() * 5 - 4);
      const location = { latitude: 40 + degrees * 0.6, longitude: -4 + degrees * (random() - 0.5) };
      return { hotelId: `htl_${i}`, stars: 1 + (i % 5), location };
    }),
  );
  const [spain] = await database.db<{ id: number }[]>`SELECT id FROM place WHERE place_id = 'plc_ES'`;
  place = spain?.id ?? 0;
});
afterAll(() => database.drop());

async function idsByPage(hotels: number, conditions: NearbyFilter['conditions'], limit: number) {
  const within = { place, hotels };
  const filter: NearbyFilter = { environment: 'sandbox', latitude: 40, longitude: -4, within, conditions };
  const ids: string[] = [];
  for (let after: NearbyPosition | undefined; ; ) {
    const page = await listNearbyHotels(database.db, filter, after, limit);
    ids.push(...page.map(({ hotelId }) => hotelId));
    if (page.length < limit) return ids;
    after = page.at(-1);
  }
}

it.each([
  ['all hotels', {}],
  ['few hotels', { minStars: 5 }],
  ['no hotels', { facilityCodes: ['WIFI_FREE' as const] }],
])(
  'a place lists its hotels in the same order whether it counts as large or as small, if %s match',
  async (_, conditions) => {
    const inOrder = await idsByPage(120, conditions, 1_000);
    for (const limit of [1, 7, 50]) expect(await idsByPage(1_000_000, conditions, limit)).toEqual(inOrder);
  },
);
