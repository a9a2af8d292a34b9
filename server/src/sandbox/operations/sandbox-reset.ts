import { resetSandbox } from '@serai/contract/account/sandbox.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf, type RecordAudit } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { emptySandbox } from '../reset-store.ts';

export function sandboxReset({ recordAudit }: { recordAudit: RecordAudit }): OperatorHandler {
  return operate(resetSandbox, context =>
    inTransaction(context.db, async tx => {
      const deleted = await emptySandbox(tx, context.organisationId);
      const change = { target: 'sandbox', before: deleted, after: null };
      await recordAudit(tx, auditOf(context, { action: resetSandbox.name, ...change }));
      return { deleted };
    }),
  );
}
