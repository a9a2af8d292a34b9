import { disableSecondFactor as operation } from '@serai/contract/account/second-factor.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { type ProofParts, proveAgain } from '../../people/prove-person.ts';
import { sessionPerson } from '../../people/session-person.ts';

export function secondFactorDisable(parts: ProofParts): OperatorHandler {
  return operate(operation, async (context, { password, code }) => {
    const { person, session } = await sessionPerson(parts, context);
    if (!person.hasSecondFactor) throw new ApiError('INVALID_STATE', 'You have no second factor.');
    await proveAgain(parts, { ...context, action: operation.name }, { person, session, password, code });
    await inTransaction(context.db, async tx => {
      await parts.people.disableSecondFactor(tx, person.id, password);
      const target = session.memberId ?? person.id;
      const change = { before: { secondFactor: true }, after: { secondFactor: false } };
      await recordAudit(tx, auditOf(context, { action: operation.name, target, ...change }));
    });
    return { secondFactor: false };
  });
}
