import { beginSecondFactor as operation } from '@serai/contract/account/second-factor.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { type ProofParts, proveAgain } from '../../people/prove-person.ts';
import { sessionPerson } from '../../people/session-person.ts';

export function secondFactorBegin(parts: ProofParts): OperatorHandler {
  return operate(operation, async (context, { password }) => {
    const { person, session } = await sessionPerson(parts, context);
    await proveAgain(parts, { ...context, action: operation.name }, { person, session, password });
    const uri = await inTransaction(context.db, async tx => {
      const made = await parts.people.beginSecondFactor(tx, person.id, password);
      if (made === undefined)
        throw new ApiError('INVALID_STATE', 'You have a second factor. Remove it before you set up another.');
      const target = session.memberId ?? person.id;
      await recordAudit(tx, auditOf(context, { action: operation.name, target, before: null, after: null }));
      return made;
    });
    return { secret: new URL(uri).searchParams.get('secret') ?? '', uri };
  });
}
