/** Writes notices about the call budgets of accounts at suppliers. The notices belong to the operator. */
import { findOperatorId } from '../account/organisation-store.ts';
import type { BudgetNotice } from '../booking/providers/budget/budget-notices.ts';
import type { DatabasePool } from '../platform/database/connect.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { insertOnce } from '../webhooks/notices/limit-notices-store.ts';

export async function tellBudgets(
  pool: Pick<DatabasePool, 'asService'>,
  notices: readonly BudgetNotice[],
): Promise<void> {
  const db = pool.asService('Accounts at suppliers belong to the operator and serve all partners.');
  const organisationId = await findOperatorId(db);
  if (organisationId === undefined) throw new Error('there is no operator yet');
  for (const { providerId, ...notice } of notices)
    await inTransaction(db, tx => insertOnce(tx, { ...notice, organisationId, subjectId: providerId }));
}
