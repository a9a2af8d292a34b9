/** The texts about what is sent automatically. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatUtcDay } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { exclusionText } from './mail-plan.ts';

export type Schedule = Output<'billing/schedule/show'>;
export type ScheduleRun = NonNullable<Schedule['statements']>;

export type ScheduledMail = ScheduleRun['partners'][number];

type Planned = Pick<Schedule, 'schedule' | 'canSend' | 'next'>;

/** Empty if nothing is sent automatically. While email is off, there is no next run. */
export function nextTexts({ schedule, canSend, next }: Planned, today: string): string[] {
  const { reminderDays } = schedule;
  const texts: string[] = [];
  if (next !== null && canSend) {
    const when = whenText(next.on, today);
    texts.push(`The ${monthName(next.month)} statements are closed and sent automatically ${when}.`);
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

export function isOn({ statementsDay, reminderDays }: Schedule['schedule']): boolean {
  return statementsDay !== null || reminderDays !== null;
}

/** The earliest day on which a run should have been made, but was not. */
export function lateSince(
  { next, nextReminders }: Pick<Schedule, 'next' | 'nextReminders'>,
  today: string,
): string | undefined {
  return [next?.on, nextReminders?.on].filter(on => on !== undefined && on < today).sort()[0];
}

export function runTitle({ on, month }: Pick<ScheduleRun, 'on' | 'month'>): string {
  const what = month === null ? 'Reminders' : `${monthName(month)} statements`;
  return `${what}, ${formatUtcDay(on)}:`;
}

/**
 * What was sent, or why nothing was sent. A run for statements closes them without a billing email as well. A reminder says
 * which statements the partner had never been sent.
 */
export function outcomeText(
  { reason, problem, neverSent }: Pick<ScheduledMail, 'reason' | 'problem' | 'neverSent'>,
  kind: 'STATEMENT' | 'REMINDER',
): string {
  if (problem !== null) return problem;
  if (reason === null)
    return neverSent.length === 0 ? 'Sent' : `Sent, including ${neverSent.join(', ')} for the first time`;
  return reason === 'NO_BILLING_EMAIL' && kind === 'STATEMENT'
    ? 'Closed, not sent: no billing email'
    : exclusionText(reason);
}
