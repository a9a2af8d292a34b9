/** Signing in and signing up: with a one-time link, an invitation, or a password and second factor. */

import {
  createLink,
  signIn as signInOperation,
  signUp as signUpOperation,
} from '@serai/contract/account/session.ts';
import { isStaffRole } from '@serai/contract/roles.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { hashToken } from '../access/hash-token.ts';
import { recordAudit } from '../audit-store.ts';
import { getOrganisation } from '../organisation-store.ts';
import { isTaken } from '../people/is-taken.ts';
import { joinOrganisation, linkRefused } from '../people/join-organisation.ts';
import { findLastMembership, findMember, type Member } from '../people/member-store.ts';
import { checkNewPassword } from '../people/password-rules.ts';
import type { FoundPerson } from '../people/people.ts';
import { type ProofParts, provePerson } from '../people/prove-person.ts';
import { takeLinkSession } from '../session-store.ts';
import { createSignInLink, openPersonSession, type SignedIn, signIn, signInUrl } from '../sign-in.ts';
import { findLink, type Link, takeLink } from '../sign-in-link-store.ts';
import { checkRoleFits } from './members.ts';
import { giveCookie, giveDeviceCookie } from './session-cookies.ts';
import { sessionView } from './session-view.ts';

const NOTHING = { session: null, secondFactorNeeded: false, invitation: null };

export function sessionSignIn(parts: ProofParts): OperatorHandler {
  return operate(signInOperation, async (context, { token, email, password, code }) => {
    if (email === undefined || password === undefined) {
      const invitation = await findInvitation(parts, context.db, token ?? '');
      if (invitation !== undefined) return { ...NOTHING, invitation };
      const signedIn = await signIn(context.db, parts.clock, { ...context, token: token ?? '' });
      if (signedIn === undefined) throw linkRefused();
      return answer(parts, context, signedIn);
    }
    const person = await provePerson(parts, context, { email, password, code });
    if (person === undefined) return { ...NOTHING, secondFactorNeeded: true };
    const answered = await answer(parts, context, await enter(parts, context, person, token));
    giveDeviceCookie(context, parts.devices, person.email);
    return answered;
  });
}

async function answer(parts: ProofParts, context: OperatorContext, { token, tokenHash }: SignedIn) {
  giveCookie(context, token);
  return { ...NOTHING, session: await sessionView({ ...parts, db: context.db }, tokenHash) };
}

/** Describes an invitation without using it. */
async function findInvitation({ people, clock }: ProofParts, db: Database, token: string) {
  const link = await findLink(db, hashToken(token), clock.nowMs());
  const member = link?.memberId === undefined ? undefined : await findMember(db, link.memberId);
  if (member === undefined) return undefined;
  const { email, name, role, organisationId } = member;
  const { name: organisation } = await getOrganisation(db, organisationId);
  return { organisation, email, name, role, hasAccount: (await people.findByEmail(db, email)) !== undefined };
}

function enter(
  { clock }: ProofParts,
  context: OperatorContext,
  { id: personId, email }: FoundPerson,
  token: string | undefined,
): Promise<SignedIn> {
  return inTransaction(context.db, async tx => {
    const nowMs = clock.nowMs();
    const member =
      token === undefined
        ? await findLastMembership(tx, personId)
        : await joinWithLink(tx, token, { personId, email, nowMs });
    if (member === undefined) {
      throw new ApiError(
        'FORBIDDEN',
        'Your account no longer belongs to the operator or a partner. Ask for an invitation.',
      );
    }
    const signedIn = await openPersonSession(tx, context, { member, personId, email, nowMs });
    const { organisationId, id: target, role } = member;
    await recordAudit(tx, {
      organisationId,
      actor: email,
      staff: isStaffRole(role),
      action: signInOperation.name,
      target,
      before: null,
      after: { role },
      address: context.address,
      requestId: context.requestId,
    });
    return signedIn;
  });
}

