import { describe, expect, it } from 'vitest';
import {
  airportsFile,
  alternateLine,
  BARCELONA,
  cityLine,
  EL_PRAT,
  fileOf,
  GIRONA,
  GIRONA_AIRPORT,
  GRACIA,
  LLORET,
  MADRID,
} from '../../../../test/geonames-files.ts';
import { citiesFile, countriesFile, regionsFile } from '../../../../test/place-import.ts';
import { database, everything, place, run, usePlaceImports } from '../../../../test/use-place-imports.ts';
import { placeIdOf } from '../../places/place-id.ts';

usePlaceImports();

async function namesOf(name: string): Promise<string[]> {
  const rows = await database.db<{ text: string }[]>`
    SELECT place_name.class || ' ' || place_name.language || ' ' || place_name.name AS text
    FROM place_name JOIN place ON place.id = place_name.place
    WHERE place.name = ${name} AND place.type IN ('CITY', 'DISTRICT', 'AIRPORT', 'COUNTRY') ORDER BY text`;
  return rows.map(({ text }) => text);
}

async function regionCodesOf(name: string): Promise<string[]> {
  const rows = await database.db<{ text: string }[]>`
    SELECT place_name.class || ' ' || place_name.language || ' ' || place_name.name AS text
    FROM place_name JOIN place ON place.id = place_name.place
    WHERE place.name = ${name} AND place.type = 'REGION' AND place_name.language = 'zxx'`;
  return rows.map(({ text }) => text);
}

describe('an import of cities, regions and countries', () => {
  it('a place import assigns stable ids, parents and name classes', async () => {
    const summary = await run([citiesFile(), regionsFile(), countriesFile()]);
    // Two countries, three regions with cities and six cities are created. The region without a city is left out.
    expect(summary).toMatchObject({ created: 11, changed: 0, removed: 0, unplaced: 1, isWritten: true });
    expect(await place('Barcelona')).toMatchObject({
      place_id: placeIdOf('geonames', '3128760'),
      type: 'CITY',
      parent: 'Catalonia',
      country_code: 'ES',
      time_zone: 'Europe/Madrid',
      population: 1_620_343,
      status: 'ACTIVE',
    });
    expect(await place('Catalonia')).toMatchObject({
      place_id: placeIdOf('geonames-admin1', 'ES.56'),
      type: 'REGION',
      parent: 'Spain',
    });
    expect(await place('Spain')).toMatchObject({ place_id: placeIdOf('iso-3166', 'ES'), parent: null });
    expect(await namesOf('Barcelona')).toEqual([
      '0 und Barcelona',
      '3 und Barcellona',
      '3 und Barcelone',
      '3 und Барселона',
      '4 und BCN',
    ]);
    expect(await namesOf('Gràcia')).toEqual(['0 und Gràcia', '1 und Gracia']);
  });

  it('a place import locates an area at the weighted centre of its cities and adds up their population', async () => {
    await run([citiesFile(), regionsFile(), countriesFile()]);
    const region = await place('Catalonia');
    // Districts are part of a city, so they are not counted again.
    expect(region?.population).toBe(1_620_343 + 106_476 + 39_363);
    expect(region?.latitude as number).toBeCloseTo(41.43, 1);
    expect(region?.longitude as number).toBeCloseTo(2.21, 1);
  });

  it('a place import assigns a district to its city by distance or according to the hierarchy file', async () => {
    await run([citiesFile(), regionsFile()]);
    expect(await place('Gràcia')).toMatchObject({ type: 'DISTRICT', parent: 'Barcelona' });
    await run([fileOf('hierarchy.txt', [`${GIRONA.id}\t${GRACIA.id}\tADM`, '1\t2\t'])]);
    expect(await place('Gràcia')).toMatchObject({ parent: 'Girona' });
    // The imported hierarchy is kept when only cities are imported again.
    expect(await run([citiesFile(), regionsFile()])).toMatchObject({ changed: 0, isWritten: false });
  });

  it('a place import places a second-level region between its cities and the first-level region', async () => {
    const second = fileOf('admin2Codes.txt', ['ES.56.GI\tProvince of Girona\tProvince of Girona\t6355230']);
    await run([citiesFile(), regionsFile(), countriesFile(), second]);
    expect(await place('Province of Girona')).toMatchObject({ type: 'REGION', parent: 'Catalonia' });
    expect(await place('Girona')).toMatchObject({ parent: 'Province of Girona' });
    expect(await run([citiesFile(), second])).toMatchObject({ isWritten: false });
  });

  it('a place import includes settlements of at least the minimum size, and all capitals and administrative seats', async () => {
    const small = [
      { id: 1, name: 'Hamlet', population: 499 },
      { id: 2, name: 'Village', population: 500 },
      { id: 3, name: 'Tiny capital', population: 0, featureCode: 'PPLC' },
      { id: 4, name: 'Tiny seat', population: 3, featureCode: 'PPLA4' },
      { id: 5, name: 'Ruin', population: 5_000, featureCode: 'PPLQ' },
      { id: 6, name: 'Mountain', population: 0, featureClass: 'T', featureCode: 'MT' },
    ];
    await run([fileOf('allCountries.txt', small.map(cityLine))]);
    const rows = await database.db`SELECT name FROM place ORDER BY name`;
    expect(rows.map(({ name }) => name)).toEqual(['Tiny capital', 'Tiny seat', 'Village']);
  });
});

