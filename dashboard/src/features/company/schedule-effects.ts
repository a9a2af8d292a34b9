/** What a change of the automatic billing sends soon. The user must confirm each effect. Pure. */
import type { BillingSchedule } from '@serai/contract/account/billing-schedule.ts';
import { monthName } from '../../lib/format/month.ts';

interface ScheduleChange {
  now: BillingSchedule;
  stored: BillingSchedule;
  /** The next run with the changed day. Undefined while it is not known. */
  next: { on: string; month: string } | null | undefined;
  /** In the time zone of the operator. */
  today: string;
}

/** Turning something on sends nothing for earlier days, so it needs no question. */
export function scheduleEffects({ now, stored, next, today }: ScheduleChange): string[] {
  const effects: string[] = [];
  if (isLower(now.statementsDay, stored.statementsDay)) {
    if (next === undefined) effects.push('If this day has passed, statements are closed and sent at once.');
    else if (next !== null && next.on <= today)
      effects.push(
        `This day has passed, so the ${monthName(next.month)} statements are closed and sent to your partners within a few minutes.`,
      );
  }
  if (isLower(now.reminderDays, stored.reminderDays))
    effects.push(
      'Partners whose statements are already this late get their reminders in the next daily run, possibly within a few minutes.',
    );
  return effects;
}

function isLower(now: number | null, before: number | null): boolean {
  return now !== null && before !== null && now < before;
}
