/** Prints a catalogue as SQL, for reviews only. Databases are created by the migrations. */
import { GENERATED_NOTICE } from '../generated-file.ts';
import type { Catalogue, Column, Grant, Policy, Table } from './catalogue.ts';

export function printSchema({ extensions, enums, tables, views, routines }: Catalogue): string {
  const blocks = [
    `-- ${GENERATED_NOTICE}\n-- The database after all migrations, table by table.`,
    ...extensions.map(name => `CREATE EXTENSION ${name};`),
    ...enums.map(({ name, labels }) => `CREATE TYPE ${name} AS ENUM (${labels.map(literal).join(', ')});`),
    ...tables.map(printTable),
    ...views.map(({ name, definition, options, grants }) =>
      lines(
        `CREATE VIEW ${name}${options.length > 0 ? ` WITH (${options.join(', ')})` : ''} AS\n${definition}`,
        ...grants.map(grant => printGrant(grant, name)),
      ),
    ),
    ...routines.map(({ signature, definition, grants }) =>
      lines(`${definition.trimEnd()};`, ...grants.map(grant => printGrant(grant, `FUNCTION ${signature}`))),
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function printTable(table: Table): string {
  const { name, comment, columns, constraints, indexes, triggers, policies, grants } = table;
  return lines(
    comment === null ? '' : `-- ${comment.replaceAll('\n', '\n-- ')}`,
    table.partition_of === null
      ? `CREATE TABLE ${name} (\n  ${[...columns.map(printColumn), ...constraints.map(printConstraint)].join(',\n  ')}\n)${
          table.partition_key === null ? '' : ` PARTITION BY ${table.partition_key}`
        };`
      : `CREATE TABLE ${name} PARTITION OF ${table.partition_of} ${table.partition_bound};`,
    ...indexes.map(({ definition }) => `${definition.replaceAll('public.', '')};`),
    table.row_security ? `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;` : '',
    table.forced_row_security ? `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;` : '',
    ...policies.map(policy => printPolicy(policy, name)),
    ...triggers.map(({ definition }) => `${definition.replaceAll('public.', '')};`),
    ...grants.map(grant => printGrant(grant, name)),
  );
}

function printColumn({ name, type, not_null, default_value, identity, generated }: Column): string {
  const value =
    generated !== ''
      ? ` GENERATED ALWAYS AS (${default_value}) ${generated === 's' ? 'STORED' : 'VIRTUAL'}`
      : identity !== ''
        ? ` GENERATED ${identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`
        : default_value === null
          ? ''
          : ` DEFAULT ${default_value}`;
  return `${name} ${type}${not_null ? ' NOT NULL' : ''}${value}`;
}

function printConstraint({ name, definition }: { name: string; definition: string }): string {
  return `CONSTRAINT ${name} ${definition}`;
}

function printPolicy(policy: Policy, table: string): string {
  const parts = [
    `CREATE POLICY ${policy.name} ON ${table}`,
    policy.permissive === 'RESTRICTIVE' ? 'AS RESTRICTIVE' : '',
    policy.command === 'ALL' ? '' : `FOR ${policy.command}`,
    `TO ${policy.roles.join(', ')}`,
    policy.using_expression === null ? '' : `\n  USING (${policy.using_expression})`,
    policy.check_expression === null ? '' : `\n  WITH CHECK (${policy.check_expression})`,
  ];
  return `${parts.filter(Boolean).join(' ').replaceAll(' \n', '\n')};`;
}

function printGrant({ grantee, privileges }: Grant, object: string): string {
  return `GRANT ${privileges.join(', ')} ON ${object} TO ${grantee};`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function lines(...parts: string[]): string {
  return parts.filter(Boolean).join('\n');
}