describe('an import of airports', () => {
  it.each([18, 19] as const)(
    'a place import reads airports by column name from files with %d columns, even if their file is given first',
    async columns => {
      const airports = fileOf(
        'airports.csv',
        airportsFile(
          [
            EL_PRAT,
            GIRONA_AIRPORT,
            { ident: 'XXX1', name: 'Without code' },
            { ident: 'XXX2', name: 'Closed', type: 'closed', iata: 'XXX' },
          ],
          columns,
        ),
      );
      const { created } = await run([airports, citiesFile(), regionsFile(), countriesFile()]);
      expect(created).toBe(13);
      expect(await place(EL_PRAT.name)).toMatchObject({
        place_id: placeIdOf('ourairports', 'LEBL'),
        iata_code: 'BCN',
        parent: 'Catalonia',
        feature_code: 'large_airport+scheduled',
      });
      expect(await namesOf(EL_PRAT.name)).toEqual([
        `0 und ${EL_PRAT.name}`,
        '2 und El Prat',
        '3 und Prat',
        '4 und BCN',
      ]);
      // The record of an airport contains the region code that people write after a city.
      expect(await regionCodesOf('Catalonia')).toEqual(['2 zxx CT']);
      // The town in an airport's record matches even if more text follows it.
      expect(await namesOf('Barcelona')).toContain('4 zxx BCN');
      expect(await namesOf('Girona')).toContain('4 zxx GRO');
      expect(await namesOf('Lloret de Mar')).not.toContain('4 zxx GRO');
      const near = await database.db`
      SELECT airport.iata_code, rank, distance_metres FROM place_airport
      JOIN place ON place.id = place_airport.place JOIN place AS airport ON airport.id = place_airport.airport
      WHERE place.name = 'Girona' ORDER BY rank`;
      expect(near.map(({ iata_code }) => iata_code)).toEqual(['GRO', 'BCN']);
      expect(near[0]?.distance_metres).toBeGreaterThan(9_000);
      expect(near[0]?.distance_metres).toBeLessThan(12_000);
    },
  );

  it('a place import removes the codes of retired airports from cities', async () => {
    const both = fileOf('airports.csv', airportsFile([EL_PRAT, GIRONA_AIRPORT]));
    await run([both, citiesFile()]);
    const one = fileOf('airports.csv', airportsFile([EL_PRAT]));
    expect(await run([one])).toMatchObject({ isWritten: false });
    expect(await run([one], { removeMissing: true })).toMatchObject({ removed: 1, isWritten: true });
    expect(await place(GIRONA_AIRPORT.name)).toMatchObject({ status: 'INACTIVE' });
    expect(await namesOf('Girona')).not.toContain('4 zxx GRO');
    expect(await place('Girona')).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('an import of names in known languages', () => {
  const names = () =>
    fileOf('alternateNamesV2.txt', [
      alternateLine(1, 250441, 'en', 'Philadelphia', { historic: true }),
      alternateLine(2, 250441, 'ar', 'عمّان', { preferred: true }),
      alternateLine(3, 250441, 'es', 'Ammán'),
      alternateLine(4, 250441, 'iata', 'AMM'),
      alternateLine(5, 250441, 'link', 'https://en.wikipedia.org/wiki/Amman'),
      alternateLine(6, 250441, 'spa', 'Amán'),
      alternateLine(7, 2510769, 'fi', 'Espanja'),
      alternateLine(8, 424242, 'en', 'A place that is not here'),
      alternateLine(9, 250441, 'en', 'The White City', { colloquial: true }),
    ]);

  it('a place import assigns a class to each name, including historic names', async () => {
    await run([citiesFile(), countriesFile(), names()]);
    expect(await namesOf('Amman')).toEqual([
      '0 und Amman',
      '1 ar عمّان',
      '2 es Ammán',
      '2 es Amán',
      '3 en The White City',
      '4 und AMM',
      '5 en Philadelphia',
    ]);
    expect(await namesOf('Spain')).toContain('3 fi Espanja');
  });

  it('importing the same names again, with or without other files, changes nothing', async () => {
    await run([citiesFile(), countriesFile(), names()]);
    const before = await everything();
    expect(await run([names(), citiesFile(), countriesFile()])).toMatchObject({ isWritten: false });
    expect(await run([citiesFile()])).toMatchObject({ isWritten: false });
    expect(await run([names()])).toMatchObject({ isWritten: false });
    expect(await everything()).toEqual(before);
  });

  it('a place import keeps existing names that are missing from the file', async () => {
    await run([citiesFile(), names()]);
    const before = await namesOf('Amman');
    await run([fileOf('alternateNamesV2.txt', [alternateLine(10, 250441, 'fr', 'Ville d’Amman')])]);
    expect(await namesOf('Amman')).toEqual([...before, '2 fr Ville d’Amman'].sort());
  });

  it('a place import removes names that are missing from the file only on request', async () => {
    await run([citiesFile(), names()]);
    const fewer = fileOf('alternateNamesV2.txt', [
      alternateLine(2, 250441, 'ar', 'عمّان', { preferred: true }),
      alternateLine(4, 250441, 'iata', 'AMM'),
    ]);
    expect(await run([fewer])).toMatchObject({ isWritten: false });
    await run([fewer], { replaceNames: true });
    expect(await namesOf('Amman')).toEqual(['0 und Amman', '1 ar عمّان', '4 und AMM']);
  });
});

describe('a repeated or interrupted import', () => {
  it('importing the same place files again changes nothing and keeps the version', async () => {
    const files = [
      citiesFile(),
      regionsFile(),
      countriesFile(),
      fileOf('airports.csv', airportsFile([EL_PRAT, GIRONA_AIRPORT])),
    ];
    await run(files);
    const before = await everything();
    expect(before).toMatchObject({ version: [{ places: 1 }] });
    expect(await run(files)).toMatchObject({ created: 0, changed: 0, names: 0, isWritten: false });
    expect(await run(files, { removeMissing: true })).toMatchObject({ removed: 0, isWritten: false });
    expect(await everything()).toEqual(before);
  });

  it('a place import updates changed places under the same id', async () => {
    await run([citiesFile()]);
    const before = await place('Lloret de Mar');
    const renamed = { ...LLORET, name: 'Lloret', alternates: 'Lloret de Mar', population: 40_000 };
    const summary = await run([citiesFile([BARCELONA, renamed])]);
    expect(summary).toMatchObject({ created: 0, changed: 1, removed: 0 });
    const after = await place('Lloret');
    expect(after).toMatchObject({ id: before?.id, place_id: before?.place_id, population: 40_000 });
    expect(after?.change_id).toBeGreaterThan(before?.change_id as number);
    expect(await namesOf('Lloret')).toEqual(['0 und Lloret', '3 und Lloret de Mar']);
    expect((await place('Barcelona'))?.change_id).toBe(before?.change_id);
  });

  it('a place import retires missing places only on request, and reactivates places that reappear', async () => {
    await run([citiesFile()]);
    expect(await run([citiesFile([BARCELONA])])).toMatchObject({ removed: 0, isWritten: false });
    expect(await run([citiesFile([BARCELONA])], { removeMissing: true })).toMatchObject({ removed: 5 });
    expect(await place('Madrid')).toMatchObject({ status: 'INACTIVE' });
    await run([citiesFile()]);
    expect(await place('Madrid')).toMatchObject({ status: 'ACTIVE' });
  });

  it('a place import does not retire places that are in the file but too small to be imported', async () => {
    const hamlet = { id: 1, name: 'Hamlet', population: 600 };
    await run([citiesFile([BARCELONA, MADRID, hamlet, { id: 2, name: 'Ruin', population: 900 }])]);
    const later = citiesFile([
      BARCELONA,
      { ...hamlet, population: 400 },
      { id: 2, name: 'Ruin', population: 900, featureCode: 'PPLQ' },
    ]);
    expect(await run([later], { removeMissing: true, minPopulation: 1000 })).toMatchObject({ removed: 2 });
    expect(await place('Hamlet')).toMatchObject({ status: 'ACTIVE', population: 600 });
    expect(await place('Ruin')).toMatchObject({ status: 'INACTIVE' });
    expect(await place('Madrid')).toMatchObject({ status: 'INACTIVE' });
  });

  it('a dry run of a place import writes no places', async () => {
    const before = await everything();
    expect(await run([citiesFile()], { dryRun: true })).toMatchObject({ created: 6, isWritten: false });
    expect(await everything()).toEqual(before);
  });

  it('a place import that fails halfway leaves nothing behind', async () => {
    const before = await everything();
    const onProgress = () => {
      throw new Error('killed');
    };
    await expect(run([citiesFile()], { onProgress })).rejects.toThrow('killed');
    expect(await everything()).toEqual(before);
    expect(await run([citiesFile()])).toMatchObject({ created: 6 });
  });
});
