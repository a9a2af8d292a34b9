/**
 * Job: closes and sends statements, and sends reminders, on the days that the operator has set. It calls the operations
 * that the dialogs of the dashboard call, so the same partners get the same emails.
 */
import {
  decideReminder,
  decideStatement,
  isOnItsWay,
  type MailExclusion,
  type MailStatement,
  overdueStatement,
} from '@serai/contract/billing/mail-plan.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { JobKinds, JobResult, RunningJob } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { dateInZone } from '../../platform/time/zoned-time.ts';
import { databaseNow } from '../ledger/ledger-store.ts';
import { SCHEDULE_ACTOR } from '../statements/statement-mail-store.ts';
import { getRecipient } from '../statements/statement-store.ts';
import { OperationCalls, type ScheduleParts } from './operation-calls.ts';
import { nextRun, type ReminderRule, reminderDay, type StatementRule } from './schedule-days.ts';
import {
  endOldNotices,
  findLastRun,
  getSchedule,
  insertRun,
  type RunKind,
  replaceNotice,
  type ScheduledMail,
  type StoredRun,
} from './schedule-store.ts';
import { noticeText } from './schedule-view.ts';

const SCHEDULE = 'billing.schedule';
/** How soon a run starts after its day has come, and after a downtime. */
const PAUSE_MS = 60_000;
const EXPECTED_MS = 60_000;
const LIMIT_MS = 60 * 60_000;

export function scheduleJobs(parts: ScheduleParts): JobKinds {
  return {
    [SCHEDULE]: {
      expectedMs: EXPECTED_MS,
      limitMs: LIMIT_MS,
      serviceReason: 'Statements and reminders are sent to all partners.',
      run: job => runSchedule(parts, job),
    },
  };
}

/** Called at startup. From then on, each run plans the next. */
export function planSchedule(db: Database): Promise<void> {
  return enqueue(db, { kind: SCHEDULE, key: 'all', organisationId: null, delayMs: PAUSE_MS });
}

type Job = Pick<RunningJob, 'db' | 'signal'>;

/** While email is off, all runs wait. Any number of processes may run this concurrently. */
export async function runSchedule(parts: ScheduleParts, job: Job): Promise<JobResult> {
  const { db } = job;
  if (parts.sendMail !== undefined) {
    const { statementsDay, statementsSince, reminderDays, remindersSince } = await getSchedule(db);
    const today = dateInZone((await databaseNow(db)).getTime(), await parts.timeZone());
    if (statementsDay !== null && statementsSince !== null) {
      await sendStatements(parts, job, { day: statementsDay, since: statementsSince }, today);
    }
    if (reminderDays !== null && remindersSince !== null) {
      await sendReminders(parts, job, { days: reminderDays, since: remindersSince }, today);
    }
    await endOldNotices(db);
  }
  return { kind: 'AGAIN', delayMs: PAUSE_MS };
}

/** After a downtime, the missed months follow each other, the oldest first. */
async function sendStatements(
  parts: ScheduleParts,
  job: Job,
  rule: StatementRule,
  today: string,
): Promise<void> {
  const calls = new OperationCalls(parts, job.db);
  let last = (await findLastRun(job.db, 'STATEMENTS'))?.period;
  for (let run = nextRun(rule, last); run.on <= today; run = nextRun(rule, last)) {
    const { month } = run;
    const mails: ScheduledMail[] = [];
    for (const statement of await calls.listStatements(month)) {
      mails.push(await attempt(parts, job, statement, () => sendStatement(calls, job.db, statement)));
    }
    await finish(job.db, 'STATEMENTS', { period: month, runOn: today, mails });
    last = month;
  }
}

type Outcome = Pick<ScheduledMail, 'outcome' | 'reason' | 'problem'>;

const SENT: Outcome = { outcome: 'SENT', reason: null, problem: null };

function notIncluded(reason: MailExclusion): Outcome {
  return { outcome: 'NOT_INCLUDED', reason, problem: null };
}

