/** Sessions of signed-in people, kept as the hash of their token. */
import type { Role } from '@serai/contract/operator-operation.ts';
import type { Database } from '../platform/database/connect.ts';
import type { OperatorSessionRow } from '../platform/database/generated/tables.ts';

export const SESSION_IDLE_MS = 30 * 60_000;
export const SESSION_ABSOLUTE_MS = 12 * 3_600_000;

export interface NewSession {
  tokenHash: Buffer;
  organisationId: string;
  actor: string;
  role: Role;
  nowMs: number;
}

export interface LiveSession {
  organisationId: string;
  actor: string;
  role: Role;
  seenAtMs: number;
  endsAtMs: number;
}

type SessionRow = Omit<OperatorSessionRow, 'token_hash' | 'created_at'>;

/** Answers when it ends at the latest. */
export async function insertSession(tx: Database, session: NewSession): Promise<number> {
  const { tokenHash, organisationId, actor, role, nowMs } = session;
  const now = new Date(nowMs);
  const endsAtMs = nowMs + SESSION_ABSOLUTE_MS;
  await tx`
    INSERT INTO operator_session (token_hash, organisation_id, actor, role, created_at, seen_at, expires_at)
    VALUES (${tokenHash}, ${organisationId}, ${actor}, ${role}, ${now}, ${now}, ${new Date(endsAtMs)})`;
  return endsAtMs;
}

export async function findLiveSession(
  db: Database,
  tokenHash: Buffer,
  nowMs: number,
): Promise<LiveSession | undefined> {
  const [row] = await db<SessionRow[]>`
    SELECT organisation_id, actor, role, seen_at, expires_at
    FROM operator_session
    WHERE token_hash = ${tokenHash}
      AND expires_at > ${new Date(nowMs)}
      AND seen_at > ${new Date(nowMs - SESSION_IDLE_MS)}`;
  if (row === undefined) return undefined;
  return {
    organisationId: row.organisation_id,
    actor: row.actor,
    role: row.role,
    seenAtMs: row.seen_at.getTime(),
    endsAtMs: row.expires_at.getTime(),
  };
}

export async function touchSession(db: Database, tokenHash: Buffer, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await db`UPDATE operator_session SET seen_at = ${now} WHERE token_hash = ${tokenHash} AND seen_at < ${now}`;
}

/** Whether there was one. */
export async function deleteSession(db: Database, tokenHash: Buffer): Promise<boolean> {
  const { count } = await db`DELETE FROM operator_session WHERE token_hash = ${tokenHash}`;
  return count > 0;
}

export async function deleteEndedSessions(db: Database, nowMs: number): Promise<void> {
  await db`
    DELETE FROM operator_session
    WHERE expires_at <= ${new Date(nowMs)} OR seen_at <= ${new Date(nowMs - SESSION_IDLE_MS)}`;
}
