/** Finds the partners that a bank file names. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

export interface Payer {
  partnerId: string;
  partnerName: string;
}

/** The partners with these IDs or names. Of partners with the same name, two are listed. */
export async function listNamedPayers(
  db: Database,
  names: readonly string[],
): Promise<(Payer & { wanted: string })[]> {
  return await db<(Payer & { wanted: string })[]>`
    SELECT wanted.name AS wanted, found.id AS "partnerId", found.name AS "partnerName"
    FROM unnest(${names}::text[]) AS wanted (name), LATERAL (
      SELECT id, name FROM organisation
      WHERE kind = 'PARTNER' AND (id = wanted.name OR name = wanted.name) ORDER BY id <> wanted.name, id LIMIT 2
    ) AS found
    ORDER BY wanted.name, found.id <> wanted.name, found.id LIMIT ${names.length * 2}`;
}

/** The partners of the closed statements with these numbers. */
export async function listStatementPayers(
  db: Database,
  environment: Environment,
  numbers: readonly string[],
): Promise<(Payer & { number: string })[]> {
  return await db<(Payer & { number: string })[]>`
    SELECT number, organisation_id AS "partnerId", name AS "partnerName"
    FROM statement JOIN organisation ON id = organisation_id
    WHERE environment = ${environment} AND number = ANY (${numbers}::text[])
    ORDER BY number LIMIT ${numbers.length}`;
}
