import { enableSecondFactor as operation } from '@serai/contract/account/second-factor.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { useCode, withoutSpaces } from '../../people/check-code.ts';
import { checked, type ProofParts } from '../../people/prove-person.ts';
import { sessionPerson } from '../../people/session-person.ts';

export function secondFactorEnable(parts: ProofParts): OperatorHandler {
  const { people, gates, clock } = parts;
  return operate(operation, async (context, { code: typed }) => {
    const { db } = context;
    const code = withoutSpaces(typed);
    const { person, session } = await sessionPerson(parts, context);
    if (person.hasSecondFactor) throw new ApiError('INVALID_STATE', 'You have a second factor already.');
    const outcome = await gates.signedIn.run({ key: person.id, lane: session.id }, () =>
      inTransaction(db, async tx => {
        const isRight = await people.isAuthenticatorCode(tx, person.id, code);
        if (!isRight) return undefined;
        await useCode(tx, { personId: person.id, code, nowMs: clock.nowMs() });
        const target = session.memberId ?? person.id;
        const change = { before: { secondFactor: false }, after: { secondFactor: true } };
        await recordAudit(tx, auditOf(context, { action: operation.name, target, ...change }));
        return people.listBackupCodes(tx, person.id);
      }),
    );
    const { value: backupCodes } = checked(outcome);
    if (backupCodes === undefined) {
      throw new ApiError(
        'FORBIDDEN',
        'The code is wrong. Begin again with second-factor/begin if the app has another secret.',
      );
    }
    return { backupCodes };
  });
}
