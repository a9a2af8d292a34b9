/** Emails about closed statements: who sent which of them where, and what became of them. */
import type { Database } from '../../platform/database/connect.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { MailOutcome } from '../../platform/mail/mail-jobs.ts';
import type { StoredStatement } from './statement-store.ts';

export interface StatementMail {
  statementId: string;
  kind: 'STATEMENT' | 'REMINDER';
  address: string;
  askedAt: Date;
  askedBy: string;
  /** When the mail server accepted the email. */
  sentAt: Date | null;
  /** When the email failed permanently. */
  failedAt: Date | null;
}

const KINDS = 2;
const KEY = 'statement-mail';

/** Identifies the email in the outbox. */
export function statementMailKey(statementId: string, number: number): string {
  return `${KEY}/${statementId}/${number}`;
}

/** Emails are retried for three days. Later, an email without an outcome is lost, for example because a backup was restored. */
const LOST_AFTER_DAYS = 4;

/** The last email of each kind about each of these closed statements. */
export async function listLastMails(db: Database, ids: readonly string[]): Promise<StatementMail[]> {
  if (ids.length === 0) return [];
  return await db<StatementMail[]>`
    SELECT DISTINCT ON (statement_id, kind) statement_id AS "statementId", kind, address, asked_at AS "askedAt",
      asked_by AS "askedBy", sent_at AS "sentAt",
      CASE WHEN sent_at IS NULL AND asked_at < serai_now() - make_interval(days => ${LOST_AFTER_DAYS})
        THEN coalesce(failed_at, serai_now()) ELSE failed_at END AS "failedAt"
    FROM statement_mail WHERE statement_id = ANY (${ids}::text[])
    ORDER BY statement_id, kind, number DESC LIMIT ${ids.length * KINDS}`;
}

/** The actor of emails and closings that no person asked for. */
export const SCHEDULE_ACTOR = 'schedule';

/** Whether the schedule has reminded of this statement, also if staff have repeated the reminder since then. */
export async function hasReminded(
  db: Database,
  { statementId }: { statementId: string | null },
): Promise<boolean> {
  const { count } = await db`
    SELECT FROM statement_mail
    WHERE statement_id = ${statementId} AND kind = 'REMINDER' AND asked_by = ${SCHEDULE_ACTOR} LIMIT 1`;
  return count > 0;
}

/** Another email of the same kind to the same address is sent only after this time, unless the last one failed. */
const REPEAT_MINUTES = 10;

/**
 * Returns the number of the email among all of the statement. Undefined if the same email was just sent, for example by a
 * second click. The schedule sends each kind only once. Calls about one statement wait for each other, so that this also
 * holds if they are concurrent.
 */
export async function insertStatementMail(
  tx: Database,
  statement: StoredStatement,
  { kind, address, askedBy }: Pick<StatementMail, 'kind' | 'address' | 'askedBy'>,
): Promise<number | undefined> {
  const { statement_id: id, organisation_id: organisationId, environment } = statement;
  await tx`SELECT pg_advisory_xact_lock(hashtext(${`statement mail ${id}`}))`;
  const [row] = await tx<{ number: number }[]>`
    INSERT INTO statement_mail (statement_id, number, organisation_id, environment, kind, address, asked_at, asked_by)
    SELECT ${id}, 1 + (SELECT count(*) FROM statement_mail WHERE statement_id = ${id}), ${organisationId}, ${environment},
      ${kind}, ${address}, serai_now(), ${askedBy}
    WHERE NOT EXISTS (
      SELECT FROM statement_mail
      WHERE statement_id = ${id} AND kind = ${kind} AND (
        lower(address) = lower(${address}) AND failed_at IS NULL
          AND asked_at > serai_now() - make_interval(mins => ${REPEAT_MINUTES})
        OR ${askedBy === SCHEDULE_ACTOR} AND asked_by = ${SCHEDULE_ACTOR}))
    RETURNING number`;
  return row?.number;
}

/** Records whether an email about a statement was sent. Other emails are ignored. */
export async function settleStatementMail(
  tx: Database,
  { key }: Pick<Mail, 'key'>,
  outcome: MailOutcome,
): Promise<void> {
  const [kind, statementId = '', number] = key.split('/');
  if (kind !== KEY) return;
  const column = outcome === 'SENT' ? tx`sent_at` : tx`failed_at`;
  // If a job outlives its lease, another process may already have recorded the outcome.
  await tx`
    UPDATE statement_mail SET ${column} = serai_now()
    WHERE statement_id = ${statementId} AND number = ${Number(number)} AND sent_at IS NULL AND failed_at IS NULL`;
}
