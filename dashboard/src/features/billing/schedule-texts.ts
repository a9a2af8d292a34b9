/** The texts about what is sent automatically. Pure. */

import { isRetried } from '../../components/billing/failed-mail-texts.ts';
import type { Tone } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber, formatUtcDay } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { exclusionText } from './mail-plan.ts';

export type Schedule = Output<'billing/schedule/show'>;
export type ScheduleRun = NonNullable<Schedule['statements']>;

export type ScheduledMail = ScheduleRun['partners'][number];

export type MailKind = 'STATEMENT' | 'REMINDER';

type Planned = Pick<Schedule, 'schedule' | 'canSend' | 'next'>;

/** Empty if nothing is sent automatically. While email is off, there is no next run. */
export function nextTexts({ schedule, canSend, next }: Planned, today: string): string[] {
  const { reminderDays } = schedule;
  const texts: string[] = [];
  if (next !== null && canSend) {
    const when = whenText(next.on, today);
    texts.push(`The ${monthName(next.month)} statements will be closed and sent automatically ${when}.`);
  }
  if (reminderDays !== null && canSend) {
    const days = `${reminderDays} ${reminderDays === 1 ? 'day' : 'days'}`;
    texts.push(`Reminders are sent automatically ${days} after the due date.`);
  }
  return texts;
}

function whenText(on: string, today: string): string {
  if (on < today) return 'as soon as possible';
  return on === today ? 'today' : `on ${formatUtcDay(on)}`;
}

/** Whether something would be sent if the installation could send emails. */
export function isWaitingForEmail({ schedule, canSend }: Pick<Schedule, 'schedule' | 'canSend'>): boolean {
  return !canSend && (schedule.statementsDay !== null || schedule.reminderDays !== null);
}

/** The earliest day on which a run should have been made, but was not. While email is off, all runs wait. */
export function lateSince(
  { canSend, next, nextReminders }: Pick<Schedule, 'canSend' | 'next' | 'nextReminders'>,
  today: string,
): string | undefined {
  if (!canSend) return undefined;
  return [next?.on, nextReminders?.on].filter(on => on !== undefined && on < today).sort()[0];
}

export function lateText(since: string): string {
  return `The automatic run due on ${formatUtcDay(since)} is late`;
}

interface Failed {
  today: string;
  /** How many emails of each kind failed and still have to be sent. */
  statements: number;
  reminders: number;
}

/** What is wrong with the automatic emails, in one line. Undefined if nothing is. */
export function problemText(
  schedule: Pick<Schedule, 'schedule' | 'canSend' | 'next' | 'nextReminders'>,
  { today, statements, reminders }: Failed,
): string | undefined {
  if (isWaitingForEmail(schedule)) return 'Email is off, so nothing is sent automatically';
  const failed = [
    statements > 0 && counted(statements, 'statement'),
    reminders > 0 && counted(reminders, 'reminder'),
  ].filter(part => part !== false);
  if (failed.length > 0) return `${failed.join(' and ')} could not be sent automatically`;
  const late = lateSince(schedule, today);
  return late === undefined ? undefined : lateText(late);
}

/** What was not sent, if it is a single email. */
export function failedTitle(
  { partnerName, month }: Pick<ScheduledMail, 'partnerName' | 'month'>,
  kind: MailKind,
): string {
  return kind === 'REMINDER'
    ? `The reminder to ${partnerName} was not sent`
    : `The ${monthName(month)} statement for ${partnerName} was not sent`;
}

/** The subjects of the notices that say the same as `problemText`. A late run says less than its notice. */
export function failedSubjects(
  schedule: Pick<Schedule, 'schedule' | 'canSend'>,
  { statements, reminders }: Omit<Failed, 'today'>,
): string[] {
  if (isWaitingForEmail(schedule)) return [];
  return [...(statements > 0 ? ['statements'] : []), ...(reminders > 0 ? ['reminders'] : [])];
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function runTitle({ on, month }: Pick<ScheduleRun, 'on' | 'month'>): string {
  const what = month === null ? 'Reminders' : `${monthName(month)} statements`;
  return `${what}, ${formatUtcDay(on)}`;
}

/** How many emails failed, are being retried, were not sent and were sent, in this order. */
export function runCounts({
  failed,
  sent,
  notIncluded,
  partners,
}: Pick<ScheduleRun, 'failed' | 'sent' | 'notIncluded'> & {
  partners: readonly Pick<ScheduledMail, 'reason' | 'failure'>[];
}): readonly { text: string; tone: Tone }[] {
  const withoutEmail = partners.filter(({ reason }) => reason === 'NO_BILLING_EMAIL').length;
  const retried = partners.filter(isRetried).length;
  const counts = [
    [failed, 'failed', 'bad'],
    [retried, 'retrying', 'warn'],
    [withoutEmail, 'without billing email', 'warn'],
    [notIncluded - withoutEmail, 'not sent', 'plain'],
    [sent - retried, 'sent', 'good'],
  ] as const;
  const shown = counts.filter(([count]) => count > 0);
  return (shown.length > 0 ? shown : [[0, 'sent', 'plain'] as const]).map(([count, what, tone]) => ({
    text: `${formatNumber(count)} ${what}`,
    tone,
  }));
}

interface ShownOutcome {
  label: string;
  tone: Tone;
  /** What needs attention comes first. */
  rank: number;
}

const OUTCOMES: Readonly<Record<ScheduledMail['outcome'], ShownOutcome>> = {
  FAILED: { label: 'Failed', tone: 'bad', rank: 0 },
  NOT_INCLUDED: { label: 'Not sent', tone: 'plain', rank: 3 },
  SENT: { label: 'Sent', tone: 'good', rank: 4 },
};

/** The operator can do something about it. */
const WITHOUT_EMAIL: ShownOutcome = { label: 'Not sent', tone: 'warn', rank: 2 };

export function shownOutcome(mail: Pick<ScheduledMail, 'outcome' | 'failure' | 'reason'>): ShownOutcome {
  if (isRetried(mail)) return { label: 'Retrying', tone: 'warn', rank: 1 };
  return mail.reason === 'NO_BILLING_EMAIL' ? WITHOUT_EMAIL : OUTCOMES[mail.outcome];
}

/**
 * Why nothing was sent, or which statements a reminder attached for the first time. Undefined if there is nothing to add to the
 * outcome. A run for statements closes them without a billing email as well.
 */
export function outcomeText(
  { reason, problem, neverSent }: Pick<ScheduledMail, 'reason' | 'problem' | 'neverSent'>,
  kind: 'STATEMENT' | 'REMINDER',
): string | undefined {
  if (problem !== null) return problem;
  if (reason === null) return attachedText(neverSent);
  return reason === 'NO_BILLING_EMAIL' && kind === 'STATEMENT'
    ? 'The statement is closed. The partner has no billing email.'
    : exclusionText(reason);
}

function attachedText(numbers: readonly string[]): string | undefined {
  if (numbers.length === 0) return undefined;
  return numbers.length === 1
    ? `Includes statement ${numbers[0]}, which had not been sent before.`
    : `Includes statements ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}, which had not been sent before.`;
}