async function joinWithLink(
  tx: Database,
  token: string,
  joining: { personId: string; email: string; nowMs: number },
): Promise<Member> {
  const link = await takeLink(tx, hashToken(token), joining.nowMs);
  if (link === undefined) throw linkRefused();
  return joinOrganisation(tx, link, joining);
}

export function sessionSignUp(parts: ProofParts): OperatorHandler {
  const { people, clock } = parts;
  return operate(signUpOperation, async (context, { token, name, email: typed, password }) => {
    const { db } = context;
    const email = typed.toLowerCase();
    const way = { tokenHash: token === undefined ? undefined : hashToken(token), session: context.session };
    // The link is checked before the slow hash, so that hashing requires a valid link.
    if (!(await isOpen(db, way, clock.nowMs()))) throw linkRefused();
    checkNewPassword(password, email, 'password');
    const lane = way.tokenHash?.toString('hex') ?? context.session?.id ?? '';
    const passwordHash = await people.hashPassword(password, { queue: 'known', lane });
    const signedIn = await inTransaction(db, async tx => {
      const nowMs = clock.nowMs();
      const link = await take(tx, way, nowMs);
      if (link === undefined) throw linkRefused();
      if ((await people.findByEmail(tx, email)) !== undefined) throw addressTaken();
      const personId = await people.create(tx, { name, email, passwordHash });
      const member = await joinOrganisation(tx, link, { personId, email, nowMs });
      const { organisationId, id: target, role } = member;
      await recordAudit(tx, {
        organisationId,
        actor: email,
        staff: isStaffRole(role),
        action: signUpOperation.name,
        target,
        before: null,
        after: { name, email, role },
        address: context.address,
        requestId: context.requestId,
      });
      return openPersonSession(tx, context, { member, personId, email, nowMs });
    }).catch(error => {
      throw isTaken(error) ? addressTaken() : error;
    });
    giveCookie(context, signedIn.token);
    giveDeviceCookie(context, parts.devices, email);
    return { session: await sessionView({ ...parts, db }, signedIn.tokenHash) };
  });
}

/** A link's token, or a session that was opened by a link. */
interface Way {
  tokenHash: Buffer | undefined;
  session: { id: string; personId: string | undefined } | undefined;
}

async function isOpen(db: Database, { tokenHash, session }: Way, nowMs: number): Promise<boolean> {
  if (tokenHash !== undefined) return (await findLink(db, tokenHash, nowMs)) !== undefined;
  return session !== undefined && session.personId === undefined;
}

async function take(tx: Database, { tokenHash, session }: Way, nowMs: number): Promise<Link | undefined> {
  if (tokenHash !== undefined) return takeLink(tx, tokenHash, nowMs);
  const taken = session && (await takeLinkSession(tx, session.id));
  return taken && { ...taken, memberId: undefined };
}

function addressTaken(): ApiError {
  return new ApiError(
    'INVALID_STATE',
    'An account with this email address already exists. Use session/sign-in instead, and send the token there.',
  );
}

interface CreateLinkParts {
  clock: Clock;
  dashboardUrl: string;
}

export function sessionCreateLink({ clock, dashboardUrl }: CreateLinkParts): OperatorHandler {
  return operate(createLink, async (context, { role: given }) => {
    const { db, partnerId } = context;
    const role = given ?? (partnerId === undefined ? 'owner' : 'partner-admin');
    checkRoleFits(role, partnerId);
    if (context.session !== undefined)
      throw new ApiError('FORBIDDEN', 'Only the operator token may create links.');
    return inTransaction(db, async tx => {
      const made = await createSignInLink(tx, context.organisationId, role, clock);
      const after = { role, expiresAt: new Date(made.expiresAtMs).toISOString() };
      await recordAudit(
        tx,
        auditOf(context, { action: createLink.name, target: made.actor, before: null, after }),
      );
      return { url: signInUrl(dashboardUrl, made.token), ...after };
    });
  });
}
