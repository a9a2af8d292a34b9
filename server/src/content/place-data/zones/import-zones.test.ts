import { beforeEach, describe, expect, it } from 'vitest';
import { writeHotels } from '../../../../test/catalogue-builder.ts';
import { BARCELONA, fileOf, GIRONA, LLORET, MADRID } from '../../../../test/geonames-files.ts';
import { citiesFile } from '../../../../test/place-import.ts';
import {
  database,
  everything,
  run as importPlaces,
  usePlaceImports,
} from '../../../../test/use-place-imports.ts';
import { placeIdOf } from '../../places/place-id.ts';
import { type ImportZonesOptions, importZones, type ZonesSummary } from './import-zones.ts';

usePlaceImports();
beforeEach(() => places([BARCELONA, LLORET, MADRID]));

const places = (cities: (typeof BARCELONA)[]) => importPlaces([citiesFile(cities)]);

async function run(
  value: unknown,
  options: Partial<ImportZonesOptions> = {},
): Promise<ZonesSummary & { messages: string[] }> {
  const messages: string[] = [];
  const path = fileOf('zones.json', typeof value === 'string' ? value : JSON.stringify(value));
  const summary = await importZones(database.db, path, {
    dryRun: false,
    removeMissing: false,
    onProblem: text => void messages.push(text),
    ...options,
  });
  return { ...summary, messages };
}

async function members(zone: string): Promise<string[]> {
  const rows = await database.db<{ name: string }[]>`
    SELECT place.name FROM zone_member JOIN place ON place.id = zone_member.place
    JOIN place AS zone ON zone.id = zone_member.zone WHERE zone.source_id = ${zone} ORDER BY place.name`;
  return rows.map(({ name }) => name);
}

const area = (corners: string) => ({
  type: 'Polygon',
  coordinates: [corners.split(', ').map(corner => corner.split(' ').map(Number))],
});
const feature = (fields: object = {}, properties: object = {}) => ({
  type: 'Feature',
  id: 'coast',
  properties: { name: 'Wild Coast', names: { es: 'Costa Salvaje', ca: 'Costa Brava' }, ...properties },
  geometry: area('2 41, 4 41, 4 42.5, 2 42.5, 2 41'),
  ...fields,
});
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });

