/** Runs that should have been made, but were not. */
import type { Database } from '../../platform/database/connect.ts';
import { todayIn } from '../ledger/ledger-store.ts';
import { monthName } from '../statements/statement-texts.ts';
import { nextReminderDay, nextRun, type ReminderRule, type StatementRule } from './schedule-days.ts';
import { findLastRun, getSchedule, getTimeZone, insertNotice } from './schedule-store.ts';

/** Undefined rules are off. */
export interface Rules {
  statements: StatementRule | undefined;
  reminders: ReminderRule | undefined;
}

export async function getRules(db: Database): Promise<Rules> {
  const { statementsDay, statementsSince, reminderDays, remindersSince } = await getSchedule(db);
  return {
    statements:
      statementsDay === null || statementsSince === null
        ? undefined
        : { day: statementsDay, since: statementsSince },
    reminders:
      reminderDays === null || remindersSince === null
        ? undefined
        : { days: reminderDays, since: remindersSince },
  };
}

/** Raises one notice for each missed run, however often it is called. The run ends it when it succeeds. */
export async function reportLateRuns(tx: Database): Promise<void> {
  const { statements, reminders } = await getRules(tx);
  const today = await todayIn(tx, await getTimeZone(tx));
  const advice = 'Serai retries automatically. The log shows the reason.';
  if (statements !== undefined) {
    const { month, on } = nextRun(statements, (await findLastRun(tx, 'STATEMENTS'))?.period);
    const text = `Some automatic statements for ${monthName(month)} could not be sent. ${advice}`;
    if (on <= today) await insertNotice(tx, 'STATEMENTS', `${month}_late`, text);
  }
  if (reminders !== undefined) {
    const on = nextReminderDay(reminders, (await findLastRun(tx, 'REMINDERS'))?.period);
    const text = `Some automatic payment reminders could not be sent. ${advice}`;
    if (on <= today) await insertNotice(tx, 'REMINDERS', `${on}_late`, text);
  }
}
