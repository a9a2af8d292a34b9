import {
  type CatalogueHotel,
  catalogueHotel,
  catalogueRoom,
} from '@serai/contract/catalogue/catalogue-file.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CellError, type Column, HOTEL_COLUMNS, READ_CELL, ROOM_COLUMNS } from './csv-columns.ts';
import { csvWriter } from './csv-writer.ts';
import { type BoundColumn, bindColumns, readCsv, readRow } from './read-csv.ts';

async function* batchOf(text: string) {
  yield { first: 1, lines: text.split('\n') };
}

async function rowsOf(text: string, columns: readonly Column[] = HOTEL_COLUMNS) {
  const rows = [];
  for await (const row of readCsv('h.csv', batchOf(text), columns)) rows.push(row);
  return rows.map(({ line, value, faults }) => ({ line, value, faults }));
}

/** Lists the fields of a schema by dotted path. Lists and texts count as one field. */
function fieldsOf(schema: z.ZodType, prefix = ''): string[] {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonObject;
  return walk(json, prefix);
}

interface JsonObject {
  properties?: Record<string, JsonObject>;
}

function walk({ properties = {} }: JsonObject, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, field]) =>
    field.properties === undefined ? [prefix + name] : walk(field, `${prefix}${name}.`),
  );
}

describe('CSV columns', () => {
  it('every hotel field and every room field has a CSV column', () => {
    const names = (columns: readonly Column[]) => columns.map(({ name }) => name).sort();
    const hotel = fieldsOf(catalogueHotel()).filter(name => name !== 'rooms');
    expect(names(HOTEL_COLUMNS)).toEqual([...hotel, 'language'].sort());
    expect(names(ROOM_COLUMNS)).toEqual([...fieldsOf(catalogueRoom()), 'hotelId', 'sourceId'].sort());
  });

  it.each([
    ['name', 'The column "name" requires a language, for example name.en.'],
    ['name.english', 'The column "name.english" requires a language, for example name.en.'],
    ['HotelID', 'Unknown column "HotelID". Did you mean "hotelId"?'],
    ['__proto__', 'Unknown column "__proto__".'],
    ['name.__proto__', 'The column "name.__proto__" requires a language, for example name.en.'],
    ['', 'A column in the first line has no name.'],
  ])('the CSV reader rejects a column with the title "%s"', (title, message) => {
    expect(bindColumns(['sourceId', title], HOTEL_COLUMNS)).toBe(message);
  });

  it('the CSV reader rejects a column that appears twice', () => {
    const message = 'The column "hotelId" appears more than once.';
    expect(bindColumns(['hotelId', 'hotelId'], HOTEL_COLUMNS)).toBe(message);
  });
});

describe('CSV cells', () => {
  it('the CSV reader reads numbers, flags, lists and JSON from cells', () => {
    const { number, flag, facilities, beds, images, policyTexts } = READ_CELL;
    expect([number('41.5'), number('-3'), flag('yes'), flag('FALSE')]).toEqual([41.5, -3, true, false]);
    expect(facilities('WIFI_FREE|PARKING:paid | POOL_OUTDOOR:free')).toEqual([
      { code: 'WIFI_FREE', surcharge: null },
      { code: 'PARKING', surcharge: true },
      { code: 'POOL_OUTDOOR', surcharge: false },
    ]);
    expect(beds('DOUBLE|SINGLE:2')).toEqual([
      { type: 'DOUBLE', count: 1 },
      { type: 'SINGLE', count: 2 },
    ]);
    expect(images('https://a.example/1.jpg https://a.example/2.jpg')).toHaveLength(2);
    expect(images('[{"url":"https://a.example/1.jpg","kind":"POOL"}]')).toHaveLength(1);
    expect(policyTexts('[]')).toEqual([]);
  });

  it.each<[keyof typeof READ_CELL, string]>([
    ['number', '4,5'],
    ['number', '1e999x'],
    ['number', '0x10'],
    ['flag', 'maybe'],
    ['facilities', 'PARKING:10 EUR'],
    ['beds', 'DOUBLE:two'],
    ['images', '[oops'],
    ['policyTexts', '{"a":1}'],
  ])('the CSV reader rejects a cell of type %s that contains "%s"', (kind, cell) => {
    expect(() => READ_CELL[kind](cell)).toThrow(CellError);
  });
});

