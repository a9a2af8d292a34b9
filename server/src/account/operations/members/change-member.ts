import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import { findOrganisationForChange } from '../../organisation-store.ts';
import { findMemberForChange, hasOtherOwner, type Member } from '../../people/member-store.ts';

/** Changes of members of one organisation come one after another: two owners cannot demote each other at once. */
export async function getMemberForChange(
  tx: Database,
  { organisationId }: OperatorContext,
  memberId: string,
): Promise<Member> {
  await findOrganisationForChange(tx, organisationId);
  const member = await findMemberForChange(tx, organisationId, memberId);
  if (member === undefined) throw new ApiError('NOT_FOUND', 'There is no such member.');
  return member;
}

/** An invited owner cannot sign in yet, and counts as none. */
export async function checkLastOwner(tx: Database, member: Member): Promise<void> {
  if (member.role !== 'owner' || member.personId === null || (await hasOtherOwner(tx, member))) return;
  throw new ApiError('INVALID_STATE', 'The last owner stays: make somebody else an owner first.');
}
