/** Writes notices about providers. The notices belong to the operator. */
import { findOperatorId } from '../account/organisation-store.ts';
import type { BudgetNotice } from '../booking/providers/budget/budget-notices.ts';
import type { PriceAlarmNotice } from '../mapping/ledger/price-alarms.ts';
import type { Database, DatabasePool } from '../platform/database/connect.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { insertOnce } from '../webhooks/notices/limit-notices-store.ts';

export async function tellBudgets(
  pool: Pick<DatabasePool, 'asService'>,
  notices: readonly BudgetNotice[],
): Promise<void> {
  const db = pool.asService('Accounts at suppliers belong to the operator and serve all partners.');
  for (const notice of notices) await inTransaction(db, tx => insertForOperator(tx, notice));
}

export async function tellPriceAlarms(tx: Database, notice: PriceAlarmNotice): Promise<void> {
  await insertForOperator(tx, notice);
}

async function insertForOperator(
  tx: Database,
  { providerId, ...notice }: BudgetNotice | PriceAlarmNotice,
): Promise<void> {
  const organisationId = await findOperatorId(tx);
  if (organisationId === undefined) throw new Error('there is no operator yet');
  await insertOnce(tx, { ...notice, organisationId, subjectId: providerId });
}
