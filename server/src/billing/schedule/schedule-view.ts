/** What the runs of the schedule did, in the words of the API and of notices. Pure. */
import type { showSchedule } from '@serai/contract/billing/schedule.ts';
import type { z } from 'zod';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { StatementMail } from '../statements/statement-mail-store.ts';
import { monthName } from '../statements/statement-texts.ts';
import type { ClosedMonth, RunKind, ScheduledMail, StoredRun } from './schedule-store.ts';

type RunView = NonNullable<z.input<typeof showSchedule.output>['statements']>;

/** The emails of the statements now: they can fail after the run, and staff can send them again. */
interface LaterMails {
  closed: readonly ClosedMonth[];
  /** The last email of each kind, without those of later runs. */
  mails: readonly StatementMail[];
}

export function runView(kind: RunKind, run: StoredRun, later: LaterMails): RunView {
  const wanted = kind === 'STATEMENTS' ? 'STATEMENT' : 'REMINDER';
  const mailOf = new Map(
    later.mails.filter(mail => mail.kind === wanted).map(mail => [mail.statementId, mail]),
  );
  const lastOf = new Map(
    later.closed.map(({ partnerId, month, statementId }) => [
      `${partnerId} ${month}`,
      mailOf.get(statementId),
    ]),
  );
  const partners = run.mails.map(mail => {
    const last = lastOf.get(`${mail.partnerId} ${mail.month}`);
    return { neverSent: [], ...mail, ...(last && outcomeNow(run, mail, last)) };
  });
  const count = (wanted: ScheduledMail['outcome']) =>
    partners.filter(({ outcome }) => outcome === wanted).length;
  return {
    on: run.runOn,
    month: kind === 'STATEMENTS' ? run.period : null,
    finishedAt: instantText(run.finishedAt.getTime()),
    sent: count('SENT'),
    notIncluded: count('NOT_INCLUDED'),
    failed: count('FAILED'),
    partners,
  };
}

function outcomeNow(
  { finishedAt }: Pick<StoredRun, 'finishedAt'>,
  { outcome, reason }: ScheduledMail,
  last: StatementMail,
): Partial<ScheduledMail> {
  if (reason === 'ALREADY_SENT') return {};
  // The run failed after this email.
  if (outcome === 'FAILED' && last.askedAt < finishedAt) return {};
  if (last.failedAt === null) return { outcome: 'SENT', reason: null, problem: null };
  return failedMail(last.address, last.response);
}

/** The outcome of an email that the mail server refused. */
export function failedMail(address: string, response: string | null) {
  const problem = `The email to ${address} could not be sent.${response === null ? '' : ` ${response}`}`;
  return { outcome: 'FAILED', reason: null, problem } as const;
}

/** Undefined if nothing failed. */
export function noticeText(
  kind: RunKind,
  { period, mails }: Omit<StoredRun, 'finishedAt'>,
): string | undefined {
  const failed = mails.filter(({ outcome }) => outcome === 'FAILED').length;
  if (failed === 0) return undefined;
  const what = kind === 'STATEMENTS' ? `statements for ${monthName(period)}` : 'payment reminders';
  const sent = mails.filter(({ outcome }) => outcome === 'SENT').length;
  return `Automatic ${what}: ${failed} failed, ${sent} sent. The billing page shows the reasons.`;
}
