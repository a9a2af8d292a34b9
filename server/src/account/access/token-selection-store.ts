/** The organisation in which an operator token acts. */
import type { Database } from '../../platform/database/connect.ts';

export async function findSelection(db: Database, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await db<{ organisation_id: string }[]>`
    SELECT organisation_id FROM operator_token_selection WHERE token_hash = ${tokenHash}`;
  return row?.organisation_id;
}

export async function saveSelection(tx: Database, tokenHash: Buffer, organisationId: string): Promise<void> {
  await tx`
    INSERT INTO operator_token_selection (token_hash, organisation_id) VALUES (${tokenHash}, ${organisationId})
    ON CONFLICT (token_hash) DO UPDATE SET organisation_id = excluded.organisation_id`;
}
