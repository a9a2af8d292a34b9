import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeHotels, SPAIN, testHotel, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createLog } from '../../platform/log.ts';
import { mergeHotels } from '../catalogue/writing/merge-hotels.ts';
import { mergeInto, retireHotels } from '../catalogue/writing/tombstones-store.ts';
import { HotelsForSale } from './hotels-for-sale.ts';

let database: TestDatabase;
let statements = 0;
let hotels: HotelsForSale;

const at = (metres: number) => ({ latitude: 41.3888 + metres / 111_195, longitude: 2.159 });
const room = (roomCode: string, members: object = {}) => ({
  roomCode,
  name: { en: 'Double', es: 'Doble' },
  beds: [{ type: 'DOUBLE' as const, count: 1 }],
  occupancy: { maxTotal: 3, maxAdults: 2, maxChildren: 1 },
  ...members,
});

beforeAll(async () => {
  database = await testDatabase();
  await writePlaces(database.db, SPAIN);
  await writeHotels(database.db, 'sandbox', [
    { hotelId: 'htl_far', location: at(2_000), rooms: [room('A')] },
    {
      hotelId: 'htl_near',
      location: at(100),
      rooms: [room('B'), room('A'), room('OLD', { status: 'INACTIVE' })],
    },
    { hotelId: 'htl_b', location: at(500) },
    { hotelId: 'htl_a', location: at(500), stars: 4.5, categoryCode: 'H4', timeZone: 'Atlantic/Canary' },
    { hotelId: 'htl_gone', status: 'INACTIVE', location: at(10) },
    { hotelId: 'htl_old', status: 'MERGED', mergedInto: 'htl_near' },
  ]);
  await writeHotels(database.db, 'production', [{ hotelId: 'htl_live', location: at(1) }]);
  const { db } = database;
  const counting = Object.assign(
    ((...args: Parameters<Database>) => {
      if ((args[0] as unknown as string[])[0]?.includes('SELECT')) statements += 1;
      return db(...args);
    }) as Database,
    db,
  );
  hotels = new HotelsForSale({ db: counting, clock: systemClock, log: createLog('silent') });
  await hotels.applyChanges();
});
afterAll(() => database.drop());

/** Returns the result of `work` and the number of statements that it ran. */
async function reads<T>(work: () => Promise<T>): Promise<[T, number]> {
  statements = 0;
  return [await work(), statements];
}

it('hotels for sale are returned with their ACTIVE rooms and their names by language', async () => {
  const found = await hotels.findHotels('sandbox', ['htl_near', 'htl_a']);
  const near = found.get('htl_near');
  expect(near?.rooms.map(({ roomCode }) => roomCode)).toEqual(['A', 'B']);
  expect(near?.rooms[0]).toMatchObject({ maxTotal: 3, maxAdults: 2, maxChildren: 1 });
  expect(near?.rooms[0]?.beds).toEqual([{ type: 'DOUBLE', count: 1 }]);
  expect(['es', 'es-MX', 'fr'].map(language => near?.rooms[0]?.name(language))).toEqual([
    'Doble',
    'Doble',
    'Double',
  ]);
  expect(near).toMatchObject({
    hotelId: 'htl_near',
    countryCode: 'ES',
    timeZone: 'Europe/Madrid',
    stars: null,
  });
  const { stars, categoryCode, timeZone } = found.get('htl_a') ?? {};
  expect({ stars, categoryCode, timeZone }).toEqual({
    stars: 4.5,
    categoryCode: 'H4',
    timeZone: 'Atlantic/Canary',
  });
});

it('a merged hotel id resolves to its target, and hotels that are removed, unknown or in another environment are not found', async () => {
  const requested = ['htl_old', 'htl_gone', 'htl_nothing', 'htl_live', 'htl_near'];
  const [first, cold] = await reads(() => hotels.findHotels('sandbox', requested));
  expect(cold).toBe(1);
  expect([...first].map(([id, { hotelId }]) => [id, hotelId]).sort()).toEqual([
    ['htl_near', 'htl_near'],
    ['htl_old', 'htl_near'],
  ]);
  const [again, count] = await reads(() => hotels.findHotels('sandbox', requested));
  expect([...again.keys()].sort()).toEqual(['htl_near', 'htl_old']);
  expect(count).toBe(0);
  expect([...(await hotels.findHotels('production', requested)).keys()]).toEqual(['htl_live']);
});

