import type { account } from '@serai/contract/account/account.ts';
import {
  changePassword as changePasswordOperation,
  showAccount,
  updateAccount as updateAccountOperation,
} from '@serai/contract/account/account.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../platform/operations/operator/caller-checks.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';
import { isTaken } from '../people/is-taken.ts';
import { moveMemberships } from '../people/member-store.ts';
import { checkNewPassword } from '../people/password-rules.ts';
import type { People } from '../people/people.ts';
import { findPerson } from '../people/person-store.ts';
import { type ProofParts, proveAgain, turnOf } from '../people/prove-person.ts';
import { sessionPerson } from '../people/session-person.ts';
import { deleteSessionsOf } from '../session-store.ts';
import { replaceToken } from './session-cookies.ts';

export function accountShow(parts: { people: People }): OperatorHandler {
  return operate(showAccount, async ({ db, session }) => {
    const { personId } = session ?? {};
    return { account: (personId !== undefined && (await accountView({ ...parts, db }, personId))) || null };
  });
}

export function accountUpdate(parts: { people: People }): OperatorHandler {
  const { people } = parts;
  return operate(updateAccountOperation, async (context, { name, email: typed }) => {
    const { db } = context;
    const { person, session } = await sessionPerson(parts, context);
    const email = typed?.toLowerCase();
    if (email !== undefined && email !== person.email) requireConfirmed(context);
    await inTransaction(db, async tx => {
      const present = await findPerson(tx, person.id);
      if (present === undefined) return;
      const changes = {
        ...(name !== undefined && name !== present.name && { name }),
        ...(email !== undefined && email !== present.email && { email }),
      };
      const changed = Object.keys(changes) as (keyof typeof changes)[];
      if (changed.length === 0) return;
      if (changes.email !== undefined) await moveAddress(tx, people, person.id, changes.email);
      await people.update(tx, person.id, changes);
      const before = Object.fromEntries(changed.map(member => [member, present[member]]));
      const target = session.memberId ?? person.id;
      await recordAudit(
        tx,
        auditOf(context, { action: updateAccountOperation.name, target, before, after: changes }),
      );
    }).catch(error => {
      throw isTaken(error) ? addressTaken() : error;
    });
    const account = await accountView({ ...parts, db }, person.id);
    if (account === undefined) throw new ApiError('UNAUTHORIZED', 'The account no longer exists.');
    return { account };
  });
}

async function moveAddress(tx: Database, people: People, personId: string, email: string): Promise<void> {
  const isFree = (await people.findByEmail(tx, email)) === undefined;
  if (isFree && (await moveMemberships(tx, personId, email))) return;
  throw addressTaken();
}

function addressTaken(): ApiError {
  return new ApiError('INVALID_STATE', 'This email address is already in use.');
}

export function accountChangePassword(parts: ProofParts): OperatorHandler {
  const { people, clock } = parts;
  return operate(changePasswordOperation, async (context, { currentPassword, newPassword }) => {
    const { db } = context;
    const { person, session } = await sessionPerson(parts, context);
    checkNewPassword(newPassword, person.email, 'newPassword');
    await proveAgain(
      parts,
      { ...context, action: changePasswordOperation.name },
      { person, session, password: currentPassword },
    );
    const passwordHash = await people.hashPassword(newPassword, turnOf(session));
    return inTransaction(db, async tx => {
      await people.savePassword(tx, person.id, passwordHash);
      const sessionsEnded = await deleteSessionsOf(tx, person.id, { exceptId: session.id });
      await replaceToken(tx, context, { session, nowMs: clock.nowMs(), confirmed: true, atOnce: true });
      const target = session.memberId ?? person.id;
      const change = { before: null, after: { sessionsEnded } };
      await recordAudit(tx, auditOf(context, { action: changePasswordOperation.name, target, ...change }));
      return { sessionsEnded };
    });
  });
}

export async function accountView(
  { db, people }: { db: Database; people: People },
  personId: string,
): Promise<z.input<typeof account> | undefined> {
  const person = await findPerson(db, personId);
  if (person === undefined) return undefined;
  const { name, email, createdAt, passwordChangedAt, hasSecondFactor } = person;
  return {
    name,
    email,
    createdAt: createdAt.toISOString(),
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    secondFactor: hasSecondFactor,
    backupCodesLeft: hasSecondFactor ? (await people.listBackupCodes(db, personId)).length : 0,
  };
}
