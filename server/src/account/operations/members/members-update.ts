import { updateMember as operation } from '@serai/contract/account/members.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../../platform/operations/operator/caller-checks.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { updateMember } from '../../people/member-store.ts';
import { deleteSessionsOf } from '../../session-store.ts';
import { checkLastOwner, getMemberForChange } from './change-member.ts';
import { mayManagePeople, touchesOwners } from './member-rules.ts';
import { memberView } from './member-view.ts';

/** A new role ends the sessions of the member: no cookie outlives the powers it was given for. */
export function membersUpdate(): OperatorHandler {
  return operate(operation, async (context, { memberId, name, role }) =>
    inTransaction(context.db, async tx => {
      const present = await getMemberForChange(tx, context, memberId);
      const wanted = { name: name ?? present.name, role: role ?? present.role };
      if (touchesOwners(context.role, present.role, wanted.role))
        throw new ApiError('FORBIDDEN', 'Only an owner makes or changes owners.');
      const isNamed = wanted.name !== present.name;
      const hasNewRole = wanted.role !== present.role;
      if (!isNamed && !hasNewRole) return { member: memberView(present) };
      if (hasNewRole && mayManagePeople(wanted.role)) requireConfirmed(context);
      if (hasNewRole) await checkLastOwner(tx, present);
      await updateMember(tx, memberId, { name, role: wanted.role });
      const { personId, organisationId } = present;
      if (hasNewRole && personId !== null) await deleteSessionsOf(tx, personId, { organisationId });
      const before = { ...(isNamed && { name: present.name }), ...(hasNewRole && { role: present.role }) };
      const after = { ...(isNamed && { name: wanted.name }), ...(hasNewRole && { role: wanted.role }) };
      await recordAudit(tx, auditOf(context, { action: operation.name, target: memberId, before, after }));
      return { member: memberView({ ...present, ...wanted }) };
    }),
  );
}
