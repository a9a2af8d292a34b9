/** Emails about closed statements: who sent which of them where, and what became of them. */
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
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
  /** When the last attempt failed, and when the next one follows. Null unless the email is being retried. */
  triedAt: Date | null;
  retryAt: Date | null;
  /** What the mail server said. */
  response: string | null;
}

type NewStatementMail = Pick<StatementMail, 'kind' | 'address' | 'askedBy'>;

const KINDS = 2;
const KEY = 'statement-mail';

/** One of the statements that an email is about, with the number of the email among all of the statement. */
interface MailedStatement {
  statementId: string;
  number: number;
}

/** Identifies the email in the outbox. */
export function statementMailKey(statements: readonly MailedStatement[]): string {
  return [KEY, ...statements.map(({ statementId, number }) => `${statementId}/${number}`)].join('/');
}

/** Empty for other emails. */
function mailedStatements(key: string): MailedStatement[] {
  const [kind, ...rest] = key.split('/');
  if (kind !== KEY) return [];
  return rest.flatMap((statementId, at) =>
    at % 2 === 0 ? { statementId, number: Number(rest[at + 1]) } : [],
  );
}

/** The actor of emails and closings that no person asked for. */
export const SCHEDULE_ACTOR = 'schedule';

/** Emails are retried for three days. Later, an email without an outcome is lost, for example because a backup was restored. */
const LOST_AFTER_DAYS = 4;

/**
 * The last email of each kind about each of these closed statements. `scheduledUntil` ignores emails that the schedule sent
 * later.
 */
export async function listLastMails(
  db: Database,
  ids: readonly string[],
  scheduledUntil?: Date,
): Promise<StatementMail[]> {
  if (ids.length === 0) return [];
  const isCounted =
    scheduledUntil === undefined
      ? db`true`
      : db`(asked_by <> ${SCHEDULE_ACTOR} OR date_trunc('milliseconds', asked_at) <= ${scheduledUntil})`;
  return await db<StatementMail[]>`
    SELECT DISTINCT ON (statement_id, kind) statement_id AS "statementId", kind, address, asked_at AS "askedAt",
      asked_by AS "askedBy", sent_at AS "sentAt", tried_at AS "triedAt", retry_at AS "retryAt", response,
      CASE WHEN sent_at IS NULL AND asked_at < serai_now() - make_interval(days => ${LOST_AFTER_DAYS})
        THEN coalesce(failed_at, asked_at + make_interval(days => ${LOST_AFTER_DAYS})) ELSE failed_at END AS "failedAt"
    FROM statement_mail WHERE statement_id = ANY (${ids}::text[]) AND ${isCounted}
    ORDER BY statement_id, kind, number DESC LIMIT ${ids.length * KINDS}`;
}

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
  mail: NewStatementMail,
): Promise<number | undefined> {
  return await insertNumbered(tx, statement, mail, justSent(tx, statement, mail));
}

/**
 * For another statement that the same email is about, however often it was sent before. Callers begin with the newest
 * statement, so that they wait for each other in the same order.
 */
export async function insertListedMail(
  tx: Database,
  statement: StoredStatement,
  mail: NewStatementMail,
): Promise<number> {
  return (await insertNumbered(tx, statement, mail, tx`false`)) as number;
}

async function insertNumbered(
  tx: Database,
  statement: StoredStatement,
  { kind, address, askedBy }: NewStatementMail,
  isExcluded: Statement,
): Promise<number | undefined> {
  const { statement_id: id, organisation_id: organisationId, environment } = statement;
  await tx`SELECT pg_advisory_xact_lock(hashtext(${`statement mail ${id}`}))`;
  const [row] = await tx<{ number: number }[]>`
    INSERT INTO statement_mail (statement_id, number, organisation_id, environment, kind, address, asked_at, asked_by)
    SELECT ${id}, 1 + (SELECT count(*) FROM statement_mail WHERE statement_id = ${id}), ${organisationId}, ${environment},
      ${kind}, ${address}, serai_now(), ${askedBy}
    WHERE NOT ${isExcluded}
    RETURNING number`;
  return row?.number;
}

function justSent(
  tx: Database,
  { statement_id: id }: StoredStatement,
  { kind, address, askedBy }: NewStatementMail,
): Statement {
  return tx`EXISTS (
    SELECT FROM statement_mail
    WHERE statement_id = ${id} AND kind = ${kind} AND (
      lower(address) = lower(${address}) AND failed_at IS NULL
        AND asked_at > serai_now() - make_interval(mins => ${REPEAT_MINUTES})
      OR ${askedBy === SCHEDULE_ACTOR} AND asked_by = ${SCHEDULE_ACTOR}))`;
}

/** Records whether an email about statements was sent, and the response of the mail server. Other emails are ignored. */
export async function settleStatementMail(
  tx: Database,
  { key }: Pick<Mail, 'key'>,
  outcome: MailOutcome,
  response: string,
): Promise<void> {
  const column = outcome === 'SENT' ? tx`sent_at` : tx`failed_at`;
  for (const { statementId, number } of mailedStatements(key)) {
    // If a job outlives its lease, another process may already have recorded the outcome.
    await tx`
      UPDATE statement_mail SET ${column} = serai_now(), response = ${response}, tried_at = NULL, retry_at = NULL
      WHERE statement_id = ${statementId} AND number = ${number} AND sent_at IS NULL AND failed_at IS NULL`;
  }
}

/** Records an attempt that failed, if the email is retried. */
export async function postponeStatementMail(
  tx: Database,
  { key }: Pick<Mail, 'key'>,
  { response, delayMs }: { response: string; delayMs: number },
): Promise<void> {
  for (const { statementId, number } of mailedStatements(key)) {
    await tx`
      UPDATE statement_mail SET response = ${response}, tried_at = serai_now(),
        retry_at = serai_now() + ${delayMs}::float8 * interval '1 millisecond'
      WHERE statement_id = ${statementId} AND number = ${number} AND sent_at IS NULL AND failed_at IS NULL`;
  }
}
