/** One-time tokens of people who forgot their password, stored as hashes. */
import type { Database } from '../../platform/database/connect.ts';

interface NewReset {
  personId: string;
  tokenHash: Buffer;
  nowMs: number;
  expiresAtMs: number;
}

export async function insertReset(tx: Database, reset: NewReset): Promise<void> {
  const { personId, tokenHash, nowMs, expiresAtMs } = reset;
  await tx`DELETE FROM password_reset WHERE expires_at <= ${new Date(nowMs)}`;
  await tx`
    INSERT INTO password_reset (token_hash, person_id, expires_at)
    VALUES (${tokenHash}, ${personId}, ${new Date(expiresAtMs)})`;
}

/** Finds the person without using up the token. */
export async function findReset(db: Database, tokenHash: Buffer, nowMs: number): Promise<string | undefined> {
  const [row] = await db<{ person_id: string }[]>`
    SELECT person_id FROM password_reset WHERE token_hash = ${tokenHash} AND expires_at > ${new Date(nowMs)}`;
  return row?.person_id;
}

/** Uses up the token and all other tokens of the person. Only one of several concurrent attempts succeeds. */
export async function takeReset(tx: Database, tokenHash: Buffer, nowMs: number): Promise<string | undefined> {
  const [row] = await tx<{ person_id: string }[]>`
    DELETE FROM password_reset WHERE token_hash = ${tokenHash} AND expires_at > ${new Date(nowMs)}
    RETURNING person_id`;
  if (row === undefined) return undefined;
  await tx`DELETE FROM password_reset WHERE person_id = ${row.person_id}`;
  return row.person_id;
}

export async function findPersonId(db: Database, email: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`SELECT id FROM person WHERE email = ${email}`;
  return row?.id;
}
