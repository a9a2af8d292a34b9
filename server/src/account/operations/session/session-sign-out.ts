import { signOut } from '@serai/contract/account/session.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { clearedSessionCookie } from '../../access/session-cookie.ts';
import { recordAudit } from '../../audit-store.ts';
import { deleteSession } from '../../session-store.ts';

export function sessionSignOut(): OperatorHandler {
  return operate(signOut, async context => {
    const { db, session, cookies, secure = false } = context;
    if (session === undefined) return { signedOut: false };
    cookies.push(clearedSessionCookie(secure));
    const signedOut = await inTransaction(db, async tx => {
      if (!(await deleteSession(tx, session.id))) return false;
      const change = { target: session.id, before: null, after: null };
      await recordAudit(tx, auditOf(context, { action: signOut.name, ...change }));
      return true;
    });
    return { signedOut };
  });
}
