/** One-time links, kept as the hash of their token until they expire. */
import type { Role } from '@serai/contract/operator-operation.ts';
import type { Database } from '../platform/database/connect.ts';

export interface NewLink {
  tokenHash: Buffer;
  organisationId: string;
  role: Role;
  nowMs: number;
  expiresAtMs: number;
}

export async function insertLink(db: Database, link: NewLink): Promise<void> {
  const { tokenHash, organisationId, role, nowMs, expiresAtMs } = link;
  await db`
    INSERT INTO sign_in_link (token_hash, organisation_id, role, created_at, expires_at)
    VALUES (${tokenHash}, ${organisationId}, ${role}, ${new Date(nowMs)}, ${new Date(expiresAtMs)})`;
}

/** Uses the link up. Of any number that try at once one gets it: the others wait for its row and find it used. */
export async function takeLink(
  tx: Database,
  tokenHash: Buffer,
  nowMs: number,
): Promise<{ organisationId: string; role: Role } | undefined> {
  const now = new Date(nowMs);
  const [row] = await tx<{ organisation_id: string; role: Role }[]>`
    UPDATE sign_in_link SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${now}
    RETURNING organisation_id, role`;
  return row && { organisationId: row.organisation_id, role: row.role };
}

export async function deleteExpiredLinks(db: Database, nowMs: number): Promise<void> {
  await db`DELETE FROM sign_in_link WHERE expires_at <= ${new Date(nowMs)}`;
}
