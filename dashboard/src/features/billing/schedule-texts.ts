/** The texts about what is sent automatically. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatUtcDay } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { exclusionText } from './mail-plan.ts';

export type Schedule = Output<'billing/schedule/show'>;
export type ScheduleRun = NonNullable<Schedule['statements']>;

export type ScheduledMail = ScheduleRun['partners'][number];

/** Empty if nothing is sent automatically. */
export function nextTexts({ schedule, next }: Pick<Schedule, 'schedule' | 'next'>, today: string): string[] {
  const { reminderDays } = schedule;
  const texts: string[] = [];
  if (next !== null) {
    const when = next.on <= today ? 'today' : `on ${formatUtcDay(next.on)}`;
    texts.push(`The ${monthName(next.month)} statements are closed and sent automatically ${when}.`);
  }
  if (reminderDays !== null) {
    const days = `${reminderDays} ${reminderDays === 1 ? 'day' : 'days'}`;
    texts.push(`Reminders are sent automatically ${days} after the due date.`);
  }
  return texts;
}

/** Whether a run should have been made on an earlier day. */
export function isLate({ next }: Pick<Schedule, 'next'>, today: string): boolean {
  return next !== null && next.on < today;
}

export function runTitle({ on, month }: Pick<ScheduleRun, 'on' | 'month'>): string {
  const what = month === null ? 'Reminders' : `${monthName(month)} statements`;
  return `${what}, ${formatUtcDay(on)}:`;
}

/** Why an email was not sent. A run for statements closes them without a billing email as well. */
export function notSentText(
  { reason, problem }: Pick<ScheduledMail, 'reason' | 'problem'>,
  kind: 'STATEMENT' | 'REMINDER',
): string {
  if (problem !== null) return problem;
  if (reason === null) return '';
  return reason === 'NO_BILLING_EMAIL' && kind === 'STATEMENT'
    ? 'Closed, not sent: no billing email'
    : exclusionText(reason);
}
