/** Prints the row of each table as an interface, with the value types from `column-types.ts`. */
import { GENERATED_NOTICE } from '../generated-file.ts';
import type { Catalogue, Column, Table } from './catalogue.ts';

const STRING_TYPES = [
  'text',
  'character varying',
  'character',
  'uuid',
  'inet',
  'cidr',
  'citext',
  'numeric',
  'date',
];
const MORE_STRING_TYPES = ['time without time zone', 'interval', 'name', 'tsvector', '"char"'];
const TYPES: ReadonlyMap<string, string> = new Map([
  ...[...STRING_TYPES, ...MORE_STRING_TYPES].map(name => [name, 'string'] as const),
  ...['smallint', 'integer', 'bigint', 'real', 'double precision', 'oid'].map(
    name => [name, 'number'] as const,
  ),
  ...['timestamp with time zone', 'timestamp without time zone'].map(name => [name, 'Date'] as const),
  ['boolean', 'boolean'],
  ['bytea', 'Buffer'],
  ['json', 'unknown'],
  ['jsonb', 'unknown'],
]);

export function printTables({ tables, enums }: Catalogue): string {
  const unions = new Map(enums.map(({ name, labels }) => [name, union(labels)]));
  const interfaces = tables
    .filter(table => table.partition_of === null)
    .map(table => {
      const members = table.columns.map(
        column => `  ${column.name}: ${columnType(column, table, unions)};\n`,
      );
      return `export interface ${rowName(table.name)} {\n${members.join('')}}\n`;
    });
  return `// ${GENERATED_NOTICE}\n\n${interfaces.join('\n')}`;
}

function columnType(column: Column, table: Table, enums: ReadonlyMap<string, string>): string {
  const single =
    allowedValues(column, table) ?? enums.get(column.base_type) ?? TYPES.get(column.base_type) ?? 'unknown';
  const type = column.is_array ? `${single.includes(' ') ? `(${single})` : single}[]` : single;
  return column.not_null || type === 'unknown' ? type : `${type} | null`;
}

/** Returns the values in a check like `status IN ('OPEN', 'CLOSED')`, as PostgreSQL stores it. */
function allowedValues({ name, base_type, is_array }: Column, table: Table): string | undefined {
  if (base_type !== 'text' || is_array) return undefined;
  const form = new RegExp(`^CHECK \\(\\(${name} = ANY \\(ARRAY\\[(.+)\\]\\)\\)\\)$`);
  for (const { definition } of table.constraints) {
    const list = form.exec(definition)?.[1];
    if (list !== undefined)
      return union([...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(match => match[1] ?? ''));
  }
  return undefined;
}

function union(words: readonly string[]): string {
  return words.map(word => `'${word.replaceAll("''", "\\'")}'`).join(' | ');
}

function rowName(table: string): string {
  const words = table.split('_').map(word => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Row`;
}
