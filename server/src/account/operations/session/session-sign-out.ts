import { signOut } from '@serai/contract/account/session/sign-out.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator-handler.ts';
import { clearedSessionCookie } from '../../access/session-cookie.ts';
import { deleteSession } from '../../session-store.ts';

export function sessionSignOut({ db }: { db: Database }): OperatorHandler {
  return operate(signOut, async ({ session, answerHeaders, secure = false }) => {
    if (session === undefined) return { signedOut: false };
    answerHeaders['set-cookie'] = clearedSessionCookie(secure);
    return { signedOut: await deleteSession(db, session.id) };
  });
}
