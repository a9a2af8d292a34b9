import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  database,
  fileOf,
  folder,
  hotel,
  importOf,
  lines,
  room,
  run,
  stored,
  useHotelImports,
} from '../../../../test/hotel-import.ts';
import { zipOf } from '../../../../test/zip-file.ts';
import { mergeRules } from '../../../app/merge-rules.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import { hotelIdOf } from '../../catalogue/catalogue-hotel.ts';
import { importHotels } from './import-hotels.ts';

useHotelImports();

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TextFileError);
  return error as TextFileError;
};

describe('importing a catalogue file', () => {
  it('a hotel import writes new and changed hotels and rooms, and importing the same file again changes nothing', async () => {
    const records = [hotel('A', { rooms: [room('DBL'), room('SGL')] }), hotel('B')];
    expect(await importOf(...records)).toMatchObject({
      format: 'jsonl',
      created: 2,
      rooms: { created: 2 },
      problems: 0,
      isWritten: true,
    });
    const changes = () => database.db`SELECT max(id), count(*) FROM catalogue_change`;
    const before = await changes();
    expect(await importOf(...records)).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 2,
      rooms: { created: 0, changed: 0, unchanged: 2, retired: 0 },
      isWritten: true,
    });
    expect(await changes()).toEqual(before);

    records[0] = hotel('A', { name: { en: 'Another name' }, rooms: [room('DBL')] });
    expect(await importOf(...records)).toMatchObject({
      changed: 1,
      unchanged: 1,
      rooms: { unchanged: 1, retired: 1 },
    });
  });

  it('a hotel import writes the same hotels from plain, gzip and zip files, and only into the given environment', async () => {
    const text = lines(hotel('A'));
    await run(fileOf(text));
    expect(await run(fileOf(gzipSync(text)))).toMatchObject({ unchanged: 1 });
    expect(await run(fileOf(zipOf([{ name: 'h.jsonl', bytes: Buffer.from(text) }])))).toMatchObject({
      unchanged: 1,
    });
    expect(await run(fileOf(`\uFEFF${text.replaceAll('\n', '\r\n\r\n')}`))).toMatchObject({ unchanged: 1 });
    expect(await run(fileOf(text), { environment: 'production' })).toMatchObject({ created: 1 });
    expect(await stored()).toEqual(['production A ACTIVE', 'sandbox A ACTIVE']);
  });

  it('a hotel import derives the same hotel id from the same sourceId every time', async () => {
    const { hotelId: _, ...given } = hotel('X');
    await importOf({ ...given, sourceId: 'yours-1' });
    const id = hotelIdOf('sandbox', 'yours-1');
    expect(await stored()).toEqual([`sandbox ${id.slice(4)} ACTIVE`]);
    expect(await importOf({ ...given, hotelId: id, sourceId: 'yours-1' })).toMatchObject({ unchanged: 1 });
  });

  it('a hotel import finds a hotel by its hotelId or by its sourceId', async () => {
    const { hotelId: _, ...given } = hotel('BOTH', { sourceId: 'BOTH-1' });
    await importOf(hotel('BOTH', { sourceId: 'BOTH-1' }), hotel('OLD'), hotel('OLDER'));
    expect(await importOf(given)).toMatchObject({ created: 0, unchanged: 1 });
    expect(await run(fileOf(lines(given)), { environment: 'production' })).toMatchObject({ created: 1 });
    await importOf(
      { hotelId: 'htl_OLD', status: 'MERGED', mergedInto: 'BOTH-1' },
      hotel('OLDER', { status: 'MERGED', mergedInto: 'NEW-1' }),
      hotel('NEW', { sourceId: 'NEW-1' }),
    );
    expect(await importOf({ sourceId: 'NEW-1', status: 'INACTIVE' })).toMatchObject({ ended: 1, unknown: 0 });
    expect((await stored()).slice(1)).toEqual([
      'sandbox BOTH ACTIVE',
      'sandbox NEW INACTIVE',
      'sandbox OLD MERGED BOTH',
      'sandbox OLDER INACTIVE',
    ]);
  });

  it('a hotel import rejects a sourceId that belongs to another hotel', async () => {
    await importOf(hotel('A', { sourceId: 'S-1' }));
    const { hotelId: _, ...again } = hotel('B', { sourceId: 'S-2' });
    const file = fileOf(
      lines(
        hotel('B', { sourceId: 'S-1' }),
        hotel('C', { sourceId: 'S-2' }),
        hotel('D', { sourceId: 'S-2' }),
        again,
        { hotelId: 'htl_A', sourceId: 'S-2', status: 'INACTIVE' },
        { hotelId: 'htl_C', status: 'MERGED', mergedInto: 'S-3' },
        { sourceId: 'x'.repeat(5_000), status: 'INACTIVE' },
      ),
    );
    const { reported } = await run(file, { skipBad: true });
    expect(reported.sort()).toEqual([
      'hotels.jsonl:1: /sourceId: The sourceId S-1 already belongs to the hotel htl_A.',
      'hotels.jsonl:3: /sourceId: The sourceId S-2 already belongs to the hotel htl_C on line 2.',
      'hotels.jsonl:4: The hotel htl_C is already listed on line 2.',
      'hotels.jsonl:5: /sourceId: The sourceId S-2 already belongs to the hotel htl_C on line 2.',
      'hotels.jsonl:6: The hotel htl_C is already listed on line 2.',
      'hotels.jsonl:7: /sourceId: Give at most 200 characters.',
    ]);
    expect(await stored()).toEqual(['sandbox A ACTIVE', 'sandbox C ACTIVE']);
  });

  it('a hotel import treats a hotel as unchanged if only the order of fields and languages differs', async () => {
    await importOf(
      hotel('A', {
        name: { es: 'Uno', fr: 'Un', en: 'One' },
        description: { en: 'x', es: 'y' },
        checkIn: {},
      }),
    );
    const { hotelId, ...rest } = hotel('A', {
      description: { es: 'y', en: 'x' },
      name: { es: 'Uno', en: 'One', fr: 'Un' },
    });
    expect(await importOf({ ...rest, hotelId, policies: {} })).toMatchObject({ unchanged: 1, changed: 0 });
  });
});

