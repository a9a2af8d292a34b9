/** Finds the partners that a bank file names. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { LedgerScope } from '../ledger/ledger-store.ts';

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

/**
 * Only one import runs at a time, so imports cannot deadlock or record one ID for two partners. An import of 1,000 rows
 * takes about a second, so the others wait longer than a statement usually may.
 */
export async function lockImports(tx: Database, environment: Environment): Promise<void> {
  await tx`SELECT set_config('lock_timeout', '20s', true), set_config('statement_timeout', '20s', true)`;
  await tx`SELECT pg_advisory_xact_lock(hashtext(${`serai payment imports ${environment}`}))`;
}

interface WantedPayment {
  scope: LedgerScope;
  externalReference: string;
}

/** Other partners with payments of these references that were not returned. At most one for each reference. */
export async function listOtherPayers(
  db: Database,
  environment: Environment,
  payments: readonly WantedPayment[],
): Promise<(Payer & { reference: string })[]> {
  const references = payments.map(({ externalReference }) => externalReference);
  const partnerIds = payments.map(({ scope }) => scope.organisationId);
  return await db<(Payer & { reference: string })[]>`
    SELECT DISTINCT ON (reference) reference, id AS "partnerId", name AS "partnerName"
    FROM unnest(${references}::text[], ${partnerIds}::text[]) AS wanted (reference, partner_id)
    JOIN ledger_entry AS paid ON paid.external_reference = reference AND paid.organisation_id <> partner_id
    JOIN organisation ON id = paid.organisation_id
    WHERE paid.environment = ${environment} AND paid.external_reference IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM payment_return AS returned
        WHERE returned.organisation_id = paid.organisation_id AND returned.environment = paid.environment
          AND returned.external_reference = paid.external_reference)
    ORDER BY reference, id LIMIT ${references.length}`;
}