it('the hotels of a place are listed by distance, and equally distant hotels by id', async () => {
  for (const place of ['plc_BCN', 'plc_CT', 'plc_ES', 'plc_COAST']) {
    const found = await hotels.findAt('sandbox', place, 10);
    const ids = found?.hotels.map(({ hotel }) => hotel.hotelId);
    expect(new Set(ids)).toEqual(new Set(['htl_near', 'htl_a', 'htl_b', 'htl_far']));
    expect(found?.isCut).toBe(false);
  }
  const city = await hotels.findAt('sandbox', 'plc_BCN', 10);
  expect(city?.centre).toEqual({ latitude: 41.3888, longitude: 2.159 });
  expect(city?.hotels.map(({ hotel, distanceMetres }) => [hotel.hotelId, distanceMetres])).toEqual([
    ['htl_near', 100],
    ['htl_a', 500],
    ['htl_b', 500],
    ['htl_far', 2000],
  ]);
});

it('the hotels around an airport and the hotels in a district can be listed', async () => {
  expect((await hotels.findAt('sandbox', 'plc_BCNAIR', 10))?.hotels).toHaveLength(4);
  const district = await hotels.findAt('sandbox', 'plc_GRACIA', 10);
  expect(district?.hotels.map(({ hotel }) => hotel.hotelId)).toEqual(['htl_far']);
});

it('the hotel list of an unknown place is undefined', async () => {
  expect(await hotels.findAt('sandbox', 'plc_nowhere', 10)).toBeUndefined();
});

it('a truncated hotel list is reported as truncated, whether a longer or a shorter list is cached', async () => {
  const centre = at(0);
  const ids = async (limit: number) => {
    const { hotels: found, isCut } = await hotels.findAround('sandbox', centre, 1_000, limit);
    return [found.map(({ hotel }) => hotel.hotelId), isCut];
  };
  expect(await ids(1)).toEqual([['htl_near'], true]);
  expect(await ids(2)).toEqual([['htl_near', 'htl_a'], true]);
  expect(await ids(3)).toEqual([['htl_near', 'htl_a', 'htl_b'], false]);
  expect(await ids(1)).toEqual([['htl_near'], true]);
  expect(await ids(9)).toEqual([['htl_near', 'htl_a', 'htl_b'], false]);
});

it('cached hotels and hotel lists are returned without reading the database', async () => {
  await hotels.findAt('sandbox', 'plc_BCN', 10);
  await hotels.findAround('sandbox', at(0), 5_000, 10);
  const [, count] = await reads(() =>
    Promise.all([
      hotels.findAt('sandbox', 'plc_BCN', 2),
      hotels.findAround('sandbox', at(0), 5_000, 10),
      hotels.findHotels('sandbox', ['htl_near', 'htl_far']),
    ]),
  );
  expect(count).toBe(0);
});

it('only the changed hotels are read again after a change', async () => {
  const { db } = database;
  await hotels.findHotels('sandbox', ['htl_near', 'htl_far', 'htl_new']);
  await hotels.findAt('sandbox', 'plc_BCN', 10);
  const far = { hotelId: 'htl_far', location: at(2_000), rooms: [room('A'), room('C')] };
  await changeHotels(db, 'sandbox', (tx, write) =>
    mergeHotels(tx, write, [testHotel(far), testHotel({ hotelId: 'htl_new', location: at(50) })]),
  );
  await hotels.applyChanges();
  const [near, nearReads] = await reads(() => hotels.findHotels('sandbox', ['htl_near']));
  expect([near.size, nearReads]).toEqual([1, 0]);
  const found = await hotels.findHotels('sandbox', ['htl_far', 'htl_new']);
  expect(found.get('htl_far')?.rooms.map(({ roomCode }) => roomCode)).toEqual(['A', 'C']);
  expect(found.has('htl_new')).toBe(true);
  expect((await hotels.findAt('sandbox', 'plc_BCN', 10))?.hotels[0]?.hotel.hotelId).toBe('htl_new');
});

