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
  neverSent,
  overdueStatement,
} from '@serai/contract/billing/mail-plan.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { every, type Repetition } from '../../platform/every.ts';
import type { JobKinds, JobResult, RunningJob } from '../../platform/jobs/job.ts';
import { enqueueIfMissing } from '../../platform/jobs/job-store.ts';
import type { Log } from '../../platform/log.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import { dateInZone } from '../../platform/time/zoned-time.ts';
import { todayIn } from '../ledger/ledger-store.ts';
import { hasReminded, listLastMails, SCHEDULE_ACTOR } from '../statements/statement-mail-store.ts';
import { getRecipient } from '../statements/statement-store.ts';
import { getRules, reportLateRuns } from './late-runs.ts';
import { OperationCalls, type ScheduleParts } from './operation-calls.ts';
import {
  nextReminderDay,
  nextRun,
  type ReminderRule,
  reminderDay,
  type StatementRule,
} from './schedule-days.ts';
import {
  endOldNotices,
  findLastRun,
  findReminderMonth,
  hasListed,
  insertRun,
  type RunKind,
  replaceNotice,
  type ScheduledMail,
  type StoredRun,
  startRun,
} from './schedule-store.ts';
import { failedMail, noticeText } from './schedule-view.ts';

const SCHEDULE = 'billing.schedule';
/** How soon a run starts after its day has come, and after a downtime. */
const PAUSE_MS = 60_000;
const EXPECTED_MS = 60_000;
const LIMIT_MS = 60 * 60_000;
const PLAN_PAUSE_MS = 60 * 60_000;
/** This time after the first try, partners with an error no longer keep later months waiting. */
const RETRY_DAYS = 7;

export function scheduleJobs(parts: ScheduleParts): JobKinds {
  return {
    [SCHEDULE]: {
      expectedMs: EXPECTED_MS,
      limitMs: LIMIT_MS,
      serviceReason: 'Statements and reminders are sent to all partners.',
      run: job => runSchedule(parts, job),
      // The job is planned again within an hour.
      onGivenUp: reportLateRuns,
    },
  };
}

/** Each run plans the next. If the job has failed permanently, it is planned again here. */
export async function startPlanningSchedule({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Log;
}): Promise<Repetition> {
  const plan = () =>
    enqueueIfMissing(db, { kind: SCHEDULE, key: 'all', organisationId: null, delayMs: PAUSE_MS });
  await plan();
  return every(clock, PLAN_PAUSE_MS, plan, err =>
    log.warn({ err }, 'planning automatic billing failed, will retry'),
  );
}

type Job = Pick<RunningJob, 'db' | 'signal'>;

/**
 * While email is off, all runs wait. Any number of processes may run this concurrently. Throws if a run is incomplete. It
 * is then repeated and skips what it has sent.
 */
export async function runSchedule(parts: ScheduleParts, job: Job): Promise<JobResult> {
  const { db } = job;
  if (parts.sendMail !== undefined) {
    const { statements, reminders } = await getRules(db);
    const today = await todayIn(db, await parts.timeZone());
    const runs = [
      async () => statements && (await sendStatements(parts, job, statements, today)),
      async () => reminders && (await sendReminders(parts, job, reminders, today)),
    ];
    await tryAll(parts, job, runs, run => run());
    await endOldNotices(db);
  }
  return { kind: 'AGAIN', delayMs: PAUSE_MS };
}

