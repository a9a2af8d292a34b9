import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  AMMAN,
  airportsFile,
  alternateLine,
  BARCELONA,
  COUNTRY_LINES,
  cityLine,
  EL_PRAT,
  fileOf,
  GIRONA,
  GRACIA,
  LLORET,
  MADRID,
  REGION_LINES,
  SIX_CITIES,
} from '../../../../test/geonames-files.ts';
import { citiesFile } from '../../../../test/place-import.ts';
import { everything, place, run, usePlaceImports } from '../../../../test/use-place-imports.ts';
import { zipOf } from '../../../../test/zip-file.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';

usePlaceImports();

async function failure(reading: Promise<unknown>): Promise<TextFileError> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TextFileError);
  return error as TextFileError;
}

describe('an import of files with bad lines', () => {
  const bad = () =>
    fileOf('cities500.txt', [
      cityLine(BARCELONA),
      cityLine({ ...GIRONA, latitude: '91' }),
      cityLine({ ...LLORET, population: 'many' }),
      'half a line',
      cityLine({ id: 9, name: ' ' }),
      cityLine({ id: 10, name: 'X', country: 'Spain' }),
      cityLine({ id: 11, name: 'X', longitude: 'east' }),
      cityLine(BARCELONA),
      cityLine(MADRID),
      'x\ty'.padEnd(20, '\t'),
    ]);

  it('a place import reports all bad lines and writes nothing', async () => {
    const before = await everything();
    const { messages, isWritten } = await run([bad()]);
    expect(messages).toEqual([
      'cities500.txt:2: "91" is not a valid latitude',
      'cities500.txt:3: "many" is not a valid population',
      'cities500.txt:4: expected 19 columns, found 1',
      'cities500.txt:5: the name is empty',
      'cities500.txt:6: "Spain" is not a valid country code',
      'cities500.txt:7: "east" is not a valid longitude',
      'cities500.txt:8: duplicate id 3128760',
      'cities500.txt:10: "x" is not a valid GeoNames id',
    ]);
    expect(isWritten).toBe(false);
    expect(await everything()).toEqual(before);
  });

  it('a place import with skipBad skips bad lines but removes nothing', async () => {
    await run([citiesFile([AMMAN])]);
    const summary = await run([bad()], { skipBad: true, removeMissing: true });
    expect(summary).toMatchObject({
      created: 2,
      problems: 8,
      removed: 0,
      removalSkipped: true,
      isWritten: true,
    });
    expect(await place('Amman')).toMatchObject({ status: 'ACTIVE' });
  });

  it('a place import reports bad lines in files other than the cities file', async () => {
    const { messages } = await run([
      citiesFile(),
      fileOf('admin1CodesASCII.txt', [
        ...REGION_LINES,
        'ES\tx\tx\t1',
        'ES.56\tTwice\tTwice\t1',
        'ES.57\t\t\t1',
      ]),
      fileOf('countryInfo.txt', [...COUNTRY_LINES, 'Spain'.padEnd(23, '\t')]),
      fileOf('alternateNamesV2.txt', [
        alternateLine(1, 250441, 'en', 'A'),
        alternateLine(1, 250441, 'en', 'B'),
        'x',
      ]),
      fileOf('hierarchy.txt', ['1\t2\tADM', 'one\t2\t']),
      fileOf('iso-languagecodes.txt', ['ISO 639-3\tISO 639-2\tISO 639-1\tLanguage Name', 'spa\tspa']),
      fileOf(
        'airports.csv',
        airportsFile([EL_PRAT, EL_PRAT, { ident: 'A', name: 'A', latitude: 'x', iata: 'AAA' }]),
      ),
    ]);
    expect(messages).toEqual([
      'iso-languagecodes.txt:2: expected 4 columns, found 2',
      'countryInfo.txt:4: "Spain" is not a valid country code',
      'admin1CodesASCII.txt:5: "ES" is not a valid region code',
      'admin1CodesASCII.txt:6: duplicate entry ES.56',
      'admin1CodesASCII.txt:7: the name is empty',
      'hierarchy.txt:2: "one" is not a valid GeoNames id',
      'alternateNamesV2.txt:2: duplicate id 1',
      'alternateNamesV2.txt:3: expected 10 columns, found 1',
      'airports.csv:3: duplicate ident LEBL',
      'airports.csv:4: "x" is not a valid latitude',
    ]);
  });

  it('a place import reports a line of several megabytes as bad', async () => {
    const long = fileOf('cities500.txt', [cityLine(BARCELONA), 'x'.repeat(3_000_000), cityLine(MADRID)]);
    const { messages, created } = await run([long], { skipBad: true });
    expect(messages).toEqual(['cities500.txt:2: the line is longer than 1 MiB.']);
    expect(created).toBe(2);
  });

  it('a place import reports lines in another encoding', async () => {
    const latin = Buffer.concat([
      Buffer.from(`${cityLine(BARCELONA)}\n`),
      Buffer.from(`${cityLine(GRACIA)}\n`, 'latin1'),
    ]);
    const { messages } = await run([fileOf('cities500.txt', latin)]);
    expect(messages).toEqual(['cities500.txt:2: not UTF-8; it looks like Latin-1 (ISO 8859-1).']);
  });
});

