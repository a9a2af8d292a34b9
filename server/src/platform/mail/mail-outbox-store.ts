/**
 * Emails that are waiting to be sent. Their content is encrypted, and is deleted once they have been sent or have
 * failed permanently.
 */
import { hash } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import { newId } from '../ids/ids.ts';
import type { Seal } from '../secrets/seal.ts';
import type { Mail } from './mail.ts';

const PURPOSE = 'mail';

/**
 * Has no effect if an email with this key already exists. Requires no permission to read the table. Keys contain
 * addresses and are kept longer than the email, so only their hash is stored.
 */
export async function insertMail(tx: Database, seal: Seal, mail: Mail): Promise<void> {
  const sealed = seal.seal(PURPOSE, Buffer.from(JSON.stringify(mail)));
  const key = hash('sha256', mail.key, 'base64url');
  await tx`
    INSERT INTO mail_outbox (mail_id, key, kind, sealed) VALUES (${newId('mal')}, ${key}, ${mail.kind}, ${sealed})
    ON CONFLICT DO NOTHING`;
}

/** The number of attempts changes with each claim, so it identifies the claim. */
interface ClaimedMail {
  mailId: string;
  attempts: number;
}

export interface WaitingMail extends ClaimedMail {
  kind: string;
  ageMs: number;
  /** Undefined if the email was encrypted with another master key. */
  mail: Mail | undefined;
}

interface WaitingRow {
  mail_id: string;
  kind: string;
  attempts: number;
  age_ms: number;
  sealed: Buffer;
}

/** Claims due emails. Until the lease expires, no other process can claim them. */
export async function takeDueMails(
  db: Database,
  seal: Seal,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<WaitingMail[]> {
  const rows = await db<WaitingRow[]>`
    UPDATE mail_outbox SET next_attempt_at = serai_now() + ${leaseMs}::float8 * interval '1 millisecond',
      attempts = attempts + 1
    WHERE mail_id IN (
      SELECT mail_id FROM mail_outbox WHERE next_attempt_at <= serai_now()
      ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING mail_id, kind, attempts, sealed,
      (extract(epoch FROM serai_now() - created_at) * 1000)::float8 AS age_ms`;
  return rows.map(({ mail_id: mailId, kind, attempts, age_ms: ageMs, sealed }) => ({
    mailId,
    kind,
    attempts,
    ageMs,
    mail: opened(seal, sealed),
  }));
}

function opened(seal: Seal, sealed: Buffer): Mail | undefined {
  try {
    return JSON.parse(seal.open(PURPOSE, sealed).toString()) as Mail;
  } catch {
    return undefined;
  }
}

export async function markSent(db: Database, mailId: string): Promise<void> {
  await db`
    UPDATE mail_outbox SET sent_at = serai_now(), next_attempt_at = NULL, sealed = NULL, last_error = NULL
    WHERE mail_id = ${mailId}`;
}

/**
 * Renews the claim of an email and locks it until the end of the transaction. Returns false if another process has
 * claimed it since then.
 */
export async function holdMail(
  tx: Database,
  { mailId, attempts }: ClaimedMail,
  leaseMs: number,
): Promise<boolean> {
  const rows = await tx`
    UPDATE mail_outbox SET next_attempt_at = serai_now() + ${leaseMs}::float8 * interval '1 millisecond'
    WHERE mail_id = ${mailId} AND attempts = ${attempts} AND next_attempt_at IS NOT NULL RETURNING mail_id`;
  return rows.length > 0;
}

/** Returns false, without any effect, if another process has claimed the email after the lease expired. */
export async function markFailed(
  db: Database,
  { mailId, attempts }: ClaimedMail,
  { error, delayMs }: { error: string; delayMs: number },
): Promise<boolean> {
  const rows = await db`
    UPDATE mail_outbox SET last_error = ${error},
      next_attempt_at = serai_now() + ${delayMs}::float8 * interval '1 millisecond'
    WHERE mail_id = ${mailId} AND attempts = ${attempts} AND next_attempt_at IS NOT NULL RETURNING mail_id`;
  return rows.length > 0;
}

/** Returns false, without any effect, if another process has claimed the email after the lease expired. */
export async function markGivenUp(
  tx: Database,
  { mailId, attempts }: ClaimedMail,
  error: string,
): Promise<boolean> {
  const rows = await tx`
    UPDATE mail_outbox SET gave_up_at = serai_now(), next_attempt_at = NULL, sealed = NULL, last_error = ${error}
    WHERE mail_id = ${mailId} AND attempts = ${attempts} AND next_attempt_at IS NOT NULL RETURNING mail_id`;
  return rows.length > 0;
}

/** Deletes old rows, which are needed only to prevent duplicate emails. */
export async function deleteOldMails(db: Database, afterDays: number): Promise<void> {
  await db`
    DELETE FROM mail_outbox
    WHERE next_attempt_at IS NULL AND created_at < serai_now() - ${afterDays}::float8 * interval '1 day'`;
}

export async function deleteMail(db: Database, mailId: string): Promise<void> {
  await db`DELETE FROM mail_outbox WHERE mail_id = ${mailId}`;
}