describe('an import of zones as areas', () => {
  it("a zone import stores the zone's places, location and names", async () => {
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

  it('an existing zone gains matching places that are imported after it', async () => {
    await run(collection(feature()));
    await places([GIRONA]);
    expect(await members('coast')).toEqual(['Barcelona', 'Girona', 'Lloret de Mar']);
  });

  it('importing a zone again changes nothing, and a changed zone replaces the one with the same id', async () => {
    await run(collection(feature()));
    const before = await everything();
    expect(await run(collection(feature()))).toMatchObject({ unchanged: 1, isWritten: false });
    expect(await everything()).toEqual(before);
    const narrow = area('2.5 41.5, 3 41.5, 3 42, 2.5 42, 2.5 41.5');
    const changed = feature({ geometry: narrow }, { name: 'Narrow Coast' });
    expect(await run(collection(changed))).toMatchObject({ created: 0, changed: 1, isWritten: true });
    expect(await members('coast')).toEqual(['Lloret de Mar']);
  });
});

describe('an import of zones as lists', () => {
  const list = [
    {
      id: 'cities',
      name: 'Two cities',
      placeIds: [placeIdOf('geonames', '3128760'), placeIdOf('geonames', '3117735')],
    },
  ];

  it('a zone that is a list of places does not change when other places are imported', async () => {
    expect(await run(list)).toMatchObject({ created: 1, isWritten: true });
    await places([GIRONA]);
    expect(await members('cities')).toEqual(['Barcelona', 'Madrid']);
    expect(await run({ zones: list })).toMatchObject({ unchanged: 1, isWritten: false });
  });

  it('a dry run of a zone import writes no zones', async () => {
    const before = await everything();
    expect(await run(list, { dryRun: true })).toMatchObject({ created: 1, isWritten: false });
    expect(await everything()).toEqual(before);
  });

  it('a zone import rejects unknown places and reports each of them', async () => {
    const before = await everything();
    const { messages } = await run([{ ...list[0], placeIds: ['plc_none', 'plc_nowhere'] }]);
    expect(messages).toEqual([
      'zones.json: cities: plc_none is unknown or cannot be part of a zone. Correct or remove it',
      'zones.json: cities: plc_nowhere is unknown or cannot be part of a zone. Correct or remove it',
    ]);
    expect(await everything()).toEqual(before);
  });
});

describe('retiring zones', () => {
  const barcelona = placeIdOf('geonames', String(BARCELONA.id));
  const list = (id: string) => ({ id, name: id, placeIds: [barcelona] });
  const active = async () => {
    const rows = await database.db<{ id: string }[]>`
      SELECT source_id AS id FROM place WHERE type = 'ZONE' AND status = 'ACTIVE' ORDER BY source_id`;
    return rows.map(({ id }) => id);
  };
  const hotelZones = async () => {
    const rows = await database.db<{ id: string }[]>`
      SELECT zone.source_id AS id FROM hotel JOIN place AS zone ON zone.id = ANY(hotel.places)
      WHERE zone.type = 'ZONE' ORDER BY zone.source_id`;
    return rows.map(({ id }) => id);
  };

  it.each([
    ['a list', [{ id: 'coast', status: 'INACTIVE' }]],
    [
      'GeoJSON',
      collection({ type: 'Feature', id: 'coast', properties: { status: 'INACTIVE' }, geometry: null }),
    ],
  ])(
    'tombstones in %s retire zones, and importing the zones again reactivates them',
    async (_, tombstone) => {
      await run(collection(feature()));
      await run([list('cities')]);
      await writeHotels(database.db, 'production', [{ hotelId: 'htl_1', canonicalCityId: barcelona }]);
      expect(await hotelZones()).toEqual(['cities', 'coast']);
      const [before] = await database.db`SELECT change_id FROM place WHERE source_id = 'coast'`;
      expect(await run(tombstone, { dryRun: true })).toMatchObject({ removed: 1, isWritten: false });
      expect(await run(tombstone)).toMatchObject({ created: 0, changed: 0, removed: 1, isWritten: true });
      expect([await active(), await hotelZones()]).toEqual([['cities'], ['cities']]);
      const [after] = await database.db`SELECT change_id FROM place WHERE source_id = 'coast'`;
      expect(after?.change_id).toBeGreaterThan(before?.change_id as number);
      expect(await run(tombstone)).toMatchObject({ removed: 0, isWritten: false });
      expect(await run(collection(feature()))).toMatchObject({ changed: 1, isWritten: true });
      expect([await active(), await hotelZones()]).toEqual([
        ['cities', 'coast'],
        ['cities', 'coast'],
      ]);
    },
  );

  it('a zone import retires zones that are missing from the file only on request', async () => {
    await run([list('a'), list('b'), list('c')]);
    expect(await run([list('a')])).toMatchObject({ removed: 0, isWritten: false });
    expect(await run([list('a')], { removeMissing: true })).toMatchObject({ unchanged: 1, removed: 2 });
    expect(await active()).toEqual(['a']);
    expect(await run([list('a')], { removeMissing: true })).toMatchObject({ removed: 0, isWritten: false });
  });

  it('a zone import rejects tombstones for unknown zones and duplicate ids', async () => {
    await run([list('a')]);
    const { messages } = await run([{ id: 'nowhere', status: 'INACTIVE' }]);
    expect(messages).toEqual([
      'zones.json: nowhere: there is no zone with this id. Correct the id, or remove the entry',
    ]);
    const twice = await run([list('a'), { id: 'a', status: 'INACTIVE' }]);
    expect(twice.messages).toEqual(['zones.json: zone 2: duplicate id a']);
    expect(await active()).toEqual(['a']);
  });
});

describe('an import of invalid zones', () => {
  const inArea = (geometry: object) => collection(feature({ geometry }));
  it.each<[string, unknown, string]>([
    ['other JSON', { a: 1 }, 'neither a GeoJSON FeatureCollection'],
    ['a file without zones', collection(), 'neither a GeoJSON FeatureCollection'],
    ['a zone without an id', collection(feature({ id: undefined })), 'zone 1: /id: the zone has no id'],
    ['a zone without a name', collection(feature({}, { name: '' })), 'zone 1: /properties/name'],
    ['duplicate ids', collection(feature(), feature()), 'zone 2: duplicate id coast'],
    ['a point', inArea({ type: 'Point', coordinates: [1, 2] }), 'zone 1: /geometry/type'],
    ['an open ring', inArea(area('2 41, 4 41, 4 42.5, 2 42.5')), 'must end where it begins'],
    ['a latitude of 91', inArea(area('0 91, 1 1, 2 2, 0 91')), 'zone 1: /geometry/coordinates/0/0/1'],
    ['an invalid language', collection(feature({}, { names: { '?': 'x' } })), '/properties/names'],
    ['a zone without places', inArea(area('0 0, 1 0, 1 1, 0 0')), 'coast: the zone contains no places'],
  ])('a zone import rejects %s, reports it and writes nothing', async (_, value, problem) => {
    const before = await everything();
    const { messages, isWritten, problems } = await run(value);
    expect(messages.join('\n')).toContain(problem);
    expect([isWritten, problems]).toEqual([false, messages.length]);
    expect(await everything()).toEqual(before);
  });

  it('a zone import rejects a file that is not JSON', async () => {
    await expect(run('{"type": "FeatureColl')).rejects.toThrow('this is not valid JSON');
  });
});
