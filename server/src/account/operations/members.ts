import type { member } from '@serai/contract/account/members.ts';
import {
  inviteMember as inviteMemberOperation,
  listMembers as listMembersOperation,
  removeMember as removeMemberOperation,
  updateMember as updateMemberOperation,
} from '@serai/contract/account/members.ts';
import { hasPermission, isStaffRole, PARTNER_ROLES, type Role, STAFF_ROLES } from '@serai/contract/roles.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../platform/operations/operator/caller-checks.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { shownActor } from '../../platform/operations/operator/shown-actor.ts';
import { countLastDay, recordAudit } from '../audit-store.ts';
import { findOrganisationForChange } from '../organisation-store.ts';
import {
  countMemberships,
  deleteMember,
  findMember,
  findMemberByEmail,
  findMemberForChange,
  hasOtherOwner,
  insertMember,
  listMembers,
  type Member,
  updateMember,
} from '../people/member-store.ts';
import { invitationMail } from '../people/password-reset.ts';
import type { People } from '../people/people.ts';
import { deleteSessionsOf } from '../session-store.ts';
import { createInvitation, signInUrl } from '../sign-in.ts';
import { deleteLinksOfMember } from '../sign-in-link-store.ts';

interface MembersInviteParts {
  clock: Clock;
  dashboardUrl: string;
  sendMail?: SendMail | undefined;
}

interface Invited {
  email: string;
  name: string | undefined;
  role: Role;
  hotels: string[] | null;
  nowMs: number;
}

export function membersInvite({ clock, dashboardUrl, sendMail }: MembersInviteParts): OperatorHandler {
  return operate(inviteMemberOperation, async (context, { email, name, role, hotels = null }) => {
    checkRoleFits(role, context.partnerId);
    checkHotelsFit(role, hotels);
    return inTransaction(context.db, async tx => {
      // Serialises the invitations of a company, so that an address is not invited twice and the daily limit is exact.
      const company = await findOrganisationForChange(tx, context.organisationId);
      if (!context.staff) await checkInvitations(tx, context.organisationId);
      const invited = { email: email.toLowerCase(), name, role, hotels, nowMs: clock.nowMs() };
      const member = await invite(tx, context, invited);
      await deleteLinksOfMember(tx, member.id);
      const link = await createInvitation(tx, member, clock);
      const expiresAt = new Date(link.expiresAtMs).toISOString();
      const after = { email: member.email, name: member.name, role, expiresAt };
      await recordAudit(
        tx,
        auditOf(context, { action: inviteMemberOperation.name, target: member.id, before: null, after }),
      );
      const signInLink = signInUrl(dashboardUrl, link.token);
      const { id: memberId, email: address, name: called } = member;
      await sendMail?.(
        tx,
        invitationMail({
          memberId,
          email: address,
          name: called,
          company: company?.name ?? 'Serai',
          by: shownActor({ staff: context.partnerId === undefined }, context.actor, context.staff === true),
          signInLink,
          expiresAt,
        }),
      );
      return { member: memberView(member, context), signInLink, expiresAt, mailed: sendMail !== undefined };
    });
  });
}

/** Each invitation may send an email to any address, so the number that partner users can send is limited. */
const INVITATIONS_PER_DAY = 50;

async function checkInvitations(tx: Database, organisationId: string): Promise<void> {
  const counted = { organisationId, action: inviteMemberOperation.name };
  if ((await countLastDay(tx, counted, INVITATIONS_PER_DAY)) < INVITATIONS_PER_DAY) return;
  const message = `Your company has sent ${INVITATIONS_PER_DAY} invitations within a day. Try again tomorrow, or ask the operator to send them.`;
  throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: 3_600 });
}

async function invite(tx: Database, context: OperatorContext, invited: Invited): Promise<Member> {
  const { organisationId } = context;
  const { email, name, role, hotels, nowMs } = invited;
  const present = await findMemberByEmail(tx, organisationId, email);
  if (touchesOwners(context.role, role, present?.role ?? role))
    throw new ApiError('FORBIDDEN', 'Only an owner may invite owners.');
  if (mayManagePeople(role)) requireConfirmed(context);
  if (present !== undefined && present.personId !== null)
    throw new ApiError('INVALID_STATE', 'This person is already a member.');
  const id = present?.id ?? newId('mbr');
  if (present === undefined) await insertMember(tx, { id, organisationId, email, name, role, hotels, nowMs });
  else await updateMember(tx, id, { name, role, hotels });
  return (await findMember(tx, id)) as Member;
}

const DEFAULT_LIMIT = 50;

interface MembersListParts {
  cursorKey: Buffer;
}

export function membersList({ cursorKey }: MembersListParts): OperatorHandler {
  return operate(listMembersOperation, async (context, { role, page }) => {
    const { db, organisationId } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listMembersOperation.name, organisationId, role ?? null];
    const [after] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = await listMembers(db, { organisationId, role }, after, limit + 1);
    const paged = pageOf(found, limit, ({ email }) => makeCursor(cursorKey, boundTo, [email]));
    return { members: paged.shown.map(found => memberView(found, context)), page: paged.page };
  });
}

