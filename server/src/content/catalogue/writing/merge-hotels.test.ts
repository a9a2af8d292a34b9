import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeHotels,
  SPAIN,
  testHotel,
  writeHotels,
  writePlaces,
} from '../../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { mergeHotels } from './merge-hotels.ts';
import { mergeInto, retireHotels } from './tombstones-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await writePlaces(database.db, SPAIN);
});
afterAll(() => database.drop());
beforeEach(() => database.db`DELETE FROM hotel`.then(() => {}));

const room = (roomCode: string, members: object = {}) => ({
  roomCode,
  name: { en: roomCode },
  occupancy: { maxTotal: 2, maxAdults: 2, maxChildren: 0 },
  ...members,
});

const read = (hotelId: string) =>
  database.db<
    {
      status: string;
      merged_into: string | null;
      change_id: number;
      created_change_id: number;
      places: string[];
      city: string | null;
      time_zone: string | null;
      rooms: Record<string, string>;
    }[]
  >`
    SELECT status, merged_into, change_id, created_change_id, time_zone,
      (SELECT place_id FROM place WHERE id = city) AS city,
      ARRAY(SELECT place_id FROM place WHERE id = ANY (places) ORDER BY place_id) AS places,
      (SELECT coalesce(json_object_agg(room_code, status || coalesce(' ' || room.merged_into, '')), '{}') FROM room
       WHERE room.environment = hotel.environment AND room.hotel_id = hotel.hotel_id) AS rooms
    FROM hotel WHERE environment = 'sandbox' AND hotel_id = ${hotelId}`.then(([row]) => row);

const write = (hotels: Parameters<typeof writeHotels>[2]) => writeHotels(database.db, 'sandbox', hotels);

const counts = async () => {
  const rows = await database.db<{ place_id: string; hotels: number }[]>`
    SELECT place_id, hotels FROM place_hotel_count JOIN place ON place.id = place
    WHERE environment = 'sandbox' AND hotels > 0`;
  return Object.fromEntries(rows.map(({ place_id, hotels }) => [place_id, hotels]));
};

