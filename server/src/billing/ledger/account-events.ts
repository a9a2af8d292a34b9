/**
 * Events about the balance: a low balance, which a job reports, and refused bookings, which are reported at most
 * once an hour.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { appendEvent } from '../../platform/events/outbox-store.ts';
import { DONE, type JobKinds, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { accountView } from './account-view.ts';
import { markExceeded, markLow } from './alert-store.ts';
import {
  databaseNow,
  getAccount,
  type LedgerScope,
  lockAvailable,
  type StoredAccount,
} from './ledger-store.ts';

/** Database triggers enqueue this job. */
const BALANCE_LOW = 'billing.balance_low';

/** Notifies people by email, in the same transaction as the event. */
export type MailLow = (
  tx: Database,
  low: { organisationId: string; environment: Environment; available: Money; at: Date },
) => Promise<void>;

export function accountJobs(seal: Seal, mailLow?: MailLow): JobKinds {
  return { [BALANCE_LOW]: { expectedMs: 5_000, run: job => tellLow(seal, job, mailLow) } };
}

export async function tellExceeded(db: Database, seal: Seal, scope: LedgerScope): Promise<void> {
  await inTransaction(db, async tx => {
    if (!(await markExceeded(tx, scope))) return;
    await tell(tx, seal, scope, 'account.credit_exceeded', await getAccount(tx, scope));
  });
}

/** Sends nothing if the balance has recovered since the job was enqueued. */
function tellLow(seal: Seal, job: RunningJob, mailLow: MailLow | undefined): Promise<JobResult> {
  const [organisationId, environment] = job.key.split(' ') as [string, LedgerScope['environment']];
  const scope = { organisationId, environment };
  return inTransaction(job.db, async tx => {
    // Locks the balance, so that it cannot recover before this report is recorded. Otherwise the next time it becomes
    // low would not be reported.
    await lockAvailable(tx, scope);
    await job.guard(tx);
    const account = await getAccount(tx, scope);
    if (account.lowPercent !== null && (await markLow(tx, scope, account.lowPercent))) {
      await tell(tx, seal, scope, 'account.balance_low', account);
      const { available } = accountView(account);
      if (available !== null) await mailLow?.(tx, { ...scope, available, at: await databaseNow(tx) });
    }
    return DONE;
  });
}

async function tell(
  tx: Database,
  seal: Seal,
  scope: LedgerScope,
  type: 'account.balance_low' | 'account.credit_exceeded',
  account: StoredAccount,
): Promise<void> {
  const data = { partnerId: scope.organisationId, ...accountView(account) };
  await appendEvent(tx, seal, { ...scope, type, at: await databaseNow(tx), data });
}