describe('importing invalid lines', () => {
  const GOOD = hotel('A');

  it('a hotel import reports every invalid line with file, line and field, and writes nothing', async () => {
    const { reported, isWritten, problems } = await run(
      fileOf(
        [
          JSON.stringify(GOOD),
          '{"hotelId":"htl_B","name":{},"address":{"countryCode":"es"},"location":{"latitude":91,"longitude":0},"checkIn":{"from":"25:00"},"colour":1}',
          '{"hotelId":"htl_C"',
          '[1]',
          '7',
          JSON.stringify(hotel('D', { canonicalCityId: 'plc_nowhere' })),
          JSON.stringify(hotel('E', { rooms: [room('X'), room('X')] })),
          JSON.stringify(hotel('A')),
          JSON.stringify({ name: { en: 'Nobody' }, address: { countryCode: 'ES' }, location: GOOD.location }),
          '{"__proto__":{"hotelId":"htl_P"}}',
          `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
          JSON.stringify(hotel('F', { description: { en: 'a\u0000b' } })),
          JSON.stringify(
            hotel('G', {
              name: { 'e!': 'x' },
              timeZone: 'Mars/Olympus',
              rooms: [room('Y', { status: 'MERGED', mergedInto: 'Z' })],
            }),
          ),
          '{"hotelId":"htl_H","name":{"en":"H","en":"I"}}',
        ].join('\n'),
      ),
    );
    expect(reported).toEqual([
      'hotels.jsonl:2: /name: Provide the text in at least one language.',
      'hotels.jsonl:2: /address/countryCode: Use the two-letter country code in capital letters, for example ES.',
      'hotels.jsonl:2: /location/latitude: Use at most 90.',
      'hotels.jsonl:2: /checkIn/from: Use the format HH:MM, for example 15:30.',
      'hotels.jsonl:2: /colour: Unknown field "colour".',
      "hotels.jsonl:3: Not JSON: Expected ',' or '}' after property value at column 19",
      'hotels.jsonl:4: Each line must be one hotel as a JSON object.',
      'hotels.jsonl:5: Each line must be one hotel as a JSON object.',
      'hotels.jsonl:6: /canonicalCityId: The place plc_nowhere does not exist.',
      'hotels.jsonl:7: /rooms/1/roomCode: Each room code may appear only once.',
      'hotels.jsonl:8: The hotel htl_A is already listed on line 1.',
      'hotels.jsonl:9: /hotelId: Specify hotelId or sourceId.',
      'hotels.jsonl:10: /__proto__: The field name "__proto__" is not allowed.',
      'hotels.jsonl:11: The line has more than 32 levels of nesting.',
      'hotels.jsonl:12: /description/en: NUL characters are not allowed.',
      'hotels.jsonl:13: /name/e!: Use a language tag, for example en or pt-BR.',
      'hotels.jsonl:13: /timeZone: This is not an IANA time zone.',
      'hotels.jsonl:14: /name/en: The key appears more than once. Write each key once.',
    ]);
    expect({ isWritten, problems }).toEqual({ isWritten: false, problems: reported.length });
    expect(await stored()).toEqual([]);
  });

  it('a hotel import rejects a country code as canonicalCityId, even after hotels that are assigned to that country', async () => {
    const atSea = { latitude: 37.5, longitude: 1 };
    const { reported } = await importOf(
      hotel('A', { location: atSea }),
      hotel('B', { location: atSea, canonicalCityId: 'ES' }),
      hotel('C', { location: atSea }),
    );
    expect(reported).toEqual(['hotels.jsonl:2: /canonicalCityId: The place ES does not exist.']);
  });

  it('a hotel import with skipBad skips invalid lines and writes the rest', async () => {
    const file = fileOf(
      lines(hotel('A'), hotel('B', { stars: 9 }), hotel('C', { canonicalCityId: 'plc_x' }), hotel('D')),
    );
    expect(await run(file, { skipBad: true })).toMatchObject({ created: 2, problems: 2, isWritten: true });
    expect(await stored()).toEqual(['sandbox A ACTIVE', 'sandbox D ACTIVE']);
  });

  it('a hotel import finds invalid lines and distant duplicates among thousands of lines', async () => {
    const records = Array.from({ length: 3_000 }, (_, i) => hotel(`N${i}`));
    records[2_500] = hotel('N3');
    records[2_999] = hotel('N2999', { type: 'CASTLE' });
    const file = fileOf(lines(...records));
    expect(await run(file)).toMatchObject({ created: 0, problems: 2, isWritten: false });
    const { reported, created } = await run(file, { skipBad: true, dryRun: true });
    expect(created).toBe(2_998);
    expect(reported).toEqual([
      'hotels.jsonl:2501: The hotel htl_N3 is already listed on line 4.',
      expect.stringMatching(/^hotels\.jsonl:3000: \/type: Use one of HOTEL, /),
    ]);
    expect(await stored()).toEqual([]);
  });

  it('a hotel import reports a 100 MB line and a line in another encoding as invalid lines', async () => {
    const path = join(folder, 'long.jsonl');
    const stream = createWriteStream(path);
    stream.write(lines(hotel('A')));
    stream.write('{"hotelId":"htl_LONG","name":{"en":"');
    for (let i = 0; i < 100; i++) stream.write(Buffer.alloc(1_048_576, 'x'));
    stream.write(`"}}\n`);
    stream.write(Buffer.from(`${JSON.stringify(hotel('L', { name: { es: 'Peñón' } }))}\n`, 'latin1'));
    stream.end(lines(hotel('B')));
    await finished(stream);
    const { reported, created } = await run(path, { skipBad: true });
    expect(created).toBe(2);
    expect(reported).toEqual([
      expect.stringMatching(/^long\.jsonl:2: The line is longer than 16 MiB\./),
      expect.stringMatching(/^long\.jsonl:3: Not UTF-8; it looks like Latin-1/),
    ]);
  });
});

describe('invalid catalogue files', () => {
  it.each<[string, string | Buffer, string, string]>([
    ['a JSON array', `[${JSON.stringify(hotel('A'))}]`, 'this is a JSON array', "jq -c '.[]'"],
    ['a pretty-printed object', JSON.stringify(hotel('A'), null, 2), 'spans several lines', 'jq -c .'],
    ['nothing but blank lines', '\n\n \n', 'the file contains no hotels', 'one hotel per line'],
    ['only a header', 'hotelId,name.en\n', 'the file contains no hotels', ''],
    ['a truncated gzip file', gzipSync(lines(hotel('A'))).subarray(0, 60), 'truncated or damaged', 'again'],
    [
      'a gzip file truncated near its end',
      gzipSync(randomText()).subarray(0, -50),
      'truncated or damaged',
      'again',
    ],
    [
      'a file compressed twice',
      gzipSync(gzipSync(lines(hotel('A')))),
      'compressed twice',
      'Decompress it once',
    ],
    ['a file in UTF-16', Buffer.from(lines(hotel('A')), 'utf16le'), 'UTF-16LE', 'iconv'],
    ['a CSV file with other columns', 'a;b;c\n1;2;3\n', 'Unknown column "a"', 'The columns are: hotelId'],
    ['a header in Latin-1', Buffer.from('hotelId,dirección\n', 'latin1'), 'Latin-1', 'iconv'],
  ])('a hotel import rejects %s and explains how to fix it', async (_, content, fault, hint) => {
    const error = await failure(run(fileOf(content)));
    expect(error.message).toContain(fault);
    expect(error.hint).toContain(hint);
    expect(await stored()).toEqual([]);
  });
});

/** Enough hotels to fill several blocks of a compressed file. */
function randomText(): string {
  return lines(
    ...Array.from({ length: 2_000 }, (_, i) =>
      hotel(`R${i}`, { description: { en: `${Math.sin(i)}`.repeat(20) } }),
    ),
  );
}

it('a hotel import that fails halfway leaves nothing behind', async () => {
  const file = fileOf(lines(...Array.from({ length: 2_000 }, (_, i) => hotel(`K${i}`))));
  const killed = importHotels(database.db, {
    file,
    environment: 'sandbox',
    dryRun: false,
    skipBad: false,
    removeMissing: false,
    mergeRules,
    onProblem: () => {},
    onProgress: done => {
      if (done === 1_500) throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await stored()).toEqual([]);
  expect(await run(file)).toMatchObject({ created: 2_000 });
});
