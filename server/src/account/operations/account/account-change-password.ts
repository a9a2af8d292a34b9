import { changePassword as operation } from '@serai/contract/account/account.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { checkNewPassword } from '../../people/check-new-password.ts';
import { type ProofParts, proveAgain, turnOf } from '../../people/prove-person.ts';
import { sessionPerson } from '../../people/session-person.ts';
import { deleteSessionsOf } from '../../session-store.ts';
import { replaceToken } from '../session/replace-token.ts';

export function accountChangePassword(parts: ProofParts): OperatorHandler {
  const { people, clock } = parts;
  return operate(operation, async (context, { currentPassword, newPassword }) => {
    const { db } = context;
    const { person, session } = await sessionPerson(parts, context);
    checkNewPassword(newPassword, person.email, 'newPassword');
    await proveAgain(
      parts,
      { ...context, action: operation.name },
      { person, session, password: currentPassword },
    );
    const passwordHash = await people.hashPassword(newPassword, turnOf(session));
    return inTransaction(db, async tx => {
      await people.savePassword(tx, person.id, passwordHash);
      const sessionsEnded = await deleteSessionsOf(tx, person.id, { exceptId: session.id });
      await replaceToken(tx, context, { session, nowMs: clock.nowMs(), confirmed: true, atOnce: true });
      const target = session.memberId ?? person.id;
      const change = { before: null, after: { sessionsEnded } };
      await recordAudit(tx, auditOf(context, { action: operation.name, target, ...change }));
      return { sessionsEnded };
    });
  });
}
