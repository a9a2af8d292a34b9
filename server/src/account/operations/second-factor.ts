import {
  beginSecondFactor as beginSecondFactorOperation,
  disableSecondFactor as disableSecondFactorOperation,
  enableSecondFactor as enableSecondFactorOperation,
} from '@serai/contract/account/second-factor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';
import { useCode, withoutSpaces } from '../people/check-code.ts';
import { checked, type ProofParts, proveAgain } from '../people/prove-person.ts';
import { sessionPerson } from '../people/session-person.ts';

export function secondFactorBegin(parts: ProofParts): OperatorHandler {
  return operate(beginSecondFactorOperation, async (context, { password }) => {
    const { person, session } = await sessionPerson(parts, context);
    await proveAgain(
      parts,
      { ...context, action: beginSecondFactorOperation.name },
      { person, session, password },
    );
    const uri = await inTransaction(context.db, async tx => {
      const made = await parts.people.beginSecondFactor(tx, person.id, password);
      if (made === undefined)
        throw new ApiError(
          'INVALID_STATE',
          'You already have a second factor. Remove it before you set up another one.',
        );
      const target = session.memberId ?? person.id;
      await recordAudit(
        tx,
        auditOf(context, { action: beginSecondFactorOperation.name, target, before: null, after: null }),
      );
      return made;
    });
    return { secret: new URL(uri).searchParams.get('secret') ?? '', uri };
  });
}

export function secondFactorEnable(parts: ProofParts): OperatorHandler {
  const { people, gates, clock } = parts;
  return operate(enableSecondFactorOperation, async (context, { code: typed }) => {
    const { db } = context;
    const code = withoutSpaces(typed);
    const { person, session } = await sessionPerson(parts, context);
    if (person.hasSecondFactor) throw new ApiError('INVALID_STATE', 'You already have a second factor.');
    const outcome = await gates.signedIn.run({ key: person.id, lane: session.id }, () =>
      inTransaction(db, async tx => {
        const isRight = await people.isAuthenticatorCode(tx, person.id, code);
        if (!isRight) return undefined;
        await useCode(tx, { personId: person.id, code, nowMs: clock.nowMs() });
        const target = session.memberId ?? person.id;
        const change = { before: { secondFactor: false }, after: { secondFactor: true } };
        await recordAudit(
          tx,
          auditOf(context, { action: enableSecondFactorOperation.name, target, ...change }),
        );
        return people.listBackupCodes(tx, person.id);
      }),
    );
    const { value: backupCodes } = checked(outcome);
    if (backupCodes === undefined) {
      throw new ApiError(
        'FORBIDDEN',
        'The code is wrong. If the app uses another secret, start again with second-factor/begin.',
      );
    }
    return { backupCodes };
  });
}

export function secondFactorDisable(parts: ProofParts): OperatorHandler {
  return operate(disableSecondFactorOperation, async (context, { password, code }) => {
    const { person, session } = await sessionPerson(parts, context);
    if (!person.hasSecondFactor) throw new ApiError('INVALID_STATE', 'You have no second factor.');
    await proveAgain(
      parts,
      { ...context, action: disableSecondFactorOperation.name },
      { person, session, password, code },
    );
    await inTransaction(context.db, async tx => {
      await parts.people.disableSecondFactor(tx, person.id, password);
      const target = session.memberId ?? person.id;
      const change = { before: { secondFactor: true }, after: { secondFactor: false } };
      await recordAudit(
        tx,
        auditOf(context, { action: disableSecondFactorOperation.name, target, ...change }),
      );
    });
    return { secondFactor: false };
  });
}
