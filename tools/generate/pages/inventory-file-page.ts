/** The reference of the inventory file: members of JSON Lines from the schemas, columns of CSV from the table of the reader. */
import {
  INVENTORY_RECORDS,
  type InventoryRecordType,
} from '../../../contract/src/inventory/inventory-cells.ts';
import { type JsonSchema, toJsonSchema } from '../../../contract/src/openapi/json-schema.ts';
import { CSV_COLUMNS } from '../../../server/src/booking/suppliers/own-inventory/files/csv-record.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { anchor, code, page, table } from '../markdown.ts';
import { memberTable } from '../member-table.ts';

export const inventoryFilePages: readonly GeneratedFile[] = [
  { path: 'docs/reference/inventory-file.md', render: inventoryFilePage },
];

const RECORDS: Readonly<Record<InventoryRecordType, { title: string; about: string }>> = {
  property: { title: 'Properties', about: 'How a hotel sells its rooms: everything but the nights.' },
  allotment: { title: 'Allotments', about: 'How many rooms of a type there are, for a range of nights.' },
  rate: {
    title: 'Rates',
    about: 'What a plan asks for a room, and when it may be sold, for a range of nights.',
  },
};

/** Lists of a property that have a table of their own. */
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
  list: 'words with a bar between them, `FR|SA`',
  map: 'amount; one column for each key',
};

const KEYS: Readonly<Record<(typeof CSV_COLUMNS)['map'][number], string>> = {
  byAdults: '<adults>',
  children: '<age band>',
};

function inventoryFilePage(): string {
  const types = Object.keys(RECORDS) as InventoryRecordType[];
  return page(
    'The inventory file',
    'Own inventory as `serai import inventory` reads it and `serai export inventory` writes it. [The guide](../guides/operator/own-inventory.md) tells what it means and how to use it.',
    [
      '## Lines',
      'A line of JSON Lines is one object; its `type` tells which. An unknown member is a problem, as is one of the wrong type. A line about nights sets only what it names, and `null` takes a value away.',
      table(
        ['`type`', ''],
        types.map(type => [code(type), `${RECORDS[type].about} ${anchor(RECORDS[type].title)}.`]),
      ),
      ...types.flatMap(recordSections),
      '## Columns in CSV',
      'CSV holds allotments and rates. A row with a `planCode` is a rate, one without is an allotment. Any order; `hotelId`, `roomCode`, `from` and `to` must be there, others are left out where they are not needed. An empty cell names nothing, `null` takes a value away.',
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
    memberTable({ ...schema, properties }, name => name),
    ...parts.flatMap(([name, { items = {} }]) => [`### ${PARTS[name]}`, memberTable(items, shape => shape)]),
  ];
}

/** A list that has a table of its own is not laid out here too. */
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
