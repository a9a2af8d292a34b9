import { updateAccount as operation } from '@serai/contract/account/account.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../../platform/operations/operator/caller-checks.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { isTaken } from '../../people/is-taken.ts';
import { moveMemberships } from '../../people/member-store.ts';
import type { People } from '../../people/people.ts';
import { findPerson } from '../../people/person-store.ts';
import { sessionPerson } from '../../people/session-person.ts';
import { accountView } from './account-view.ts';

export function accountUpdate(parts: { people: People }): OperatorHandler {
  const { people } = parts;
  return operate(operation, async (context, { name, email: typed }) => {
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
      await recordAudit(tx, auditOf(context, { action: operation.name, target, before, after: changes }));
    }).catch(error => {
      throw isTaken(error) ? addressTaken() : error;
    });
    const account = await accountView({ ...parts, db }, person.id);
    if (account === undefined) throw new ApiError('UNAUTHORIZED', 'The account is gone.');
    return { account };
  });
}

async function moveAddress(tx: Database, people: People, personId: string, email: string): Promise<void> {
  const isFree = (await people.findByEmail(tx, email)) === undefined;
  if (isFree && (await moveMemberships(tx, personId, email))) return;
  throw addressTaken();
}

function addressTaken(): ApiError {
  return new ApiError('INVALID_STATE', 'This email address is taken.');
}
