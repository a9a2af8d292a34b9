/**
 * The partner that an operator token selected with the deprecated `organisations/select`. Selecting the operator clears
 * it.
 */
import type { Database } from '../../platform/database/connect.ts';

export async function findSelection(db: Database, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await db<{ organisation_id: string }[]>`
    SELECT s.organisation_id FROM operator_token_selection s JOIN organisation o ON o.id = s.organisation_id
    WHERE s.token_hash = ${tokenHash} AND o.kind = 'PARTNER'`;
  return row?.organisation_id;
}

export async function saveSelection(tx: Database, tokenHash: Buffer, organisationId: string): Promise<void> {
  await tx`
    INSERT INTO operator_token_selection (token_hash, organisation_id) VALUES (${tokenHash}, ${organisationId})
    ON CONFLICT (token_hash) DO UPDATE SET organisation_id = excluded.organisation_id`;
}