async function sendStatement(
  calls: OperationCalls,
  db: Database,
  statement: MailStatement,
): Promise<Outcome> {
  const { partnerId, month } = statement;
  // An interrupted run has already sent it.
  if (isOnItsWay(statement.sent) && statement.sent.by === SCHEDULE_ACTOR) return SENT;
  const decision = decideStatement(statement, await meansOf(db, partnerId));
  if ('excluded' in decision) return notIncluded(decision.excluded);
  const { sent } = await calls.close(partnerId, month);
  if (decision.action === 'CLOSE') return notIncluded('NO_BILLING_EMAIL');
  if (isOnItsWay(sent) && sent.by !== SCHEDULE_ACTOR) return notIncluded('ALREADY_SENT');
  await calls.send(partnerId, month, 'STATEMENT');
  return SENT;
}

/** One run a day. A statement is reminded of once, by the schedule or by staff. */
async function sendReminders(
  parts: ScheduleParts,
  job: Job,
  rule: ReminderRule,
  today: string,
): Promise<void> {
  const last = await findLastRun(job.db, 'REMINDERS');
  if (last !== undefined && last.period >= today) return;
  const calls = new OperationCalls(parts, job.db);
  const timeZone = await parts.timeZone();
  const mails: ScheduledMail[] = [];
  for (const partnerId of await calls.listLatePartners()) {
    const reached = (await calls.listRecent(partnerId)).filter(
      ({ dueOn }) => dueOn !== null && reminderDay(dueOn, rule) <= today,
    );
    const statement = overdueStatement(reached);
    if (statement === undefined || !isOpenReminder(statement, rule, { today, timeZone })) continue;
    const mail = await attempt(parts, job, statement, () => remind(calls, job.db, statement));
    // A partner without an address is looked at every day, but reported once.
    const isKnown = last !== undefined && reminderDay(statement.dueOn ?? '', rule) <= last.period;
    if (mail.outcome !== 'NOT_INCLUDED' || !isKnown) mails.push(mail);
  }
  await finish(job.db, 'REMINDERS', { period: today, runOn: today, mails });
}

/** Whether nobody has reminded of it yet, except an interrupted run of the same day. */
function isOpenReminder(
  { dueOn, reminded }: MailStatement,
  rule: ReminderRule,
  { today, timeZone }: { today: string; timeZone: string },
): boolean {
  if (dueOn === null || reminderDay(dueOn, rule) <= rule.since) return false;
  if (reminded?.by === SCHEDULE_ACTOR) return dateInZone(Date.parse(reminded.at), timeZone) === today;
  return !isOnItsWay(reminded);
}

async function remind(
  calls: OperationCalls,
  db: Database,
  { partnerId, month, reminded }: MailStatement,
): Promise<Outcome> {
  if (reminded?.by === SCHEDULE_ACTOR) return SENT;
  const decision = decideReminder(await meansOf(db, partnerId));
  if ('excluded' in decision) return notIncluded(decision.excluded);
  await calls.send(partnerId, month, 'REMINDER');
  return SENT;
}

async function meansOf(db: Database, partnerId: string) {
  return { hasAddress: (await getRecipient(db, partnerId)).billingEmail !== null, canSend: true };
}

/** A failure concerns one partner. If the database fails, the run cannot be recorded either, and is made again. */
async function attempt(
  { log }: Pick<ScheduleParts, 'log'>,
  { signal }: Pick<Job, 'signal'>,
  { partnerId, partnerName, month }: MailStatement,
  act: () => Promise<Outcome>,
): Promise<ScheduledMail> {
  signal.throwIfAborted();
  const named = { partnerId, partnerName, month };
  try {
    return { ...named, ...(await act()) };
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error, partner: partnerId, month }, 'a scheduled email could not be prepared');
    const problem = error instanceof ApiError ? error.message : 'An unexpected error occurred. See the log.';
    return { ...named, outcome: 'FAILED', reason: null, problem };
  }
}

async function finish(db: Database, kind: RunKind, run: Omit<StoredRun, 'finishedAt'>): Promise<void> {
  await inTransaction(db, async tx => {
    if (await insertRun(tx, kind, run)) await replaceNotice(tx, kind, run.period, noticeText(kind, run));
  });
}