it('cached hotel lists that a change does not affect stay cached', async () => {
  const { db } = database;
  const madrid = { latitude: 40.4168, longitude: -3.7038 };
  const around = (centre: { latitude: number; longitude: number }) =>
    hotels.findAround('sandbox', centre, 1_000, 10);
  const inCity = () => hotels.findAt('sandbox', 'plc_BCN', 10);
  const change = async (given: Parameters<typeof testHotel>[0]) => {
    await changeHotels(db, 'sandbox', (tx, write) => mergeHotels(tx, write, [testHotel(given)]));
    await hotels.applyChanges();
  };
  const read = async () => {
    const found = await reads(() => Promise.all([inCity(), around(madrid), around(at(0))]));
    return found;
  };
  await read();
  const ids = (list: { hotels: readonly { hotel: { hotelId: string } }[] } | undefined) =>
    list?.hotels.map(({ hotel }) => hotel.hotelId);

  // When only the text of a hotel changes, only the hotel itself is read again.
  await change({ hotelId: 'htl_far', location: at(2_000), name: { en: 'Renamed' } });
  expect((await read())[1]).toBe(1);

  // When a hotel moves within its city, the city's lists are read again, but not those of Madrid.
  await change({ hotelId: 'htl_far', location: at(40) });
  const [[city, capital, near], count] = await read();
  expect(ids(city)?.[0]).toBe('htl_far');
  expect(ids(near)?.[0]).toBe('htl_far');
  expect(ids(capital)).toEqual([]);
  expect(count).toBeLessThanOrEqual(5);
  await change({ hotelId: 'htl_far', location: at(2_000) });
  const [[left, , far]] = await read();
  expect([ids(left)?.at(-1), ids(far)?.includes('htl_far')]).toEqual(['htl_far', false]);

  // A new hotel in Madrid does not affect Barcelona.
  await change({ hotelId: 'htl_madrid', location: madrid });
  const [[, there], reading] = await read();
  expect(ids(there)).toEqual(['htl_madrid']);
  expect(reading).toBeLessThanOrEqual(2);
});

it('retired and merged hotels are removed from the cache under all their ids', async () => {
  const { db } = database;
  await hotels.findHotels('sandbox', ['htl_a', 'htl_b', 'htl_near', 'htl_old']);
  await changeHotels(db, 'sandbox', async (tx, write) => {
    await retireHotels(tx, write, ['htl_near']);
    await mergeInto(tx, write, [{ hotelId: 'htl_b', mergedInto: 'htl_a' }]);
    return {};
  });
  await hotels.applyChanges();
  const found = await hotels.findHotels('sandbox', ['htl_a', 'htl_b', 'htl_near', 'htl_old']);
  expect([...found].map(([id, { hotelId }]) => [id, hotelId]).sort()).toEqual([
    ['htl_a', 'htl_a'],
    ['htl_b', 'htl_a'],
  ]);
  const ids = (await hotels.findAt('sandbox', 'plc_BCN', 10))?.hotels.map(({ hotel }) => hotel.hotelId);
  expect(ids).toEqual(['htl_new', 'htl_a', 'htl_far']);
});

it('a hotel that is added while hotels are being read is found by the next read', async () => {
  const { db } = database;
  const reading = hotels.findHotels('sandbox', ['htl_far', 'htl_late']);
  await Promise.all([
    reading,
    (async () => {
      await writeHotels(db, 'sandbox', [{ hotelId: 'htl_late', location: at(60) }]);
      await hotels.applyChanges();
    })(),
  ]);
  expect((await hotels.findHotels('sandbox', ['htl_late'])).size).toBe(1);
});
