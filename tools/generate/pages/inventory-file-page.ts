/**
 * Generates the reference page for the inventory file. JSON Lines fields come from the schemas, CSV columns from
 * the reader.
 */
import {
  INVENTORY_RECORDS,
  type InventoryRecordType,
} from '../../../contract/src/inventory/inventory-cells.ts';
import { type JsonSchema, toJsonSchema } from '../../../contract/src/openapi/json-schema.ts';
import { CSV_COLUMNS } from '../../../server/src/booking/suppliers/own-inventory/files/csv-record.ts';
import { fieldTable } from '../field-table.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { anchor, code, page, table } from '../markdown.ts';

export const inventoryFilePages: readonly GeneratedFile[] = [
  { path: 'docs/reference/inventory-file.md', render: inventoryFilePage },
];

const RECORDS: Readonly<Record<InventoryRecordType, { title: string; about: string }>> = {
  property: {
    title: 'Properties',
    about: 'Describes how a hotel sells its rooms, except for individual nights.',
  },
  allotment: { title: 'Allotments', about: 'Sets the number of rooms of a type for a range of nights.' },
  rate: {
    title: 'Rates',
    about: 'Sets the prices and restrictions of a rate plan and room type for a range of nights.',
  },
};

/** Lists in a property that have their own table. */
const PARTS: Readonly<Record<string, string>> = {
  ageBands: 'Age bands',
  rooms: 'Rooms',
  plans: 'Plans',
  cancellationPolicies: 'Cancellation policies',
  charges: 'Taxes and fees',
};

const CELLS: Readonly<Record<keyof typeof CSV_COLUMNS, string>> = {
  text: 'text',
  number: 'whole number',
  flag: '`true` or `false`',
  list: 'values separated by a vertical bar: `FR|SA`',
  map: 'amount; one column per key',
};

const KEYS: Readonly<Record<(typeof CSV_COLUMNS)['map'][number], string>> = {
  byAdults: '<adults>',
  children: '<age band>',
};

function inventoryFilePage(): string {
  const types = Object.keys(RECORDS) as InventoryRecordType[];
  return page(
    'The inventory file',
    'This page describes the format of own inventory for `serai import inventory` and `serai export inventory`. [The guide](../guides/operator/own-inventory.md) explains its meaning and how to use it.',
    [
      '## Lines',
      'In JSON Lines, each line is one object, and `type` names its kind. Unknown fields and fields of the wrong type are reported as errors. A line about nights sets only the given fields, and `null` clears a value.',
      table(
        ['`type`', 'meaning'],
        types.map(type => [code(type), `${RECORDS[type].about} ${anchor(RECORDS[type].title)}.`]),
      ),
      ...types.flatMap(recordSections),
      '## CSV columns',
      'CSV files contain allotments and rates. A row with a `planCode` is a rate, and a row without a `planCode` is an allotment. Columns may be in any order. `hotelId` or `sourceId`, `roomCode`, `from` and `to` are required; the other columns can be omitted. An empty cell sets nothing, and `null` clears a value.',
      columnTable(),
    ],
  );
}

function recordSections(type: InventoryRecordType): string[] {
  const schema = toJsonSchema(INVENTORY_RECORDS[type](), 'request');
  const { title, about } = RECORDS[type];
  const parts = Object.entries(schema.properties ?? {}).filter(([name]) => name in PARTS);
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, member]) => [name, shortened(name, member)]),
  );
  return [
    `## ${title}`,
    about,
    fieldTable({ ...schema, properties }, name => name),
    ...parts.flatMap(([name, { items = {} }]) => [`### ${PARTS[name]}`, fieldTable(items, shape => shape)]),
  ];
}

/** A list that has its own table is not expanded here. */
function shortened(name: string, member: JsonSchema): JsonSchema {
  const title = PARTS[name];
  if (title === undefined) return member;
  const description = [member.description, `See ${anchor(title)}.`].filter(Boolean).join(' ');
  return { ...member, description, items: { type: 'object' } };
}

function columnTable(): string {
  const rows = (Object.keys(CELLS) as (keyof typeof CSV_COLUMNS)[]).flatMap(kind =>
    CSV_COLUMNS[kind].map(name => [code(name in KEYS ? withKey(name) : name), CELLS[kind]]),
  );
  return table(['column', 'cell'], rows);
}

function withKey(name: string): string {
  return `${name}.${KEYS[name as keyof typeof KEYS]}`;
}
