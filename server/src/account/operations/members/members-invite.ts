import { inviteMember as operation } from '@serai/contract/account/members.ts';
import type { Role } from '@serai/contract/operator-operation.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../../platform/operations/operator/caller-checks.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../../audit-store.ts';
import { findOrganisationForChange } from '../../organisation-store.ts';
import {
  findMember,
  findMemberByEmail,
  insertMember,
  type Member,
  updateMember,
} from '../../people/member-store.ts';
import { createInvitation, signInUrl } from '../../sign-in.ts';
import { deleteLinksOfMember } from '../../sign-in-link-store.ts';
import { mayManagePeople, touchesOwners } from './member-rules.ts';
import { memberView } from './member-view.ts';

interface MembersInviteParts {
  clock: Clock;
  /** Where people reach the dashboard, without a slash at the end. */
  dashboardUrl: string;
}

interface Invited {
  email: string;
  name: string | undefined;
  role: Role;
  nowMs: number;
}

export function membersInvite({ clock, dashboardUrl }: MembersInviteParts): OperatorHandler {
  return operate(operation, async (context, { email, name, role }) =>
    inTransaction(context.db, async tx => {
      // Two who invite the same address at once come one after the other.
      await findOrganisationForChange(tx, context.organisationId);
      const invited = { email: email.toLowerCase(), name, role, nowMs: clock.nowMs() };
      const member = await invite(tx, context, invited);
      await deleteLinksOfMember(tx, member.id);
      const link = await createInvitation(tx, member, clock);
      const expiresAt = new Date(link.expiresAtMs).toISOString();
      const after = { email: member.email, name: member.name, role, expiresAt };
      await recordAudit(
        tx,
        auditOf(context, { action: operation.name, target: member.id, before: null, after }),
      );
      return { member: memberView(member), signInLink: signInUrl(dashboardUrl, link.token), expiresAt };
    }),
  );
}

async function invite(tx: Database, context: OperatorContext, invited: Invited): Promise<Member> {
  const { organisationId } = context;
  const { email, name, role, nowMs } = invited;
  const present = await findMemberByEmail(tx, organisationId, email);
  if (touchesOwners(context.role, role, present?.role ?? role))
    throw new ApiError('FORBIDDEN', 'Only an owner invites owners.');
  if (mayManagePeople(role)) requireConfirmed(context);
  if (present !== undefined && present.personId !== null)
    throw new ApiError('INVALID_STATE', 'This person is a member already.');
  const id = present?.id ?? newId('mbr');
  if (present === undefined) await insertMember(tx, { id, organisationId, email, name, role, nowMs });
  else await updateMember(tx, id, { name, role });
  return (await findMember(tx, id)) as Member;
}