/** Continues after an error, and throws the first one at the end. */
async function tryAll<One>(
  { log }: Pick<ScheduleParts, 'log'>,
  { signal }: Pick<Job, 'signal'>,
  all: readonly One[],
  act: (one: One) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const one of all) {
    signal.throwIfAborted();
    try {
      await act(one);
    } catch (error) {
      signal.throwIfAborted();
      errors.push(error);
    }
  }
  signal.throwIfAborted();
  if (errors.length === 0) return;
  log.warn({ err: errors[0], errors: errors.length }, 'automatic billing is incomplete and will be repeated');
  throw errors[0];
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
    const startedOn = await startRun(job.db, 'STATEMENTS', month, today);
    const isLastTry = addDays(startedOn, RETRY_DAYS) < today;
    const mails: ScheduledMail[] = [];
    await tryAll(parts, job, await calls.listPartners(month), async ({ organisationId, name }) => {
      const outcome = await attempt(
        parts,
        () => sendStatement(calls, job.db, organisationId, month),
        isLastTry,
      );
      mails.push({
        partnerId: organisationId as MailStatement['partnerId'],
        partnerName: name,
        month,
        ...outcome,
      });
    });
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
  partnerId: string,
  month: string,
): Promise<Outcome> {
  const statement = await calls.show(partnerId, month);
  // An interrupted run has already sent it.
  if (isOnItsWay(statement.sent) && statement.sent.by === SCHEDULE_ACTOR) return SENT;
  const decision = decideStatement(statement, await meansOf(db, partnerId));
  if ('excluded' in decision) return notIncluded(decision.excluded);
  const { sent } = await calls.close(partnerId, month);
  if (decision.action === 'CLOSE') return notIncluded('NO_BILLING_EMAIL');
  if (isOnItsWay(sent) && sent.by !== SCHEDULE_ACTOR) return notIncluded('ALREADY_SENT');
  const { statement: asked, isNew } = await calls.send(partnerId, month, 'STATEMENT');
  return outcomeOf(asked.sent, isNew);
}

/** The last email, if this run has sent none. The schedule does not repeat its own email, even if it failed. */
function outcomeOf(last: MailStatement['sent'], isNew = false): Outcome {
  if (isNew || last === null) return SENT;
  if (last.state === 'FAILED') return failedMail(last.to);
  return last.by === SCHEDULE_ACTOR ? SENT : notIncluded('ALREADY_SENT');
}

/** One run a day. Each statement gets one reminder, from the schedule or from staff. */
async function sendReminders(
  parts: ScheduleParts,
  job: Job,
  rule: ReminderRule,
  today: string,
): Promise<void> {
  const last = await findLastRun(job.db, 'REMINDERS');
  if (last !== undefined && last.period >= today) return;
  const startedOn = await startRun(job.db, 'REMINDERS', nextReminderDay(rule, last?.period), today);
  const isLastTry = addDays(startedOn, RETRY_DAYS) < today;
  const calls = new OperationCalls(parts, job.db);
  const run = { calls, db: job.db, rule, today, last, timeZone: await parts.timeZone() };
  const mails: ScheduledMail[] = [];
  await tryAll(parts, job, await calls.listLatePartners(), async partnerId => {
    const due = await attempt(parts, () => findDue(run, partnerId), isLastTry);
    if (due === undefined) return;
    if ('outcome' in due) {
      const unread = await findReminderMonth(job.db, partnerId, rule, today);
      if (unread !== undefined) mails.push({ ...unread, ...due });
      return;
    }
    const { statement, recent } = due;
    const { partnerName, month } = statement;
    const outcome = await attempt(parts, () => remind(calls, job.db, statement), isLastTry);
    // A partner without an address is looked at every day, but reported once.
    if (outcome.outcome === 'NOT_INCLUDED' && (await hasListed(job.db, statement))) return;
    const unknown = outcome.outcome === 'SENT' ? await neverSentBefore(run, recent, month) : [];
    mails.push({
      partnerId: statement.partnerId,
      partnerName,
      month,
      ...outcome,
      neverSent: unknown.flatMap(({ number }) => number ?? []),
    });
  });
  await finish(job.db, 'REMINDERS', { period: today, runOn: today, mails });
}

interface ReminderRun {
  calls: OperationCalls;
  db: Database;
  rule: ReminderRule;
  today: string;
  /** The last finished run. */
  last: StoredRun | undefined;
  timeZone: string;
}