describe('the files of an import', () => {
  const text = SIX_CITIES.map(city => `${cityLine(city)}\r\n`).join('');

  it.each([
    ['cities500.zip', zipOf([{ name: 'cities500.txt', bytes: Buffer.from(text) }])],
    ['cities15000.txt.gz', gzipSync(text)],
    ['allCountries.txt', Buffer.from(text)],
  ])('a place import reads cities from the file %s', async (name, bytes) => {
    expect(await run([fileOf(name, bytes)])).toMatchObject({ created: 6, problems: 0 });
  });

  it('a place import finds the right file in an archive that contains several', async () => {
    await run([citiesFile()]);
    const archive = zipOf([
      { name: 'iso-languagecodes.txt', bytes: Buffer.from('a\tb\tc\td\n') },
      { name: 'alternateNamesV2.txt', bytes: Buffer.from(`${alternateLine(1, 250441, 'de', 'Amman')}\n`) },
    ]);
    expect(await run([fileOf('alternateNamesV2.zip', archive)])).toMatchObject({ names: 1 });
  });

  it.each<[string, string, Buffer, string]>([
    ['whose name is not recognised', 'places.txt', Buffer.from('x'), 'the file name is not recognised.'],
    ['that is empty', 'cities500.txt', Buffer.alloc(0), 'the file is empty.'],
    [
      'whose content does not match its name',
      'cities500.txt',
      Buffer.from(REGION_LINES.join('\n')),
      'this is not a valid cities500.txt',
    ],
    ['without a header', 'airports.csv', Buffer.from('1,2,3\n'), 'this is not a valid airports.csv'],
    ['in UTF-16', 'cities500.txt', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'the text is in UTF-16LE'],
    [
      'that is compressed twice',
      'cities500.txt.gz',
      gzipSync(gzipSync(text)),
      'the file is compressed twice',
    ],
    ['that is truncated', 'cities500.txt.gz', gzipSync(text).subarray(0, 200), 'truncated or damaged'],
    ['with an unclosed quote', 'airports.csv', Buffer.from(`${airportsFile([EL_PRAT])}"2,`), 'not closed'],
  ])('a place import rejects a file %s and writes nothing', async (_, name, bytes, fault) => {
    const before = await everything();
    const error = await failure(run([citiesFile(), fileOf(name, bytes)], { skipBad: true }));
    expect(error.message).toContain(name);
    expect(error.fault).toContain(fault);
    expect(error.hint).not.toBe('');
    expect(await everything()).toEqual(before);
  });

  it('a place import rejects a file that ends in the middle of a line', async () => {
    const { messages, isWritten } = await run([fileOf('cities500.txt', text.slice(0, -60))]);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/^cities500\.txt:6: expected 19 columns, found \d+$/);
    expect(isWritten).toBe(false);
  });
});
