import { removeMember as operation } from '@serai/contract/account/members.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { countMemberships, deleteMember } from '../../people/member-store.ts';
import type { People } from '../../people/people.ts';
import { deleteSessionsOf } from '../../session-store.ts';
import { checkLastOwner, getMemberForChange } from './change-member.ts';
import { touchesOwners } from './member-rules.ts';

interface MembersRemoveParts {
  people: People;
}

/** Who belongs nowhere else loses the account too, so that a new invitation starts with a new password. */
export function membersRemove({ people }: MembersRemoveParts): OperatorHandler {
  return operate(operation, async (context, { memberId }) => {
    const { db } = context;
    await inTransaction(db, async tx => {
      const member = await getMemberForChange(tx, context, memberId);
      const { email, role, personId, organisationId } = member;
      if (touchesOwners(context.role, role)) throw new ApiError('FORBIDDEN', 'Only an owner removes owners.');
      await checkLastOwner(tx, member);
      await deleteMember(tx, memberId);
      if (personId !== null) {
        await deleteSessionsOf(tx, personId, { organisationId });
        if ((await countMemberships(tx, personId)) === 0) await people.remove(tx, personId);
      }
      const before = { email, role };
      await recordAudit(
        tx,
        auditOf(context, { action: operation.name, target: memberId, before, after: null }),
      );
    });
    return { memberId };
  });
}
