import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { BARCELONA, cityLine, fileOf, GIRONA, LLORET, MADRID } from '../../../../test/geonames-files.ts';
import { placeIdOf } from '../../places/place-id.ts';
import { importPlaces } from '../import/import-places.ts';
import { importZones, type ZonesSummary } from './import-zones.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await places([BARCELONA, LLORET, MADRID]);
});
afterEach(() => database.drop());

async function places(cities: (typeof BARCELONA)[]): Promise<void> {
  await importPlaces(database.db, [fileOf('cities500.txt', cities.map(cityLine))], {
    minPopulation: 0,
    removeMissing: false,
    replaceNames: false,
    skipBad: false,
    dryRun: false,
    onProblem: text => expect.fail(text),
    onProgress: () => {},
  });
}

async function run(value: unknown, dryRun = false): Promise<ZonesSummary & { told: string[] }> {
  const told: string[] = [];
  const path = fileOf('zones.json', typeof value === 'string' ? value : JSON.stringify(value));
  const summary = await importZones(database.db, path, { dryRun, onProblem: text => void told.push(text) });
  return { ...summary, told };
}

async function members(zone: string): Promise<string[]> {
  const rows = await database.db<{ name: string }[]>`
    SELECT place.name FROM zone_member JOIN place ON place.id = zone_member.place
    JOIN place AS zone ON zone.id = zone_member.zone WHERE zone.source_id = ${zone} ORDER BY place.name`;
  return rows.map(({ name }) => name);
}

async function everything(): Promise<unknown> {
  const { db } = database;
  return [
    await db`SELECT * FROM place ORDER BY id`,
    await db`SELECT * FROM place_name ORDER BY place, name, language`,
    await db`SELECT * FROM zone_member ORDER BY zone, place`,
    await db`SELECT * FROM zone_area ORDER BY zone`,
    await db`SELECT * FROM catalogue_version`,
  ];
}

const COAST = [
  [2, 41],
  [4, 41],
  [4, 42.5],
  [2, 42.5],
  [2, 41],
];
const feature = (fields: object = {}, properties: object = {}) => ({
  type: 'Feature',
  id: 'coast',
  properties: { name: 'Wild Coast', names: { es: 'Costa Salvaje', ca: 'Costa Brava' }, ...properties },
  geometry: { type: 'Polygon', coordinates: [COAST] },
  ...fields,
});
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });

describe('zones as areas', () => {
  it('have the places inside, where those lie, and names in their languages', async () => {
    expect(await run(collection(feature()))).toMatchObject({ created: 1, problems: 0, isWritten: true });
    expect(await members('coast')).toEqual(['Barcelona', 'Lloret de Mar']);
    const [zone] = await database.db`SELECT * FROM place WHERE type = 'ZONE'`;
    expect(zone).toMatchObject({
      place_id: placeIdOf('zone', 'coast'),
      name: 'Wild Coast',
      country_code: 'ES',
      south: 41,
      west: 2,
      north: 42.5,
      east: 4,
      population: 1_620_343 + 39_363,
    });
    expect(zone?.latitude as number).toBeCloseTo(41.4, 1);
    const names =
      await database.db`SELECT name, language, class FROM place_name WHERE place = ${zone?.id as number}`;
    expect(names.map(({ name, language }) => `${language} ${name}`).sort()).toEqual([
      'ca Costa Brava',
      'en Wild Coast',
      'es Costa Salvaje',
    ]);
  });

  it('find places that are imported later', async () => {
    await run(collection(feature()));
    await places([GIRONA]);
    expect(await members('coast')).toEqual(['Barcelona', 'Girona', 'Lloret de Mar']);
  });

  it('come again without a change, and are replaced by their id', async () => {
    await run(collection(feature()));
    const before = await everything();
    expect(await run(collection(feature()))).toMatchObject({ unchanged: 1, isWritten: false });
    expect(await everything()).toEqual(before);
    const narrow = [
      [2.5, 41.5],
      [3, 41.5],
      [3, 42],
      [2.5, 42],
      [2.5, 41.5],
    ];
    const changed = feature(
      { geometry: { type: 'Polygon', coordinates: [narrow] } },
      { name: 'Narrow Coast' },
    );
    expect(await run(collection(changed))).toMatchObject({ created: 0, changed: 1, isWritten: true });
    expect(await members('coast')).toEqual(['Lloret de Mar']);
  });
});

describe('zones as lists', () => {
  const list = [
    {
      id: 'cities',
      name: 'Two cities',
      placeIds: [placeIdOf('geonames', '3128760'), placeIdOf('geonames', '3117735')],
    },
  ];

  it('have the places they name, also after places are imported', async () => {
    expect(await run(list)).toMatchObject({ created: 1, isWritten: true });
    await places([GIRONA]);
    expect(await members('cities')).toEqual(['Barcelona', 'Madrid']);
    expect(await run({ zones: list })).toMatchObject({ unchanged: 1, isWritten: false });
  });

  it('that only try write nothing', async () => {
    const before = await everything();
    expect(await run(list, true)).toMatchObject({ created: 1, isWritten: false });
    expect(await everything()).toEqual(before);
  });

  it('of unknown places are refused, each by name', async () => {
    const before = await everything();
    const { told } = await run([{ ...list[0], placeIds: ['plc_none', 'plc_nowhere'] }]);
    expect(told).toEqual([
      'zones.json: cities: there is no place plc_none that a zone can have',
      'zones.json: cities: there is no place plc_nowhere that a zone can have',
    ]);
    expect(await everything()).toEqual(before);
  });
});

describe('bad zones', () => {
  const open = [COAST.slice(0, 4)];
  it.each<[string, unknown, string]>([
    ['another kind of JSON', { a: 1 }, 'neither a GeoJSON FeatureCollection'],
    ['no zones', collection(), 'neither a GeoJSON FeatureCollection'],
    ['no id', collection(feature({ id: undefined })), 'zone 1: /id: the zone has no id'],
    ['no name', collection(feature({}, { name: '' })), 'zone 1: /properties/name'],
    ['twice the same id', collection(feature(), feature()), 'zone 2: the id coast stands twice'],
    [
      'a point',
      collection(feature({ geometry: { type: 'Point', coordinates: [1, 2] } })),
      'zone 1: /geometry/type',
    ],
    [
      'an open ring',
      collection(feature({ geometry: { type: 'Polygon', coordinates: open } })),
      'ends where it begins',
    ],
    [
      'a latitude of 91',
      collection(
        feature({
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 91],
                [1, 1],
                [2, 2],
                [0, 91],
              ],
            ],
          },
        }),
      ),
      'zone 1: /geometry/coordinates/0/0/1',
    ],
    ['a language that is none', collection(feature({}, { names: { '?': 'x' } })), '/properties/names'],
    [
      'no place inside',
      collection(
        feature({
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 0],
              ],
            ],
          },
        }),
      ),
      'coast: no place lies in it',
    ],
  ])('%s: refused as a whole, and named', async (_, value, problem) => {
    const before = await everything();
    const { told, isWritten, problems } = await run(value);
    expect(told.join('\n')).toContain(problem);
    expect([isWritten, problems]).toEqual([false, told.length]);
    expect(await everything()).toEqual(before);
  });

  it('that are no JSON at all are refused by name', async () => {
    await expect(run('{"type": "FeatureColl')).rejects.toThrow('this is no JSON');
  });
});
