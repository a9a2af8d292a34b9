/** What is sent automatically, and what the runs did. */
import type { BillingSchedule } from '@serai/contract/account/billing-schedule.ts';
import type { showSchedule } from '@serai/contract/billing/schedule.ts';
import type { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import type { ReminderRule } from './schedule-days.ts';

export interface StoredSchedule extends BillingSchedule {
  /** When the rules were turned on. Null if they are off. */
  statementsSince: string | null;
  remindersSince: string | null;
}

export async function getSchedule(db: Database): Promise<StoredSchedule> {
  const [row] = await db<StoredSchedule[]>`
    SELECT statements_day AS "statementsDay", statements_since::text AS "statementsSince",
      reminder_days AS "reminderDays", reminders_since::text AS "remindersSince"
    FROM organisation WHERE kind = 'OPERATOR'`;
  return row ?? { statementsDay: null, statementsSince: null, reminderDays: null, remindersSince: null };
}

/** For callers in a transaction, which must not take a second connection to read the settings of the operator. */
export async function getTimeZone(tx: Database): Promise<string> {
  const [row] = await tx<{ timeZone: string }[]>`
    SELECT time_zone AS "timeZone" FROM organisation WHERE kind = 'OPERATOR'`;
  return row?.timeZone ?? 'UTC';
}

export type RunKind = 'STATEMENTS' | 'REMINDERS';

type ShownRun = NonNullable<z.output<typeof showSchedule.output>['statements']>;

/** The outcome for one partner. Runs of an earlier version did not record which statements were never sent. */
export type ScheduledMail = Omit<ShownRun['partners'][number], 'neverSent' | 'failure'> &
  Partial<Pick<ShownRun['partners'][number], 'neverSent'>>;

export interface StoredRun {
  /** The month of the statements, or the day of the reminders. */
  period: string;
  runOn: string;
  finishedAt: Date;
  mails: ScheduledMail[];
}

/** The run with the latest period. `withMails` ignores runs in which nothing was due. */
export async function findLastRun(
  db: Database,
  kind: RunKind,
  { withMails = false } = {},
): Promise<StoredRun | undefined> {
  const [row] = await db<StoredRun[]>`
    SELECT period, run_on::text AS "runOn", finished_at AS "finishedAt", mails FROM billing_run
    WHERE kind = ${kind} ${withMails ? db`AND jsonb_array_length(mails) > 0` : db``}
    ORDER BY period DESC LIMIT 1`;
  return row;
}

/** Returns the day on which the run was first tried, which is today if it was not tried yet. */
export async function startRun(db: Database, kind: RunKind, period: string, today: string): Promise<string> {
  await db`
    INSERT INTO billing_run_start (kind, period, started_on) VALUES (${kind}, ${period}, ${today}::text::date)
    ON CONFLICT (kind, period) DO NOTHING`;
  const [row] = await db<{ startedOn: string }[]>`
    SELECT started_on::text AS "startedOn" FROM billing_run_start WHERE kind = ${kind} AND period = ${period}`;
  return row?.startedOn ?? today;
}

/**
 * The last runs in which something was due, the latest first. Many runs for reminders can follow the last run for
 * statements, so that one is always included. There is about one row a day, so no index is needed.
 */
export async function listLastRuns(
  db: Database,
  limit: number,
  { withEarlierStatements = true } = {},
): Promise<(StoredRun & { kind: RunKind })[]> {
  return await db<(StoredRun & { kind: RunKind })[]>`
    SELECT kind, period, run_on::text AS "runOn", finished_at AS "finishedAt", mails
    FROM (
      SELECT *, row_number() OVER (ORDER BY finished_at DESC, kind, period DESC) AS place,
        kind = 'STATEMENTS' AND row_number() OVER (PARTITION BY kind ORDER BY finished_at DESC, period DESC) = 1
          AS is_last_statements
      FROM billing_run WHERE kind = 'STATEMENTS' OR jsonb_array_length(mails) > 0
    ) AS run
    WHERE is_last_statements OR place <= ${limit} ${withEarlierStatements ? db`` : db`AND kind = 'REMINDERS'`}
    ORDER BY finished_at DESC, kind, period DESC LIMIT ${limit + 1}`;
}

/** Returns false if another process has made the same run. */
export async function insertRun(
  tx: Database,
  kind: RunKind,
  { period, runOn, mails }: Omit<StoredRun, 'finishedAt'>,
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO billing_run (kind, period, run_on, finished_at, mails)
    VALUES (${kind}, ${period}, ${runOn}::text::date, serai_now(), ${tx.json(mails)})
    ON CONFLICT (kind, period) DO NOTHING`;
  return count === 1;
}

/** Whether a run has reported an outcome for the reminder of this statement. */
export async function hasListed(
  db: Database,
  { partnerId, month }: Pick<ScheduledMail, 'partnerId' | 'month'>,
): Promise<boolean> {
  const { count } = await db`
    SELECT FROM billing_run WHERE kind = 'REMINDERS' AND mails @> ${db.json([{ partnerId, month }])}::jsonb LIMIT 1`;
  return count > 0;
}

/** The newest statement of the partner whose reminder day has come, whether or not it was paid. Reads no entries. */
export async function findReminderMonth(
  db: Database,
  partnerId: string,
  { days, since }: ReminderRule,
  today: string,
): Promise<Pick<ScheduledMail, 'partnerId' | 'partnerName' | 'month'> | undefined> {
  const [row] = await db<Pick<ScheduledMail, 'partnerId' | 'partnerName' | 'month'>[]>`
    SELECT organisation_id AS "partnerId", name AS "partnerName", month
    FROM statement JOIN organisation ON id = organisation_id
    WHERE organisation_id = ${partnerId} AND environment = 'production'
      AND due_on + ${days}::int > ${since}::text::date AND due_on + ${days}::int <= ${today}::text::date
    ORDER BY month DESC LIMIT 1`;
  return row;
}

export interface ClosedMonth {
  statementId: string;
  partnerId: string;
  month: string;
}

/** The closed production statements of these partners and months. */
export async function listClosedMonths(
  db: Database,
  mails: readonly Pick<ScheduledMail, 'partnerId' | 'month'>[],
): Promise<ClosedMonth[]> {
  if (mails.length === 0) return [];
  return await db<ClosedMonth[]>`
    SELECT DISTINCT statement_id AS "statementId", organisation_id AS "partnerId", statement.month
    FROM unnest(${mails.map(each => each.partnerId)}::text[], ${mails.map(each => each.month)}::text[])
      AS wanted (partner_id, month)
    JOIN statement ON statement.organisation_id = partner_id AND statement.month = wanted.month
      AND environment = 'production'
    ORDER BY statement_id LIMIT ${mails.length}`;
}

const KIND = 'billing.schedule_failed';
const SUBJECTS: Readonly<Record<RunKind, string>> = { STATEMENTS: 'statements', REMINDERS: 'reminders' };

/** Replaces the notice about the run before. A run without failures only ends it. */
export async function replaceNotice(
  tx: Database,
  kind: RunKind,
  period: string,
  text: string | undefined,
): Promise<void> {
  const subjectId = SUBJECTS[kind];
  await tx`
    UPDATE notice SET ended_at = serai_now()
    WHERE subject_id = ${subjectId} AND kind = ${KIND} AND ended_at IS NULL`;
  if (text !== undefined) await insertNotice(tx, kind, period, text);
}

/** Does nothing if this notice already exists. */
export async function insertNotice(tx: Database, kind: RunKind, period: string, text: string): Promise<void> {
  const subjectId = SUBJECTS[kind];
  await tx`
    INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at)
    SELECT ${`ntc_schedule_${subjectId}_${period}`}, id, 'production', ${KIND}, ${subjectId}, ${text},
      date_trunc('milliseconds', serai_now())
    FROM organisation WHERE kind = 'OPERATOR'
    ON CONFLICT (notice_id) DO NOTHING`;
}

const NOTICE_DAYS = 7;

export async function endOldNotices(db: Database): Promise<void> {
  await db`
    UPDATE notice SET ended_at = serai_now()
    WHERE subject_id = ANY (${Object.values(SUBJECTS)}::text[]) AND kind = ${KIND} AND ended_at IS NULL
      AND at < serai_now() - make_interval(days => ${NOTICE_DAYS})`;
}
