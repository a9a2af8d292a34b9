import { listRuns, SHOWN_RUNS, showSchedule } from '@serai/contract/billing/schedule.ts';
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
  type StoredRun,
} from '../../schedule/schedule-store.ts';
import { runView, stillFailed } from '../../schedule/schedule-view.ts';
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

export function scheduleRuns(): OperatorHandler {
  return operate(listRuns, async ({ db }, input) => {
    const onlyFailed = input.stillFailed === true;
    const runs = await listLastRuns(db, SHOWN_RUNS, { withEarlierStatements: !onlyFailed });
    const shown: Awaited<ReturnType<typeof runNow>>[] = [];
    for (const { kind, ...run } of runs) shown.push(await runNow(db, kind, run));
    return { runs: onlyFailed ? stillFailed(shown) : shown };
  });
}

async function lastRun(db: Database, kind: RunKind) {
  const run = await findLastRun(db, kind, { withMails: kind === 'REMINDERS' });
  return run === undefined ? null : runNow(db, kind, run);
}

/** Each run is read separately, because emails of later runs do not count for it. */
async function runNow(db: Database, kind: RunKind, run: StoredRun) {
  const closed = await listClosedMonths(db, run.mails);
  const ids = closed.map(({ statementId }) => statementId);
  return runView(kind, run, { closed, mails: await listLastMails(db, ids, run.finishedAt) });
}
