/**
 * Generates the reference page for the catalogue file. JSON Lines fields come from the schema, CSV columns from
 * the reader.
 */
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
import { fieldTable } from '../field-table.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { anchor, code, page, table } from '../markdown.ts';

export const catalogueFilePages: readonly GeneratedFile[] = [
  { path: 'docs/reference/catalogue-file.md', render: catalogueFilePage },
];

const CELLS: Readonly<Record<CellKind, string>> = {
  text: 'text',
  number: 'number, `41.3874`',
  flag: '`true` or `false`; also `yes`, `no`, `1` and `0`',
  languages: 'one column per language: `.en`, `.es`, `.pt-BR`',
  facilities: 'codes separated by a vertical bar, with `:paid` or `:free` if known: `WIFI_FREE|PARKING:paid`',
  beds: 'types separated by a vertical bar, with a count if there are several: `DOUBLE|SINGLE:2`',
  images: 'URLs separated by spaces, or the JSON list',
  policyTexts: 'the JSON list, or one column per code and language: `policies.texts.PETS.en`',
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
    'This page describes the format of hotels and rooms for `serai import hotels` and `serai export hotels`. [The guide](../guides/operator/catalogue-files.md) explains how to use it.',
    [
      '## Hotels',
      'In JSON Lines, each line is one hotel. Unknown fields and fields of the wrong type are reported as errors.',
      fieldTable(hotel as JsonSchema, name => name),
      '## Rooms',
      fieldTable(rooms?.items ?? {}, name => name),
      '## CSV columns for hotels',
      'The columns have the names of the fields above, may be in any order, and can be omitted. An empty cell means that the field is omitted.',
      columnTable(HOTEL_COLUMNS),
      '## CSV columns for rooms',
      '`hotelId` or `sourceId` identifies the hotel, as in its own row.',
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

/** Long code lists are printed only once per page. */
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
  return 'language whose texts come first; default: the language of the first `name` column that is not empty';
}
