/**
 * Job: sends the emails in the outbox. After a temporary failure, an email is retried for about three days before the
 * failure is reported.
 */
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { JobKinds, JobResult, RunningJob } from '../jobs/job.ts';
import { enqueue } from '../jobs/job-store.ts';
import type { Log } from '../log.ts';
import type { TellOperator } from '../operations/operator/audit-entry.ts';
import type { Seal } from '../secrets/seal.ts';
import { composeMail, type Mail } from './mail.ts';
import {
  deleteMail,
  deleteOldMails,
  holdMail,
  markFailed,
  markGivenUp,
  markSent,
  takeDueMails,
  type WaitingMail,
} from './mail-outbox-store.ts';
import { SEND_MS, type Smtp, SmtpError } from './smtp.ts';

export const SEND_MAILS = 'mail.send';

export interface MailJobParts {
  seal: Seal;
  smtp: Smtp;
  clock: Clock;
  log: Log;
  tellOperator: TellOperator;
  /** Called before each round to add emails about new findings. */
  watch?: ((db: Database) => Promise<void>) | undefined;
  /** Completes an email just before it is sent. If it returns undefined, the email is discarded. */
  prepare?: ((tx: Database, mail: Mail) => Promise<Mail | undefined>) | undefined;
  /**
   * Records the outcome of an email, in the transaction that marks it as sent or as failed permanently. `response` is what the
   * mail server said, or the error.
   */
  settled?: ((tx: Database, mail: Mail, outcome: MailOutcome, response: string) => Promise<void>) | undefined;
  pauseMs?: number | undefined;
}

export type MailOutcome = 'SENT' | 'FAILED';

const PAUSE_MS = 3_000;
const MINUTE_MS = 60_000;
const BATCH = 20;
/** A slow email delays at most the others of its lane. Some mail servers accept only three connections. */
const LANES = 3;
/** The last email that a run starts must be finished before the run reaches its limit. */
const START_WITHIN_MS = 5 * MINUTE_MS;
const LIMIT_MS = START_WITHIN_MS + SEND_MS + 3 * MINUTE_MS;
const LEASE_MS = SEND_MS + 3 * MINUTE_MS;
/** Delays after the first failures. The last delay also applies to all further failures. */
const RETRY_MINUTES = [1, 5, 15, 60, 180] as const;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * MINUTE_MS;
const KEPT_DAYS = 30;
const MAX_RESPONSE_LENGTH = 300;

/** Called at startup. From then on, each run plans the next. */
export function planMails(db: Database): Promise<void> {
  return enqueue(db, { kind: SEND_MAILS, key: 'all', organisationId: null, delayMs: 0 });
}

export function mailJobs(parts: MailJobParts): JobKinds {
  return {
    [SEND_MAILS]: {
      expectedMs: 60_000,
      limitMs: LIMIT_MS,
      serviceReason: 'Emails to the users of all partners are sent from one outbox.',
      run: job => sendMails(parts, job),
    },
  };
}

async function sendMails(parts: MailJobParts, { db, signal }: RunningJob): Promise<JobResult> {
  const { seal, clock, log, watch, pauseMs = PAUSE_MS } = parts;
  // If this fails, emails that are already waiting must still be sent.
  await watch?.(db).catch(err => log.warn({ err }, 'looking for findings to report by email failed'));
  const untilMs = clock.monotonicMs() + START_WITHIN_MS;
  let left = BATCH;
  let isEmpty = false;
  // Each email is claimed just before it is sent, so that its lease does not expire while others are sent.
  const sendSome = async () => {
    while (!isEmpty && left > 0 && clock.monotonicMs() < untilMs && !signal.aborted) {
      left -= 1;
      const [waiting] = await takeDueMails(db, seal, { limit: 1, leaseMs: LEASE_MS });
      if (waiting === undefined) isEmpty = true;
      else await sendOne(parts, db, waiting);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, sendSome));
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  await deleteOldMails(db, KEPT_DAYS);
  return { kind: 'AGAIN', delayMs: isEmpty ? pauseMs : 0 };
}

async function sendOne(parts: MailJobParts, db: Database, waiting: WaitingMail): Promise<void> {
  const { mailId, mail } = waiting;
  if (mail === undefined)
    return giveUp(parts, db, waiting, 'The email was encrypted with another master key.');
  let response: string;
  try {
    const prepared = await inTransaction(db, tx => prepareHeld(parts, tx, waiting, mail));
    if (prepared === undefined) return;
    response = await parts.smtp.send({ ...composeMail(prepared), messageId: `<${mailId}@serai>` });
  } catch (error) {
    return failed(parts, db, waiting, error);
  }
  await inTransaction(db, async tx => {
    await markSent(tx, mailId);
    await parts.settled?.(tx, mail, 'SENT', response.slice(0, MAX_RESPONSE_LENGTH));
  });
}

/** Returns undefined if there is nothing to send any more, or if another process has taken over the email. */
async function prepareHeld(
  { prepare }: MailJobParts,
  tx: Database,
  waiting: WaitingMail,
  mail: Mail,
): Promise<Mail | undefined> {
  if (!(await holdMail(tx, waiting, LEASE_MS))) return undefined;
  if (prepare === undefined) return mail;
  const prepared = await prepare(tx, mail);
  if (prepared === undefined) await deleteMail(tx, waiting.mailId);
  return prepared;
}

async function failed(
  parts: MailJobParts,
  db: Database,
  waiting: WaitingMail,
  error: unknown,
): Promise<void> {
  const { mailId, kind, attempts, ageMs } = waiting;
  const text = String(error instanceof Error ? error.message : error).slice(0, MAX_RESPONSE_LENGTH);
  const isPermanent = error instanceof SmtpError && error.isPermanent;
  if (isPermanent || ageMs > GIVE_UP_AFTER_MS) return giveUp(parts, db, waiting, text);
  const minutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? 1;
  await markFailed(db, waiting, { error: text, delayMs: minutes * MINUTE_MS });
  parts.log.warn({ mailId, kind, attempts, error: text }, 'an email could not be sent and will be retried');
}

async function giveUp(
  { tellOperator, settled, log }: MailJobParts,
  db: Database,
  waiting: WaitingMail,
  error: string,
): Promise<void> {
  const { mailId, kind, mail } = waiting;
  await inTransaction(db, async tx => {
    if (!(await markGivenUp(tx, waiting, error))) return;
    await tellOperator(tx, { action: 'mail/given-up', target: mailId, after: { kind, error } });
    if (mail !== undefined) await settled?.(tx, mail, 'FAILED', error);
  });
  log.error({ mailId, kind, error }, 'an email failed permanently');
}
