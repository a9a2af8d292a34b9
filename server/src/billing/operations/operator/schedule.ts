import { showSchedule } from '@serai/contract/billing/schedule.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { getRules } from '../../schedule/late-runs.ts';
import { nextReminderDay, nextRun } from '../../schedule/schedule-days.ts';
import { findLastRun, getSchedule, listClosedMonths, type RunKind } from '../../schedule/schedule-store.ts';
import { runView } from '../../schedule/schedule-view.ts';
import { listLastMails } from '../../statements/statement-mail-store.ts';
import type { BillingParts } from './billing-parts.ts';

export function scheduleShow({ sendMail }: BillingParts): OperatorHandler {
  return operate(showSchedule, async ({ db }, { statementsDay: day }) => {
    const { statementsDay, reminderDays } = await getSchedule(db);
    const { statements, reminders } = await getRules(db);
    const lastOf = async (kind: RunKind) => (await findLastRun(db, kind))?.period;
    return {
      schedule: { statementsDay, reminderDays },
      canSend: sendMail !== undefined,
      next:
        statements === undefined
          ? null
          : nextRun({ ...statements, ...(day !== undefined && { day }) }, await lastOf('STATEMENTS')),
      nextReminders:
        reminders === undefined ? null : { on: nextReminderDay(reminders, await lastOf('REMINDERS')) },
      statements: await lastRun(db, 'STATEMENTS'),
      reminders: await lastRun(db, 'REMINDERS'),
    };
  });
}

async function lastRun(db: Database, kind: RunKind) {
  const run = await findLastRun(db, kind, { withMails: kind === 'REMINDERS' });
  const closed = await listClosedMonths(db, run?.mails ?? []);
  const mails = await listLastMails(
    db,
    closed.map(({ statementId }) => statementId),
  );
  return runView(kind, run, { closed, mails });
}
