import { describe, expect, it } from 'vitest';
import { writeHotels } from '../../../../test/catalogue-builder.ts';
import {
  airportsFile,
  alternateLine,
  BARCELONA,
  EL_PRAT,
  fileOf,
  GIRONA,
  GIRONA_AIRPORT,
  GRACIA,
  LLORET,
} from '../../../../test/geonames-files.ts';
import { citiesFile, countriesFile, regionsFile } from '../../../../test/place-import.ts';
import { database, place, run, usePlaceImports } from '../../../../test/use-place-imports.ts';

usePlaceImports();

describe('the change feed of destinations', () => {
  const changed = async (work: () => Promise<unknown>): Promise<string[]> => {
    const [before] = await database.db<{ id: number }[]>`SELECT max(id) AS id FROM catalogue_change`;
    await work();
    const rows = await database.db<{ name: string }[]>`
      SELECT name FROM place WHERE change_id > ${before?.id as number} AND type = 'CITY' ORDER BY name`;
    return rows.map(({ name }) => name);
  };
  const names = (...lines: string[]) => fileOf('alternateNamesV2.txt', lines);
  const airports = (...list: Parameters<typeof airportsFile>[0]) =>
    fileOf('airports.csv', airportsFile(list));

  it('the change feed reports places to which a name was added', async () => {
    await run([citiesFile()]);
    const file = names(alternateLine(1, BARCELONA.id, 'es', 'Barcelona la Bella', { preferred: true }));
    expect(await changed(() => run([file]))).toEqual(['Barcelona']);
    expect(await changed(() => run([file]))).toEqual([]);
    const other = names(alternateLine(1, BARCELONA.id, 'es', 'La Bella', { preferred: true }));
    expect(await changed(() => run([other]))).toEqual(['Barcelona']);
  });

  it('the change feed does not report a place when only its search-only names change', async () => {
    await run([citiesFile()]);
    const searched = citiesFile([{ ...BARCELONA, alternates: `${BARCELONA.alternates},Barzelona` }]);
    expect(await changed(() => run([searched]))).toEqual([]);
    const names = await database.db`SELECT name FROM place_name WHERE name = 'Barzelona' AND class = 3`;
    expect(names).toHaveLength(1);
  });

  it('the change feed reports places whose airport codes were added, changed or removed', async () => {
    await run([citiesFile([BARCELONA, LLORET])]);
    const both = ['Barcelona', 'Lloret de Mar'];
    expect(await changed(() => run([airports(EL_PRAT)]))).toEqual(both);
    expect(await changed(() => run([airports({ ...EL_PRAT, latitude: 41.3 })]))).toEqual([]);
    expect(await changed(() => run([airports({ ...EL_PRAT, latitude: 41.3, iata: 'BCX' })]))).toEqual(both);
    expect(await changed(() => run([airports(GIRONA_AIRPORT)], { removeMissing: true }))).toEqual(both);
  });
});

describe('effects on hotels', () => {
  it('a place import updates the places of hotels without marking the hotels as changed', async () => {
    await run([citiesFile()]);
    const { ownerDb, db } = database;
    await ownerDb`
      INSERT INTO hotel (environment, hotel_id, type, country_code, city, places, latitude, longitude, content,
        created_change_id, change_id)
      SELECT 'sandbox', 'htl_1', 'HOTEL', 'ES', id, ARRAY[id], 41.4, 2.1, '{}', change_id, change_id
      FROM place WHERE name = 'Barcelona'`;
    const [before] = await db`SELECT change_id, places FROM hotel`;
    await run([citiesFile(), regionsFile(), countriesFile()]);
    const [after] = await db`SELECT change_id, places FROM hotel`;
    const ids = [await place('Barcelona'), await place('Catalonia'), await place('Spain')].map(
      row => row?.id as number,
    );
    expect(after).toEqual({ change_id: before?.change_id, places: ids.sort((a, b) => a - b) });
    const counts = await db`
      SELECT name, hotels FROM place_hotel_count JOIN place ON place.id = place_hotel_count.place ORDER BY name`;
    expect(counts.map(({ name, hotels }) => [name, hotels])).toEqual([
      ['Barcelona', 1],
      ['Catalonia', 1],
      ['Spain', 1],
    ]);
  });

  it('a place import moves hotels in a retired city to the nearest remaining city and marks them as changed', async () => {
    await run([citiesFile(), regionsFile(), countriesFile()]);
    const [amman, lloret] = [await place('Amman'), await place('Lloret de Mar')];
    const near = { latitude: LLORET.latitude as number, longitude: LLORET.longitude as number };
    const far = { latitude: 31.95, longitude: 35.94 };
    await writeHotels(database.db, 'production', [
      {
        hotelId: 'htl_near',
        canonicalCityId: lloret?.place_id as string,
        location: near,
        timeZone: 'Atlantic/Canary',
      },
      { hotelId: 'htl_nearest', location: near },
      {
        hotelId: 'htl_far',
        canonicalCityId: amman?.place_id as string,
        location: far,
        address: { countryCode: 'JO' },
      },
      { hotelId: 'htl_other' },
    ]);
    const stored = async () => {
      const rows = await database.db`
        SELECT hotel_id AS id, city.name AS city, hotel.time_zone AS zone, content->>'canonicalCityId' AS named,
          hotel.change_id AS change, (SELECT array_agg(name ORDER BY name) FROM place WHERE id = ANY(places)) AS places
        FROM hotel LEFT JOIN place AS city ON city.id = hotel.city ORDER BY hotel_id`;
      return new Map(rows.map(({ id, ...row }) => [id as string, row]));
    };
    const before = await stored();
    const left = citiesFile([BARCELONA, GIRONA, GRACIA]);
    expect(await run([left], { removeMissing: true, dryRun: true })).toMatchObject({ movedHotels: 3 });
    expect(await run([left], { removeMissing: true })).toMatchObject({ removed: 3, movedHotels: 3 });
    const after = await stored();
    const inGirona = { city: 'Girona', named: null, places: ['Catalonia', 'Girona', 'Spain'] };
    expect(after.get('htl_near')).toMatchObject({ ...inGirona, zone: 'Atlantic/Canary' });
    expect(after.get('htl_nearest')).toMatchObject({ ...inGirona, zone: 'Europe/Madrid' });
    expect(after.get('htl_far')).toMatchObject({ city: null, zone: null, named: null, places: ['Jordan'] });
    expect(after.get('htl_other')).toEqual(before.get('htl_other'));
    const isNewer = (id: string) => (after.get(id)?.change as number) > (before.get(id)?.change as number);
    expect([...before.keys()].filter(isNewer)).toEqual(['htl_far', 'htl_near', 'htl_nearest']);
  });
});
