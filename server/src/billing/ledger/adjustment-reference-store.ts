/** References of adjustments, so that entering one twice records it once. */
import type { Database } from '../../platform/database/connect.ts';
import type { LedgerScope } from './ledger-store.ts';

/** Returns false if an adjustment already has this reference. Waits for transactions that are recording the same one. */
export async function insertReference(
  tx: Database,
  { organisationId, environment }: LedgerScope,
  externalReference: string,
  postingId: string,
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO adjustment_reference (organisation_id, environment, external_reference, posting_id, recorded_at)
    VALUES (${organisationId}, ${environment}, ${externalReference}, ${postingId}, serai_now())
    ON CONFLICT (organisation_id, environment, external_reference) DO NOTHING`;
  return count === 1;
}

export interface RecordedAdjustment {
  postingId: string;
  recordedAt: Date;
}

export async function getAdjustment(
  db: Database,
  { organisationId, environment }: LedgerScope,
  externalReference: string,
): Promise<RecordedAdjustment> {
  const [row] = await db<RecordedAdjustment[]>`
    SELECT posting_id AS "postingId", recorded_at AS "recordedAt" FROM adjustment_reference
    WHERE organisation_id = ${organisationId} AND environment = ${environment}
      AND external_reference = ${externalReference}`;
  if (!row) throw new Error(`adjustment ${externalReference} does not exist`);
  return row;
}
