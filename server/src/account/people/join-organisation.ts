/** Adds a person to an organisation: with a link that anyone may use, or with an invitation for one address. */
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids/ids.ts';
import { deleteLinksOfMember, type Link } from '../sign-in-link-store.ts';
import {
  acceptMembership,
  findMember,
  findMemberByEmail,
  findMemberForChange,
  findMembership,
  insertMember,
  type Member,
} from './member-store.ts';

interface Joining {
  personId: string;
  email: string;
  nowMs: number;
}

/** An existing member keeps the current role. */
export async function joinOrganisation(tx: Database, link: Link, joining: Joining): Promise<Member> {
  const { personId, email, nowMs } = joining;
  const { organisationId, role } = link;
  const invited =
    link.memberId === undefined
      ? await findMemberByEmail(tx, organisationId, email)
      : await findMemberForChange(tx, organisationId, link.memberId);
  if (link.memberId !== undefined && invited?.email !== email) throw wrongAddress();
  const present = await findMembership(tx, personId, organisationId);
  if (present !== undefined) return present;
  const id = invited?.id ?? newId('mbr');
  if (invited === undefined) await insertMember(tx, { id, organisationId, personId, email, role, nowMs });
  else {
    await deleteLinksOfMember(tx, id);
    await acceptMembership(tx, id, { personId, role: link.memberId === undefined ? role : invited.role });
  }
  const member = await findMember(tx, id);
  if (member === undefined) throw new Error(`member ${id} no longer exists`);
  return member;
}

export function linkRefused(): ApiError {
  return new ApiError(
    'UNAUTHORIZED',
    'The link is unknown, already used or expired. Request a new one, or run `npx serai sign-in` on the server.',
  );
}

function wrongAddress(): ApiError {
  const message = 'The invitation is for another email address.';
  return new ApiError('VALIDATION_ERROR', message, {
    details: [{ path: '/email', code: 'NOT_INVITED', message }],
  });
}