/** A new role ends the member's sessions, so that no cookie keeps old permissions. */
export function membersUpdate(): OperatorHandler {
  return operate(updateMemberOperation, async (context, { memberId, name, role, hotels }) =>
    inTransaction(context.db, async tx => {
      const present = await getMemberForChange(tx, context, memberId);
      const wanted = wantedOf(present, { name, role, hotels });
      checkRoleFits(wanted.role, context.partnerId);
      checkHotelsFit(wanted.role, wanted.hotels);
      if (touchesOwners(context.role, present.role, wanted.role))
        throw new ApiError('FORBIDDEN', 'Only an owner may create or change owners.');
      const isNamed = wanted.name !== present.name;
      const hasNewRole = wanted.role !== present.role;
      const hasNewHotels = JSON.stringify(wanted.hotels) !== JSON.stringify(present.hotels);
      if (!isNamed && !hasNewRole && !hasNewHotels) return { member: memberView(present, context) };
      if (hasNewRole && mayManagePeople(wanted.role)) requireConfirmed(context);
      if (hasNewRole) await checkLastOwner(tx, present);
      await updateMember(tx, memberId, { name, role: wanted.role, hotels: wanted.hotels });
      const { personId, organisationId } = present;
      if (hasNewRole && personId !== null) await deleteSessionsOf(tx, personId, { organisationId });
      const changed = {
        ...(isNamed && { name: true }),
        ...(hasNewRole && { role: true }),
        ...(hasNewHotels && { hotels: true }),
      };
      const names = Object.keys(changed) as (keyof typeof wanted)[];
      const before = Object.fromEntries(names.map(field => [field, present[field]]));
      const after = Object.fromEntries(names.map(field => [field, wanted[field]]));
      await recordAudit(
        tx,
        auditOf(context, { action: updateMemberOperation.name, target: memberId, before, after }),
      );
      return { member: memberView({ ...present, ...wanted }, context) };
    }),
  );
}

interface MembersRemoveParts {
  people: People;
}

/** A person without another membership loses the account, so that a new invitation starts with a new password. */
export function membersRemove({ people }: MembersRemoveParts): OperatorHandler {
  return operate(removeMemberOperation, async (context, { memberId }) => {
    const { db } = context;
    await inTransaction(db, async tx => {
      const member = await getMemberForChange(tx, context, memberId);
      const { email, role, personId, organisationId } = member;
      if (touchesOwners(context.role, role))
        throw new ApiError('FORBIDDEN', 'Only an owner may remove owners.');
      await checkLastOwner(tx, member);
      await deleteMember(tx, memberId);
      if (personId !== null) {
        await deleteSessionsOf(tx, personId, { organisationId });
        if ((await countMemberships(tx, personId)) === 0) await people.remove(tx, personId);
      }
      const before = { email, role };
      await recordAudit(
        tx,
        auditOf(context, { action: removeMemberOperation.name, target: memberId, before, after: null }),
      );
    });
    return { memberId };
  });
}

/** Serialises changes to the people of one company, so that two owners cannot demote each other concurrently. */
export async function getMemberForChange(
  tx: Database,
  { organisationId }: OperatorContext,
  memberId: string,
): Promise<Member> {
  await findOrganisationForChange(tx, organisationId);
  const member = await findMemberForChange(tx, organisationId, memberId);
  if (member === undefined)
    throw new ApiError('NOT_FOUND', 'This member does not exist. members/list shows the members.');
  return member;
}

/** An invited owner cannot sign in yet and is not counted. */
export async function checkLastOwner(tx: Database, member: Member): Promise<void> {
  if (member.role !== 'owner' || member.personId === null || (await hasOtherOwner(tx, member))) return;
  throw new ApiError(
    'INVALID_STATE',
    'The last owner cannot be removed or demoted. Make someone else an owner first.',
  );
}

/**
 * Roles with this permission may also change production keys, so giving a member such a role requires a confirmed
 * session. A stolen cookie is not enough.
 */
export function mayManagePeople(role: Role): boolean {
  return hasPermission(role, 'people:manage');
}

/**
 * Returns true if the caller is not an owner but the change concerns one. Only owners may create, change and remove
 * owners.
 */
export function touchesOwners(caller: Role, ...roles: readonly Role[]): boolean {
  return caller !== 'owner' && roles.includes('owner');
}

export function checkRoleFits(role: Role, partnerId: string | undefined): void {
  if (isStaffRole(role) === (partnerId === undefined)) return;
  const message =
    partnerId === undefined
      ? `Staff must have one of the roles ${STAFF_ROLES.join(', ')}. Specify partnerId to invite a partner user.`
      : `Partner users must have one of the roles ${PARTNER_ROLES.join(', ')}.`;
  throw new ApiError('VALIDATION_ERROR', message, {
    details: [{ path: '/role', code: 'ROLE_NOT_ALLOWED', message }],
  });
}

function checkHotelsFit(role: Role, hotels: readonly string[] | null): void {
  if (hotels === null || role === 'revenue') return;
  const message = 'Only the role revenue can be restricted to certain hotels.';
  throw new ApiError('VALIDATION_ERROR', message, {
    details: [{ path: '/hotels', code: 'NOT_ALLOWED', message }],
  });
}

interface MemberChange {
  name: string | undefined;
  role: Role | undefined;
  hotels: string[] | null | undefined;
}

/** Changing to a role other than revenue removes the restriction to certain hotels. */
function wantedOf(present: Member, { name, role = present.role, hotels }: MemberChange) {
  const kept = role === 'revenue' ? present.hotels : null;
  return { name: name ?? present.name, role, hotels: hotels === undefined ? kept : hotels };
}

export function memberView(
  found: Member,
  { partnerId }: Pick<OperatorContext, 'partnerId'>,
): z.input<typeof member> {
  return {
    memberId: found.id,
    partnerId: partnerId ?? null,
    email: found.email,
    name: found.name,
    role: found.role,
    hotels: found.hotels,
    status: found.personId === null ? 'INVITED' : 'ACTIVE',
    secondFactor: found.hasSecondFactor,
    createdAt: found.createdAt.toISOString(),
    lastSignInAt: found.lastSignInAt?.toISOString() ?? null,
  };
}
