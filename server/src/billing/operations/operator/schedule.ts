import { listRuns, showSchedule } from '@serai/contract/billing/schedule.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { getRules } from '../../schedule/late-runs.ts';
import { nextReminderDay, nextRun } from '../../schedule/schedule-days.ts';
import {
  findLastRun,
  getSchedule,
  listClosedMonths,
  listLastRuns,
  type RunKind,
  type ScheduledMail,
} from '../../schedule/schedule-store.ts';
import { type LaterMails, runView } from '../../schedule/schedule-view.ts';
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

const SHOWN_RUNS = 12;

export function scheduleRuns(): OperatorHandler {
  return operate(listRuns, async ({ db }) => {
    const runs = await listLastRuns(db, SHOWN_RUNS);
    const later = await laterMails(
      db,
      runs.flatMap(({ mails }) => mails),
    );
    return { runs: runs.map(({ kind, ...run }) => runView(kind, run, later)) };
  });
}

async function lastRun(db: Database, kind: RunKind) {
  const run = await findLastRun(db, kind, { withMails: kind === 'REMINDERS' });
  return run === undefined ? null : runView(kind, run, await laterMails(db, run.mails));
}

async function laterMails(db: Database, sent: readonly ScheduledMail[]): Promise<LaterMails> {
  const closed = await listClosedMonths(db, sent);
  const mails = await listLastMails(
    db,
    closed.map(({ statementId }) => statementId),
  );
  return { closed, mails };
}
