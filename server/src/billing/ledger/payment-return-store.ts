/** Payments that the bank took back. */
import type { Database } from '../../platform/database/connect.ts';
import type { StoredEntry } from './entry-list-store.ts';
import type { LedgerScope } from './ledger-store.ts';

interface NewReturn {
  payment: Pick<StoredEntry, 'posting_id' | 'external_reference'>;
  returnId: string;
  returnedOn: string;
}

/** Returns false if the payment has already been returned. Waits for a transaction that is returning it. */
export async function insertReturn(
  tx: Database,
  { organisationId, environment }: LedgerScope,
  { payment, returnId, returnedOn }: NewReturn,
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO payment_return (organisation_id, environment, external_reference, payment_id, return_id, returned_on, recorded_at)
    VALUES (${organisationId}, ${environment}, ${payment.external_reference}, ${payment.posting_id}, ${returnId},
      ${returnedOn}::text::date, serai_now())
    ON CONFLICT (organisation_id, environment, external_reference) DO NOTHING`;
  return count === 1;
}

/** The posting that reverses a payment, and when it was recorded. */
export async function getReturn(
  db: Database,
  { organisationId, environment }: LedgerScope,
  externalReference: string,
): Promise<{ returnId: string; recordedAt: Date }> {
  const [row] = await db<{ returnId: string; recordedAt: Date }[]>`
    SELECT return_id AS "returnId", recorded_at AS "recordedAt" FROM payment_return
    WHERE organisation_id = ${organisationId} AND environment = ${environment}
      AND external_reference = ${externalReference}`;
  if (!row) throw new Error(`payment ${externalReference} was not returned`);
  return row;
}