/** The statement of which this partner is to be reminded, and all its statements. Undefined if no reminder is due. */
async function findDue({ calls, db, rule, today, last, timeZone }: ReminderRun, partnerId: string) {
  if (!(await calls.isLate(partnerId))) return undefined;
  const recent = await calls.listRecent(partnerId);
  const reached = recent.filter(({ dueOn }) => dueOn !== null && reminderDay(dueOn, rule) <= today);
  const statement = overdueStatement(reached);
  if (statement === undefined || !isOpenReminder(statement, rule, { last: last?.period, timeZone }))
    return undefined;
  // An earlier run has reminded of it. Staff have repeated the reminder, and that email failed.
  if (statement.reminded?.by !== SCHEDULE_ACTOR && (await hasReminded(db, statement))) return undefined;
  return { statement, recent };
}

/** Reminders that this run sent before it was interrupted do not count. */
async function neverSentBefore(
  { db, last }: Pick<ReminderRun, 'db' | 'last'>,
  recent: readonly MailStatement[],
  month: string,
): Promise<MailStatement[]> {
  const ids = recent.flatMap(({ statementId }) => statementId ?? []);
  const mails = await listLastMails(db, ids, last?.finishedAt ?? new Date(0));
  const reminded = mails.filter(({ kind, failedAt }) => kind === 'REMINDER' && failedAt === null);
  const known = new Set(reminded.map(({ statementId }) => statementId));
  const unreminded = recent.map(statement => ({ ...statement, reminded: null }));
  return neverSent(unreminded, month).filter(({ statementId }) => !known.has(statementId ?? ''));
}

/** Whether nobody has reminded of it yet, except a run that was not finished. `last` is the day of the last finished run. */
function isOpenReminder(
  { dueOn, reminded }: MailStatement,
  rule: ReminderRule,
  { last, timeZone }: { last: string | undefined; timeZone: string },
): boolean {
  if (dueOn === null || reminderDay(dueOn, rule) <= rule.since) return false;
  if (reminded?.by === SCHEDULE_ACTOR) {
    return last === undefined || dateInZone(Date.parse(reminded.at), timeZone) > last;
  }
  return !isOnItsWay(reminded);
}

async function remind(
  calls: OperationCalls,
  db: Database,
  { partnerId, month, reminded }: MailStatement,
): Promise<Outcome> {
  if (reminded?.by === SCHEDULE_ACTOR) return outcomeOf(reminded);
  const decision = decideReminder(await meansOf(db, partnerId));
  if ('excluded' in decision) return notIncluded(decision.excluded);
  const { statement: asked, isNew } = await calls.send(partnerId, month, 'REMINDER');
  return outcomeOf(asked.reminded, isNew);
}

async function meansOf(db: Database, partnerId: string) {
  return { hasAddress: (await getRecipient(db, partnerId)).billingEmail !== null, canSend: true };
}

/**
 * A refusal that would be repeated is the outcome for this partner. Other errors may be temporary, so they are thrown
 * unless this is the last try.
 */
async function attempt<Result>(
  { log }: Pick<ScheduleParts, 'log'>,
  act: () => Promise<Result>,
  isLastTry: boolean,
): Promise<Result | Outcome> {
  try {
    return await act();
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500;
    if (!isRefusal && !isLastTry) throw error;
    log.warn({ err: error }, 'a scheduled email could not be prepared');
    const problem = isRefusal ? error.message : 'An unexpected error occurred. See the log.';
    return { outcome: 'FAILED', reason: null, problem };
  }
}

async function finish(db: Database, kind: RunKind, run: Omit<StoredRun, 'finishedAt'>): Promise<void> {
  await inTransaction(db, async tx => {
    if (await insertRun(tx, kind, run)) await replaceNotice(tx, kind, run.period, noticeText(kind, run));
  });
}
