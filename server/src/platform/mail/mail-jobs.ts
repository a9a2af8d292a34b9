/**
 * Job: sends the emails in the outbox. After a temporary failure, an email is retried for about three days before the
 * failure is reported.
 */
import type { Database } from '../database/connect.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { JobKinds, JobResult } from '../jobs/job.ts';
import { enqueue } from '../jobs/job-store.ts';
import type { Log } from '../log.ts';
import type { TellOperator } from '../operations/operator/audit-entry.ts';
import type { Seal } from '../secrets/seal.ts';
import { composeMail, type Mail } from './mail.ts';
import {
  deleteMail,
  deleteOldMails,
  markFailed,
  markGivenUp,
  markSent,
  takeDueMails,
  type WaitingMail,
} from './mail-outbox-store.ts';
import { type Smtp, SmtpError } from './smtp.ts';

export const SEND_MAILS = 'mail.send';

export interface MailJobParts {
  seal: Seal;
  smtp: Smtp;
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
const BATCH = 20;
const LEASE_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
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
      serviceReason: 'Emails to the users of all partners are sent from one outbox.',
      run: ({ db }) => sendMails(parts, db),
    },
  };
}

async function sendMails(parts: MailJobParts, db: Database): Promise<JobResult> {
  const { seal, log, watch, pauseMs = PAUSE_MS } = parts;
  // If this fails, emails that are already waiting must still be sent.
  await watch?.(db).catch(err => log.warn({ err }, 'looking for findings to report by email failed'));
  const due = await takeDueMails(db, seal, { limit: BATCH, leaseMs: LEASE_MS });
  for (const waiting of due) await sendOne(parts, db, waiting);
  await deleteOldMails(db, KEPT_DAYS);
  return { kind: 'AGAIN', delayMs: due.length === BATCH ? 0 : pauseMs };
}

async function sendOne(parts: MailJobParts, db: Database, waiting: WaitingMail): Promise<void> {
  const { mailId, mail } = waiting;
  if (mail === undefined)
    return giveUp(parts, db, waiting, 'The email was encrypted with another master key.');
  let response: string;
  try {
    const { prepare = async (_, given) => given } = parts;
    const prepared = await inTransaction(db, tx => prepare(tx, mail));
    if (prepared === undefined) return await deleteMail(db, mailId);
    response = await parts.smtp.send({ ...composeMail(prepared), messageId: `<${mailId}@serai>` });
  } catch (error) {
    return failed(parts, db, waiting, error);
  }
  await inTransaction(db, async tx => {
    await markSent(tx, mailId);
    await parts.settled?.(tx, mail, 'SENT', response.slice(0, MAX_RESPONSE_LENGTH));
  });
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
  await markFailed(db, mailId, { error: text, delayMs: minutes * MINUTE_MS });
  parts.log.warn({ mailId, kind, attempts, error: text }, 'an email could not be sent and will be retried');
}

async function giveUp(
  { tellOperator, settled, log }: MailJobParts,
  db: Database,
  { mailId, kind, mail }: WaitingMail,
  error: string,
): Promise<void> {
  await inTransaction(db, async tx => {
    if (!(await markGivenUp(tx, mailId, error))) return;
    await tellOperator(tx, { action: 'mail/given-up', target: mailId, after: { kind, error } });
    if (mail !== undefined) await settled?.(tx, mail, 'FAILED', error);
  });
  log.error({ mailId, kind, error }, 'an email failed permanently');
}