describe('writing hotels', () => {
  it('only hotels that differ from the stored hotels get a new change timestamp', async () => {
    const hotels = [{ hotelId: 'htl_A' }, { hotelId: 'htl_B', rooms: [room('R1')] }];
    expect(await write(hotels)).toMatchObject({
      created: 2,
      changed: 0,
      unchanged: 0,
      rooms: { created: 1 },
    });
    const before = await read('htl_A');
    expect(await write(hotels)).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 2,
      rooms: { unchanged: 1 },
    });
    expect(await read('htl_A')).toEqual(before);

    expect(await write([{ hotelId: 'htl_A', name: { en: 'New name' } }, hotels[1] as never])).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    const after = await read('htl_A');
    expect(after?.created_change_id).toBe(before?.created_change_id);
    expect(after?.change_id).toBeGreaterThan(before?.change_id as number);
  });

  it.each([
    ['the given city', { canonicalCityId: 'plc_BCN' }, 'plc_BCN'],
    ['the nearest city or district', { location: { latitude: 41.41, longitude: 2.158 } }, 'plc_GRACIA'],
    ['a city up to 50 km away', { location: { latitude: 41.8, longitude: 2.16 } }, 'plc_GRACIA'],
  ])(
    'a hotel is assigned to %s, from which it takes its ancestors and time zone',
    async (_, members, city) => {
      await write([{ hotelId: 'htl_A', ...members } as never]);
      const stored = await read('htl_A');
      expect(stored?.city).toBe(city);
      expect(stored?.time_zone).toBe('Europe/Madrid');
      const around = ['plc_BCN', 'plc_BCNAIR', 'plc_COAST', 'plc_CT', 'plc_ES'];
      expect(stored?.places).toEqual([...new Set([...around, city])].sort());
      expect(await counts()).toMatchObject({ plc_ES: 1, plc_COAST: 1, plc_BCNAIR: 1, [city]: 1 });
    },
  );

  it('a migration adds airports to the hotels of an older installation', async () => {
    await write([{ hotelId: 'htl_A', canonicalCityId: 'plc_GRACIA' } as never]);
    const { places } = (await read('htl_A')) as { places: string[] };
    await database.ownerDb`
      UPDATE hotel SET places = array_remove(places, (SELECT id FROM place WHERE place_id = 'plc_BCNAIR'))`;
    expect((await read('htl_A'))?.places).not.toEqual(places);
    const migration = new URL('../../../../migrations/0014_hotels_of_airports.sql', import.meta.url);
    await database.ownerDb.script(await readFile(migration, 'utf8'));
    expect((await read('htl_A'))?.places).toEqual(places);
    expect(await counts()).toMatchObject({ plc_BCNAIR: 1 });
  });

  it('a hotel is assigned only to its country if no city in that country is nearby', async () => {
    await write([{ hotelId: 'htl_A', location: { latitude: 30, longitude: 2.16 } }]);
    expect(await read('htl_A')).toMatchObject({ city: null, time_zone: null, places: ['plc_ES'] });
    await write([{ hotelId: 'htl_B', address: { countryCode: 'FR' } }]);
    expect(await read('htl_B')).toMatchObject({ city: null, places: [] });
  });

  it("a hotel's own time zone takes precedence over that of its city", async () => {
    await write([{ hotelId: 'htl_A', timeZone: 'Atlantic/Canary' }]);
    expect((await read('htl_A'))?.time_zone).toBe('Atlantic/Canary');
  });

  it('a hotel whose city was merged is assigned to the city that it was merged into', async () => {
    await writePlaces(database.db, [{ key: 'OLD', type: 'CITY', status: 'MERGED', mergedInto: 'BCN' }]);
    await write([{ hotelId: 'htl_A', canonicalCityId: 'plc_OLD' }] as never);
    expect((await read('htl_A'))?.city).toBe('plc_BCN');
  });

  it('a hotel whose city was removed is assigned to the nearest city', async () => {
    await writePlaces(database.db, [{ key: 'GONE', type: 'CITY', status: 'INACTIVE' }]);
    await write([{ hotelId: 'htl_B', canonicalCityId: 'plc_GONE' }] as never);
    expect((await read('htl_B'))?.city).toBe('plc_BCN');
  });

  it('only the hotel that names an unknown place is skipped', async () => {
    const written = await write([
      { hotelId: 'htl_A', canonicalCityId: 'plc_BCN' },
      { hotelId: 'htl_C', canonicalCityId: 'nowhere' },
    ] as never);
    expect(written).toMatchObject({ created: 1 });
    expect(written.problems.map(({ hotelId, path, code }) => [hotelId, path, code])).toEqual([
      ['htl_C', '/canonicalCityId', 'UNKNOWN_PLACE'],
    ]);
    expect(await read('htl_C')).toBeUndefined();
  });

  it('hotel texts are stored in the given order of languages', async () => {
    await write([{ hotelId: 'htl_A', name: { pt: 'Casa', en: 'House', de: 'Haus' } }]);
    const [row] = await database.db<{ content: { name: object } }[]>`SELECT content FROM hotel`;
    expect(Object.keys(row?.content.name ?? {})).toEqual(['pt', 'en', 'de']);
  });
});

