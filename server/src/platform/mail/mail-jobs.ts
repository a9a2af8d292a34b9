/**
 * Job: sends the emails in the outbox. A send may continue after the run that started it, so that a slow one does not
 * delay the next email. After a temporary failure, an email is retried for about three days before the failure is
 * reported.
 */
import { type Clock, sleep } from '../clock.ts';
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
  /** Called at the start of each run to add emails about new findings. */
  watch?: ((db: Database) => Promise<void>) | undefined;
  /** Completes an email just before it is sent. If it returns undefined, the email is discarded. */
  prepare?: ((tx: Database, mail: Mail) => Promise<Mail | undefined>) | undefined;
  /**
   * Records the outcome of an email, in the transaction that marks it as sent or as failed permanently. `response` is what the
   * mail server said, or the error.
   */
  settled?: ((tx: Database, mail: Mail, outcome: MailOutcome, response: string) => Promise<void>) | undefined;
  /** Records an attempt that failed, in the transaction that plans the next one. */
  postponed?: ((tx: Database, mail: Mail, attempt: FailedAttempt) => Promise<void>) | undefined;
  pauseMs?: number | undefined;
}

export type MailOutcome = 'SENT' | 'FAILED';

export interface FailedAttempt {
  /** What the mail server said, or the error. */
  response: string;
  /** Until the next attempt. */
  delayMs: number;
}

const PAUSE_MS = 3_000;
const MINUTE_MS = 60_000;
/** Some mail servers accept only three connections. */
const MAX_SENDS = 3;
/** A run starts emails for at most this long, so that `watch` is called again soon. */
const START_WITHIN_MS = 10_000;
/** Longer than any send, so that no other process can claim an email while it is sent. */
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
  const sends: Sends = new Set();
  return {
    [SEND_MAILS]: {
      expectedMs: 60_000,
      serviceReason: 'Emails to the users of all partners are sent from one outbox.',
      run: job => sendMails(parts, sends, job),
      async continuedWork() {
        await Promise.all(sends);
      },
    },
  };
}

/** The sends of this process that are in progress, including their claims. They never reject. */
type Sends = Set<Promise<void>>;

async function sendMails(parts: MailJobParts, sends: Sends, { db, signal }: RunningJob): Promise<JobResult> {
  const { clock, log, watch, pauseMs = PAUSE_MS } = parts;
  // If this fails, emails that are already waiting must still be sent.
  await watch?.(db).catch(err => log.warn({ err }, 'looking for findings to report by email failed'));
  const untilMs = clock.monotonicMs() + START_WITHIN_MS;
  const timeOver = sleep(clock, START_WITHIN_MS, signal);
  let isEmpty = false;
  while (!isEmpty && !signal.aborted && clock.monotonicMs() < untilMs) {
    if (sends.size >= MAX_SENDS) await Promise.race([...sends, timeOver]);
    else isEmpty = !(await startNext(parts, sends, db));
  }
  await deleteOldMails(db, KEPT_DAYS);
  return { kind: 'AGAIN', delayMs: isEmpty ? pauseMs : 0 };
}

/**
 * Claims an email and starts to send it. Returns false if no email is due. Each email is claimed just before it is
 * sent, so that its lease does not expire while others are sent.
 */
async function startNext(parts: MailJobParts, sends: Sends, db: Database): Promise<boolean> {
  const claim = takeDueMails(db, parts.seal, { limit: 1, leaseMs: LEASE_MS });
  const send: Promise<void> = claim
    .then(([waiting]) => waiting && sendOne(parts, db, waiting))
    .catch(err =>
      parts.log.warn({ err }, 'an email could not be claimed, or its outcome could not be stored'),
    )
    .finally(() => void sends.delete(send));
  sends.add(send);
  return (await claim).length > 0;
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
    await parts.settled?.(tx, mail, 'SENT', storable(response));
  });
}

/**
 * The database cannot store NUL characters or half a surrogate pair. Characters that change the direction of the text would
 * also change how the rest of a line is shown.
 */
function storable(response: string): string {
  return response
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .slice(0, MAX_RESPONSE_LENGTH)
    .toWellFormed();
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
  const { mailId, kind, attempts, ageMs, mail } = waiting;
  const text = storable(String(error instanceof Error ? error.message : error));
  const isPermanent = error instanceof SmtpError && error.isPermanent;
  if (isPermanent || ageMs > GIVE_UP_AFTER_MS) return giveUp(parts, db, waiting, text);
  const minutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? 1;
  const delayMs = minutes * MINUTE_MS;
  await inTransaction(db, async tx => {
    const isOurs = await markFailed(tx, waiting, { error: text, delayMs });
    if (isOurs && mail !== undefined) await parts.postponed?.(tx, mail, { response: text, delayMs });
  });
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
