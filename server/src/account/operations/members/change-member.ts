import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import { findOrganisationForChange } from '../../organisation-store.ts';
import { findMemberForChange, hasOtherOwner, type Member } from '../../people/member-store.ts';

/** Serialises changes to members of one organisation, so that two owners cannot demote each other concurrently. */
export async function getMemberForChange(
  tx: Database,
  { organisationId }: OperatorContext,
  memberId: string,
): Promise<Member> {
  await findOrganisationForChange(tx, organisationId);
  const member = await findMemberForChange(tx, organisationId, memberId);
  if (member === undefined) throw new ApiError('NOT_FOUND', 'This member does not exist.');
  return member;
}

/** An invited owner cannot sign in yet and does not count. */
export async function checkLastOwner(tx: Database, member: Member): Promise<void> {
  if (member.role !== 'owner' || member.personId === null || (await hasOtherOwner(tx, member))) return;
  throw new ApiError(
    'INVALID_STATE',
    'The last owner cannot be removed or changed. Make someone else an owner first.',
  );
}