describe('reading a CSV file', () => {
  const ROWS = [
    { line: 2, value: { hotelId: 'htl_1', name: { en: 'A, "B"\nC', es: 'ñ;' }, stars: 4 }, faults: [] },
    { line: 4, value: { hotelId: 'htl_2', name: { en: 'D' } }, faults: [] },
  ];
  const TEXT = 'hotelId,name.en,name.es,stars\nhtl_1,"A, ""B""\nC","ñ;",4\nhtl_2,D,,\n';

  it('the CSV reader accepts CRLF line endings, and semicolons or tabs as separators', async () => {
    expect(await rowsOf(TEXT)).toEqual(ROWS);
    expect(await rowsOf(TEXT.trimEnd())).toEqual(ROWS);
    const crlf = await rowsOf(TEXT.replaceAll('\n', '\r\n'));
    expect(crlf.map(({ line }) => line)).toEqual([2, 4]);
    expect(crlf[0]?.value).toMatchObject({ name: { en: 'A, "B"\r\nC' } });
    const semicolons = 'hotelId;name.en;name.es;stars\nhtl_1;"A, ""B""\nC";"ñ;";4\nhtl_2;D;;\n';
    expect(await rowsOf(semicolons)).toEqual(ROWS);
    expect(await rowsOf(semicolons.replaceAll(';', '\t').replace('"ñ\t"', 'ñ;'))).toEqual(ROWS);
  });

  it('the CSV reader reports rows with the wrong number of cells and rows with invalid cells', async () => {
    const text =
      'hotelId,stars,policies.petsAllowed\nhtl_1,4\nhtl_2,4,true,9\nhtl_3,four,perhaps\nhtl_4,4,no\n';
    expect(await rowsOf(text)).toEqual([
      {
        line: 2,
        value: undefined,
        faults: [{ path: '', message: 'The row has 2 cells, but the first line has 3.' }],
      },
      {
        line: 3,
        value: undefined,
        faults: [{ path: '', message: 'The row has 4 cells, but the first line has 3.' }],
      },
      {
        line: 4,
        value: { hotelId: 'htl_3' },
        faults: [
          { path: '/stars', message: 'Write a number with digits and a decimal point, for example 41.3874.' },
          { path: '/policies/petsAllowed', message: 'Write true or false.' },
        ],
      },
      { line: 5, value: { hotelId: 'htl_4', stars: 4, policies: { petsAllowed: false } }, faults: [] },
    ]);
  });

  it.each([
    [
      'an unclosed quote',
      'hotelId,name.en\nhtl_1,A\nhtl_2,"B\nhtl_3,C\n',
      'h.csv:3: a quote that opens in this row is not closed.',
    ],
    [
      'lines that end with only a carriage return',
      'hotelId,name.en\rhtl_1,A\r',
      'its lines end with a carriage return only',
    ],
    ['an unknown column', 'hotelId,colour\nhtl_1,A\n', 'h.csv:1: Unknown column "colour".'],
  ])('the CSV reader stops reading a file that contains %s', async (_, text, message) => {
    await expect(rowsOf(text)).rejects.toThrow(message);
  });

  it('the CSV reader reports a row with a misplaced quote and continues with the next row', async () => {
    expect(await rowsOf('hotelId,name.en\nhtl_1,"A" B\nhtl_2,C\n')).toMatchObject([
      { line: 2, value: undefined, faults: [{ message: expect.stringContaining('closing quote') }] },
      { line: 3, value: { name: { en: 'C' } }, faults: [] },
    ]);
  });

  it('the CSV reader accepts a quote inside an unquoted cell', async () => {
    expect(await rowsOf('hotelId,name.en\nhtl_2,5" C\n')).toMatchObject([
      { line: 2, value: { name: { en: '5" C' } }, faults: [] },
    ]);
  });

  it('the CSV reader reads policy texts from one column per kind and language', async () => {
    const text =
      'hotelId,policies.texts.PETS.en,policies.texts.PETS.es,policies.texts.CHECK_IN.en\nhtl_1,No,No,Ring\n';
    expect((await rowsOf(text))[0]?.value).toMatchObject({
      policies: {
        texts: [
          { code: 'PETS', text: { en: 'No', es: 'No' } },
          { code: 'CHECK_IN', text: { en: 'Ring' } },
        ],
      },
    });
  });
});

