/** What the runs of the schedule did, in the words of the API and of notices. Pure. */
import type { showSchedule } from '@serai/contract/billing/schedule.ts';
import type { z } from 'zod';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { StatementMail } from '../statements/statement-mail-store.ts';
import { monthName } from '../statements/statement-texts.ts';
import type { ClosedMonth, RunKind, ScheduledMail, StoredRun } from './schedule-store.ts';

type RunView = NonNullable<z.input<typeof showSchedule.output>['statements']>;
type MailView = RunView['partners'][number];

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
    return {
      neverSent: [],
      ...mail,
      failure: failureOf(run, mail),
      ...(last && outcomeNow(run, mail, last)),
    };
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

/** For an email that could not be prepared, and for one that failed before its statement was deleted. */
function failureOf(
  { finishedAt }: Pick<StoredRun, 'finishedAt'>,
  { outcome }: ScheduledMail,
): MailView['failure'] {
  if (outcome !== 'FAILED') return null;
  return { at: instantText(finishedAt.getTime()), to: null, response: null, retryAt: null };
}

function outcomeNow(
  { finishedAt }: Pick<StoredRun, 'finishedAt'>,
  { outcome, reason, problem }: ScheduledMail,
  last: StatementMail,
): Partial<MailView> {
  const { address: to, response, sentAt, failedAt, triedAt, retryAt } = last;
  if (reason === 'ALREADY_SENT') return {};
  const failed = failedMail(to);
  // The run failed after this email, for another reason. Earlier versions added the response to the problem.
  if (outcome === 'FAILED' && last.askedAt < finishedAt && !problem?.startsWith(failed.problem)) return {};
  const failure = (at: Date) => ({
    ...{ at: instantText(at.getTime()), to, response },
    retryAt: failedAt === null && retryAt !== null ? instantText(retryAt.getTime()) : null,
  });
  if (failedAt !== null) return { ...failed, failure: failure(failedAt) };
  return {
    ...{ outcome: 'SENT', reason: null, problem: null },
    failure: triedAt === null || sentAt !== null ? null : failure(triedAt),
  };
}

/** The outcome of an email that failed permanently. */
export function failedMail(address: string) {
  const problem = `The email to ${address} could not be sent.`;
  return { outcome: 'FAILED', reason: null, problem } as const;
}

/**
 * Only emails that failed and still have to be sent: those of the last run for statements, and the reminders that no later
 * one replaces. `runs` are the last ones, the latest first.
 */
export function stillFailed(runs: readonly RunView[]): RunView[] {
  const statements = runs.find(({ month }) => month !== null);
  const reminded = new Set<string>();
  return runs.flatMap(run => {
    if (run.month !== null && run !== statements) return [];
    const last = run.partners.filter(mail => run.month !== null || isLastReminder(mail, reminded));
    const failed = last.filter(({ outcome }) => outcome === 'FAILED');
    return failed.length === 0
      ? []
      : [{ ...run, sent: 0, notIncluded: 0, failed: failed.length, partners: failed }];
  });
}

/**
 * A reminder lists all unpaid statements, so it replaces the earlier ones. Partners without a billing email were sent no
 * reminder.
 */
function isLastReminder({ partnerId, reason }: MailView, reminded: Set<string>): boolean {
  if (reason === 'NO_BILLING_EMAIL' || reminded.has(partnerId)) return false;
  reminded.add(partnerId);
  return true;
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
