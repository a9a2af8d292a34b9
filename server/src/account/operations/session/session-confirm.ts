import { confirmSession as operation } from '@serai/contract/account/session.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { type ProofParts, proveAgain } from '../../people/prove-person.ts';
import { sessionPerson } from '../../people/session-person.ts';
import { replaceToken } from './replace-token.ts';
import { operatorTokenView, sessionView } from './session-view.ts';

export function sessionConfirm(parts: ProofParts): OperatorHandler {
  return operate(operation, async (context, { password, code }) => {
    if (context.session === undefined) return { session: await operatorTokenView(context) };
    refuseLink(context);
    const { person, session } = await sessionPerson(parts, context);
    if (code !== undefined && !person.hasSecondFactor)
      throw new ApiError('FORBIDDEN', 'You have no second factor: confirm with your password.');
    await proveAgain(parts, { ...context, action: operation.name }, { person, session, password, code });
    const tokenHash = await inTransaction(context.db, async tx => {
      const by = password === undefined ? 'code' : 'password';
      await recordAudit(
        tx,
        auditOf(context, { action: operation.name, target: session.id, before: null, after: { by } }),
      );
      return replaceToken(tx, context, { session, nowMs: parts.clock.nowMs(), confirmed: true });
    });
    return { session: await sessionView({ ...parts, db: context.db }, tokenHash) };
  });
}

function refuseLink({ session }: OperatorContext): void {
  if (session?.personId !== undefined) return;
  throw new ApiError(
    'FORBIDDEN',
    'A session of a one-time link has no password. Create an account with session/sign-up, or open a new link.',
  );
}
