/** The reference page of the catalogue file: JSON fields from the schema, CSV columns from the reader. */
import { catalogueHotel } from '../../../contract/src/catalogue/catalogue-file.ts';
import { CATEGORIES } from '../../../contract/src/content/code-lists.ts';
import { FACILITIES } from '../../../contract/src/content/facility-list.ts';
import { type JsonSchema, mapSchemas, toJsonSchema } from '../../../contract/src/openapi/json-schema.ts';
import {
  type CellKind,
  type Column,
  HOTEL_COLUMNS,
  MAIN_LANGUAGE,
  ROOM_COLUMNS,
} from '../../../server/src/content/catalogue-files/csv/csv-columns.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { anchor, code, page, table } from '../markdown.ts';
import { memberTable } from '../member-table.ts';

export const catalogueFilePages: readonly GeneratedFile[] = [
  { path: 'docs/reference/catalogue-file.md', render: catalogueFilePage },
];

const CELLS: Readonly<Record<CellKind, string>> = {
  text: 'text',
  number: 'number, `41.3874`',
  flag: '`true` or `false`; also `yes`, `no`, `1` and `0`',
  languages: 'one column per language: `.en`, `.es`, `.pt-BR`',
  facilities: 'codes separated by a bar, with `:paid` or `:free` if known: `WIFI_FREE|PARKING:paid`',
  beds: 'types separated by a bar, with a count if there are several: `DOUBLE|SINGLE:2`',
  images: 'URLs separated by spaces, or a JSON list',
  policyTexts: 'a JSON list, or one column per code and language: `policies.texts.PETS.en`',
};

function catalogueFilePage(): string {
  const schema = mapSchemas(toJsonSchema(catalogueHotel(), 'request'), shortened);
  const { rooms, ...members } = schema.properties ?? {};
  const hotel = {
    ...schema,
    properties: {
      ...members,
      rooms: {
        type: 'array',
        description: `${rooms?.description} See ${anchor('Rooms')}.`,
        items: { type: 'object' },
      },
    },
  };
  return page(
    'The catalogue file',
    '`serai import hotels` reads this format, and `serai export hotels` writes it. [The guide](../guides/operator/catalogue-files.md) explains how to use it.',
    [
      '## Hotels',
      'Each line of a JSON Lines file is one hotel. Unknown fields and fields of the wrong type are errors.',
      memberTable(hotel as JsonSchema, name => name),
      '## Rooms',
      memberTable(rooms?.items ?? {}, name => name),
      '## Columns of hotels in CSV',
      'Columns have the names of the fields above. They may be in any order, and you can leave out those that you do not need. An empty cell means that the field is omitted.',
      columnTable(HOTEL_COLUMNS),
      '## Columns of rooms in CSV',
      '`hotelId` or `sourceId` identifies the hotel, as in the row of the hotel.',
      columnTable(ROOM_COLUMNS),
      '## Category codes',
      table(
        ['code', 'name', 'type'],
        CATEGORIES.map(({ code: word, name, type }) => [code(word), name.en, code(type)]),
      ),
      '## Facility codes',
      table(
        ['code', 'name', 'group'],
        FACILITIES.map(({ code: word, name, group }) => [code(word), name.en, code(group)]),
      ),
    ],
  );
}

/** Long enumerations are listed once, at the end of the page. */
function shortened(schema: JsonSchema): JsonSchema {
  const words = schema.enum ?? [];
  if (words.length < 20) return schema;
  const list = words.includes('WIFI_FREE') ? 'Facility codes' : 'Category codes';
  return { type: 'string', description: `One of the ${anchor(list)}.` };
}

function columnTable(columns: readonly Column[]): string {
  return table(
    ['column', 'cell'],
    columns.map(({ name, kind }) => [
      code(kind === 'languages' ? `${name}.<language>` : name),
      cellText(name, kind),
    ]),
  );
}

function cellText(name: string, kind: CellKind): string {
  if (name !== MAIN_LANGUAGE) return CELLS[kind];
  return 'the main language of the hotel; by default that of the first `name` column with a value';
}