describe('writing rooms', () => {
  it('rooms that are missing from a list of rooms are retired, and all rooms are kept if no list is given', async () => {
    await write([{ hotelId: 'htl_A', rooms: [room('R1'), room('R2')] }]);
    await write([{ hotelId: 'htl_A' }]);
    expect((await read('htl_A'))?.rooms).toEqual({ R1: 'ACTIVE', R2: 'ACTIVE' });
    expect(await write([{ hotelId: 'htl_A', rooms: [room('R2'), room('R3')] }])).toMatchObject({
      rooms: { created: 1, changed: 0, unchanged: 1, retired: 1 },
    });
    expect((await read('htl_A'))?.rooms).toEqual({ R1: 'INACTIVE', R2: 'ACTIVE', R3: 'ACTIVE' });
    await write([{ hotelId: 'htl_A', rooms: [] }]);
    expect((await read('htl_A'))?.rooms).toEqual({ R1: 'INACTIVE', R2: 'INACTIVE', R3: 'INACTIVE' });
  });

  it('a merged room resolves to the ACTIVE room at the end of its chain, and omitting it later changes nothing', async () => {
    const merged = (code: string, mergedInto: string) => room(code, { status: 'MERGED', mergedInto });
    await write([
      { hotelId: 'htl_A', rooms: [merged('R1', 'R2'), merged('R2', 'R3'), room('R3'), merged('R4', 'R4')] },
    ]);
    const settled = { R1: 'MERGED R3', R2: 'MERGED R3', R3: 'ACTIVE', R4: 'INACTIVE' };
    expect((await read('htl_A'))?.rooms).toEqual(settled);
    await write([{ hotelId: 'htl_A', rooms: [room('R3')] }]);
    expect((await read('htl_A'))?.rooms).toEqual(settled);
  });

  it('a room that is merged into an unknown room is rejected', async () => {
    const merged = room('R1', { status: 'MERGED', mergedInto: 'R9' });
    expect((await write([{ hotelId: 'htl_B', rooms: [merged] }])).problems).toMatchObject([
      { hotelId: 'htl_B', path: '/rooms/0/mergedInto', code: 'UNKNOWN_ROOM' },
    ]);
  });

  it('an omitted merged room follows its target and is retired together with it', async () => {
    const merged = (code: string, mergedInto: string) => room(code, { status: 'MERGED', mergedInto });
    await write([{ hotelId: 'htl_A', rooms: [room('R1'), merged('R2', 'R1')] }]);
    expect(await write([{ hotelId: 'htl_A', rooms: [merged('R1', 'R3'), room('R3')] }])).toMatchObject({
      rooms: { created: 1, changed: 2, unchanged: 0, retired: 0 },
    });
    expect((await read('htl_A'))?.rooms).toEqual({ R1: 'MERGED R3', R2: 'MERGED R3', R3: 'ACTIVE' });
    expect(await write([{ hotelId: 'htl_A', rooms: [room('R4')] }])).toMatchObject({
      rooms: { created: 1, changed: 0, unchanged: 0, retired: 3 },
    });
    expect((await read('htl_A'))?.rooms).toEqual({
      R1: 'INACTIVE',
      R2: 'INACTIVE',
      R3: 'INACTIVE',
      R4: 'ACTIVE',
    });
  });

  it('rooms are marked as changed when their hotel is retired or restored', async () => {
    const roomChange = async () =>
      (await database.db<{ change_id: number }[]>`SELECT change_id FROM room`)[0]?.change_id as number;
    await write([{ hotelId: 'htl_A', rooms: [room('R1')] }]);
    const first = await roomChange();
    await write([{ hotelId: 'htl_A', name: { en: 'Other' } }]);
    expect(await roomChange()).toBe(first);
    await changeHotels(database.db, 'sandbox', (tx, change) => retireHotels(tx, change, ['htl_A']));
    const second = await roomChange();
    expect(second).toBeGreaterThan(first);
    await write([{ hotelId: 'htl_A' }]);
    expect(await roomChange()).toBeGreaterThan(second);
  });
});

