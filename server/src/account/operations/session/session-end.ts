import { endSession as operation } from '@serai/contract/account/session.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { clearedSessionCookie } from '../../access/session-cookie.ts';
import { recordAudit } from '../../audit-store.ts';
import { deleteSession } from '../../session-store.ts';
import { mayManagePeople } from '../members/member-rules.ts';
import { type EndableSession, findSessionToEnd } from './session-list-store.ts';

export function sessionEnd(): OperatorHandler {
  return operate(operation, async (context, { sessionId }) => {
    const { db } = context;
    await inTransaction(db, async tx => {
      const found = await findSessionToEnd(tx, sessionId);
      if (found === undefined || !isReachable(context, sessionId, found)) {
        throw new ApiError('NOT_FOUND', 'There is no such session.');
      }
      if (found.role === 'owner' && context.role !== 'owner' && !isOwn(context, sessionId, found))
        throw new ApiError('FORBIDDEN', 'Only an owner ends sessions of owners.');
      await deleteSession(tx, sessionId);
      const change = { before: { actor: found.actor }, after: null };
      await recordAudit(tx, auditOf(context, { action: operation.name, target: sessionId, ...change }));
    });
    if (sessionId === context.session?.id) {
      context.cookies.push(clearedSessionCookie(context.secure ?? false));
    }
    return { sessionId };
  });
}

function isOwn({ session }: OperatorContext, sessionId: string, found: EndableSession): boolean {
  if (session === undefined) return false;
  return sessionId === session.id || (found.personId !== null && found.personId === session.personId);
}

/** What somebody may not end, they do not learn of. */
function isReachable(context: OperatorContext, sessionId: string, found: EndableSession): boolean {
  if (isOwn(context, sessionId, found)) return true;
  return mayManagePeople(context.role) && found.organisationId === context.organisationId;
}