describe('writing CSV', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      '"',
      ',',
      ';',
      '\n',
      '\r\n',
      '\t',
      ' ',
      'ñ',
      '東',
      "'",
      '|',
      '=',
      '+',
      '-',
      '@',
    ),
    minLength: 1,
    maxLength: 12,
  });
  const record = fc.record(
    {
      hotelId: fc.constant('htl_1'),
      name: fc.dictionary(fc.constantFrom('en', 'es', 'pt-BR'), text, { minKeys: 1 }),
      stars: fc.constantFrom(0, 3, 4.5),
      address: fc.record({ street: text, countryCode: fc.constant('ES') }),
      location: fc.record({
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
        longitude: fc.constant(0),
      }),
      description: fc.dictionary(fc.constantFrom('en', 'es'), text, { minKeys: 1 }),
      facilities: fc.constant([
        { code: 'WIFI', surcharge: null },
        { code: 'SPA', surcharge: true },
        { code: 'GYM', surcharge: false },
      ]),
      images: fc.constant([{ url: 'https://a.example/1.jpg', kind: 'POOL', caption: { en: 'a "b", c' } }]),
      policies: fc.record({
        petsAllowed: fc.boolean(),
        texts: fc.constant([{ code: 'PETS', text: { en: 'x\ny' } }]),
      }),
    },
    { requiredKeys: ['hotelId', 'name'] },
  );

  it('records that are written as CSV and read again are unchanged', async () => {
    const writer = csvWriter(HOTEL_COLUMNS, { name: ['en', 'es', 'pt-BR'], description: ['en', 'es'] });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 3 }), async hotels => {
        const given = hotels as unknown as CatalogueHotel[];
        const file = `${writer.head()}${given.map(hotel => writer.row(hotel)).join('')}`;
        const rows = await rowsOf(file.slice(0, -1));
        expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
        // Converting to JSON turns -0 into 0, which is the same coordinate.
        expect(JSON.parse(JSON.stringify(rows.map(({ value }) => value)))).toEqual(
          JSON.parse(JSON.stringify(given)),
        );
        for (const [i, { name }] of given.entries()) {
          const read = rows[i]?.value as CatalogueHotel | undefined;
          expect(Object.keys(read?.name ?? {})[0]).toBe(Object.keys(name)[0]);
        }
      }),
    );
  });

  it('the CSV writer escapes text that a spreadsheet would run as a formula, but not numbers', async () => {
    const writer = csvWriter(HOTEL_COLUMNS, { name: ['en'], description: [] });
    const hotel = {
      hotelId: 'htl_1',
      name: { en: '=HYPERLINK("http://evil.example")' },
      contact: { phone: '+34 933 000 000' },
      location: { latitude: -33.9, longitude: -5 },
    };
    const file = `${writer.head()}${writer.row(hotel)}`;
    expect(file).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(file).toContain(",'+34 933 000 000,");
    expect(file).toContain(',-33.9,-5,');
    expect((await rowsOf(file.slice(0, -1)))[0]?.value).toEqual(hotel);
  });

  it('the CSV reader assigns cells to fields in the order of the header', () => {
    const bound = bindColumns(['stars', 'hotelId'], HOTEL_COLUMNS) as BoundColumn[];
    expect(readRow(bound, ['3', 'htl_9']).value).toEqual({ hotelId: 'htl_9', stars: 3 });
  });
});
