/** On which days statements and reminders are sent automatically. Days and months are texts in the operator's time zone. Pure. */
import { addDays } from '../../platform/time/civil-date.ts';
import { monthAfter, monthBefore } from '../statements/month-period.ts';

export interface StatementRule {
  /** Day of the following month. */
  day: number;
  /** When the rule was turned on. Only runs on later days are made, so that turning it on sends nothing. */
  since: string;
}

export interface DueRun {
  month: string;
  on: string;
}

/** The first run that was not made yet. It is due if its day has come. Runs are made in the order of their months. */
export function nextRun({ day, since }: StatementRule, lastMonth: string | undefined): DueRun {
  const first = runOf(monthBefore(since.slice(0, 7)), day);
  const allowed = first.on > since ? first : runOf(monthAfter(first.month), day);
  return lastMonth === undefined || lastMonth < allowed.month ? allowed : runOf(monthAfter(lastMonth), day);
}

function runOf(month: string, day: number): DueRun {
  return { month, on: `${monthAfter(month)}-${String(day).padStart(2, '0')}` };
}

export interface ReminderRule {
  /** Days after the due date. */
  days: number;
  /** As in `StatementRule`. */
  since: string;
}

/** The day after the last run. The run of the day on which the rule was turned on sends nothing. */
export function nextReminderDay({ since }: Pick<ReminderRule, 'since'>, last: string | undefined): string {
  return addDays(last === undefined || last < since ? since : last, 1);
}

export function reminderDay(dueOn: string, { days }: Pick<ReminderRule, 'days'>): string {
  return addDays(dueOn, days);
}
