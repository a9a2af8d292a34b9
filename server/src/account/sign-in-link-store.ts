/** One-time links and invitations, stored as the hash of their token until they expire. */
import type { Role } from '@serai/contract/roles.ts';
import type { Database } from '../platform/database/connect.ts';

export interface NewLink {
  tokenHash: Buffer;
  organisationId: string;
  role: Role;
  /** The invited member. If set, the link is an invitation. */
  memberId?: string;
  nowMs: number;
  expiresAtMs: number;
}

export interface Link {
  organisationId: string;
  role: Role;
  memberId: string | undefined;
}

interface LinkRow {
  organisation_id: string;
  role: Role;
  member_id: string | null;
}

export async function insertLink(db: Database, link: NewLink): Promise<void> {
  const { tokenHash, organisationId, role, memberId, nowMs, expiresAtMs } = link;
  await db`
    INSERT INTO sign_in_link (token_hash, organisation_id, role, member_id, created_at, expires_at)
    VALUES (${tokenHash}, ${organisationId}, ${role}, ${memberId ?? null}, ${new Date(nowMs)},
            ${new Date(expiresAtMs)})`;
}

/** Finds a link that can still be used, without using it. */
export async function findLink(db: Database, tokenHash: Buffer, nowMs: number): Promise<Link | undefined> {
  const [row] = await db<LinkRow[]>`
    SELECT organisation_id, role, member_id FROM sign_in_link
    WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${new Date(nowMs)}`;
  return row && toLink(row);
}

/**
 * Uses the link. Only one of several concurrent attempts succeeds: the others wait for the row and find the link used.
 */
export async function takeLink(tx: Database, tokenHash: Buffer, nowMs: number): Promise<Link | undefined> {
  const now = new Date(nowMs);
  const [row] = await tx<LinkRow[]>`
    UPDATE sign_in_link SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${now}
    RETURNING organisation_id, role, member_id`;
  return row && toLink(row);
}

function toLink(row: LinkRow): Link {
  return { organisationId: row.organisation_id, role: row.role, memberId: row.member_id ?? undefined };
}

export async function deleteLinksOfMember(tx: Database, memberId: string): Promise<void> {
  await tx`DELETE FROM sign_in_link WHERE member_id = ${memberId}`;
}

export async function deleteExpiredLinks(db: Database, nowMs: number): Promise<void> {
  await db`DELETE FROM sign_in_link WHERE expires_at <= ${new Date(nowMs)}`;
}
