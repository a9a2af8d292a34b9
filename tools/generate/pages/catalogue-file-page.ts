/** The reference of the catalogue file: members of JSON Lines from the schema, columns of CSV from the tables of the reader. */
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
  flag: '`true` or `false`; `yes`, `no`, `1` and `0` too',
  languages: 'one column for each language: `.en`, `.es`, `.pt-BR`',
  facilities:
    'codes with a bar between them; `:paid` or `:free` where that is known: `WIFI_FREE|PARKING:paid`',
  beds: 'types with a bar between them, with a count where there are several: `DOUBLE|SINGLE:2`',
  images: 'addresses with a space between them, or the JSON list',
  policyTexts: 'the JSON list, or one column for each code and language: `policies.texts.PETS.en`',
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
    'Hotels and rooms as `serai import hotels` reads them and `serai export hotels` writes them. [The guide](../guides/operator/catalogue-files.md) tells how to use it.',
    [
      '## Hotels',
      'A line of JSON Lines is one hotel. An unknown member is a problem, as is one of the wrong type.',
      memberTable(hotel as JsonSchema, name => name),
      '## Rooms',
      memberTable(rooms?.items ?? {}, name => name),
      '## Columns of hotels in CSV',
      'The names are those of the members above. Any order; columns that are not needed are left out. An empty cell is a member that is left out.',
      columnTable(HOTEL_COLUMNS),
      '## Columns of rooms in CSV',
      '`hotelId` or `sourceId` names the hotel, as its own row does.',
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

/** Long lists of words stand once on the page. */
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
  return 'language whose texts come first; when absent, that of the first `name` column that is filled';
}