describe('retiring and merging hotels', () => {
  const merge = (hotelId: string, mergedInto: string) =>
    changeHotels(database.db, 'sandbox', (tx, change) => mergeInto(tx, change, [{ hotelId, mergedInto }]));
  const retire = (...hotelIds: string[]) =>
    changeHotels(database.db, 'sandbox', (tx, change) => retireHotels(tx, change, hotelIds));
  const states = async () => {
    const rows = await database.db<{ hotel_id: string; status: string; merged_into: string | null }[]>`
      SELECT hotel_id, status, merged_into FROM hotel ORDER BY hotel_id`;
    return rows.map(({ hotel_id, status, merged_into }) =>
      [hotel_id.slice(4), status, merged_into?.slice(4)].join(' ').trim(),
    );
  };

  it('a retired hotel keeps its data, is no longer counted and is retired only once', async () => {
    await write([{ hotelId: 'htl_A' }, { hotelId: 'htl_B' }]);
    expect(await retire('htl_A', 'htl_X')).toMatchObject({ changed: 1, unchanged: 0, unknown: ['htl_X'] });
    expect(await states()).toEqual(['A INACTIVE', 'B ACTIVE']);
    expect(await counts()).toMatchObject({ plc_ES: 1 });
    expect(await retire('htl_A')).toMatchObject({ changed: 0, unchanged: 1 });
    const [row] = await database.db<
      { content: { name: object } }[]
    >`SELECT content FROM hotel WHERE hotel_id = 'htl_A'`;
    expect(row?.content.name).toEqual({ en: 'Hotel A' });
    expect(await write([{ hotelId: 'htl_A' }])).toMatchObject({ changed: 1 });
    expect(await counts()).toMatchObject({ plc_ES: 2 });
  });

  it('a merged hotel follows its target when the target is merged, and repeating a merge changes nothing', async () => {
    await write([{ hotelId: 'htl_A' }, { hotelId: 'htl_B' }, { hotelId: 'htl_C' }]);
    await merge('htl_A', 'htl_B');
    await merge('htl_B', 'htl_C');
    expect(await states()).toEqual(['A MERGED C', 'B MERGED C', 'C ACTIVE']);
    for (const target of ['htl_B', 'htl_C']) {
      expect(await merge('htl_A', target)).toMatchObject({ changed: 0, unchanged: 1, broken: [] });
      expect(await write([{ hotelId: 'htl_A', status: 'MERGED', mergedInto: target }])).toMatchObject({
        unchanged: 1,
      });
    }
  });

  it('a hotel with a full record can be merged into a hotel that is written later in the same change', async () => {
    const hotels = [
      { hotelId: 'htl_A', status: 'MERGED', mergedInto: 'htl_B' },
      { hotelId: 'htl_B', status: 'MERGED', mergedInto: 'htl_C' },
      { hotelId: 'htl_C' },
    ] as const;
    const inBatches = () =>
      changeHotels(database.db, 'sandbox', async (tx, change) => {
        const totals = { created: 0, changed: 0, unchanged: 0 };
        for (const hotel of hotels) {
          const merged = await mergeHotels(tx, change, [testHotel(hotel)]);
          for (const key of ['created', 'changed', 'unchanged'] as const) totals[key] += merged[key];
        }
        return totals;
      });
    expect(await inBatches()).toEqual({ created: 3, changed: 0, unchanged: 0, broken: [] });
    expect(await states()).toEqual(['A MERGED C', 'B MERGED C', 'C ACTIVE']);
    expect(await inBatches()).toEqual({ created: 0, changed: 0, unchanged: 3, broken: [] });
  });

  it('merged hotels are retired and restored together with their target hotel', async () => {
    await write([{ hotelId: 'htl_A' }, { hotelId: 'htl_B' }]);
    await merge('htl_A', 'htl_B');
    await retire('htl_B');
    expect(await states()).toEqual(['A INACTIVE', 'B INACTIVE']);
    expect(await merge('htl_A', 'htl_B')).toMatchObject({ changed: 0, broken: [] });
    await write([{ hotelId: 'htl_B' }]);
    expect(await states()).toEqual(['A MERGED B', 'B ACTIVE']);
  });

  it('hotel merges into unknown hotels and circular merges are reported', async () => {
    await write([{ hotelId: 'htl_A' }, { hotelId: 'htl_B' }, { hotelId: 'htl_C' }]);
    expect((await merge('htl_A', 'htl_X')).broken).toEqual([
      { hotelId: 'htl_A', mergedInto: 'htl_X', problem: 'UNKNOWN_TARGET' },
    ]);
    await merge('htl_A', 'htl_B');
    await merge('htl_B', 'htl_C');
    expect((await merge('htl_C', 'htl_A')).broken.map(({ hotelId, problem }) => [hotelId, problem])).toEqual([
      ['htl_A', 'CIRCLE'],
      ['htl_B', 'CIRCLE'],
      ['htl_C', 'CIRCLE'],
    ]);
    expect((await merge('htl_C', 'htl_C')).broken).toHaveLength(3);
    expect(await states()).toEqual(['A INACTIVE', 'B INACTIVE', 'C INACTIVE']);
  });
});
