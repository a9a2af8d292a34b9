import { signIn as operation } from '@serai/contract/account/session.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { hashToken } from '../../access/hash-token.ts';
import { recordAudit } from '../../audit-store.ts';
import { getOrganisation } from '../../organisation-store.ts';
import { joinOrganisation, linkRefused } from '../../people/join-organisation.ts';
import { findLastMembership, findMember, type Member } from '../../people/member-store.ts';
import type { FoundPerson } from '../../people/people.ts';
import { type ProofParts, provePerson } from '../../people/prove-person.ts';
import { openPersonSession, type SignedIn, signIn } from '../../sign-in.ts';
import { findLink, takeLink } from '../../sign-in-link-store.ts';
import { giveCookie, giveDeviceCookie } from './give-cookie.ts';
import { sessionView } from './session-view.ts';

const NOTHING = { session: null, secondFactorNeeded: false, invitation: null };

export function sessionSignIn(parts: ProofParts): OperatorHandler {
  return operate(operation, async (context, { token, email, password, code }) => {
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

/** What an invitation offers. It stays unused. */
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
      throw new ApiError('FORBIDDEN', 'You belong to no organisation any more. Ask for an invitation.');
    }
    const signedIn = await openPersonSession(tx, context, { member, personId, email, nowMs });
    const { organisationId, id: target, role } = member;
    await recordAudit(tx, {
      organisationId,
      actor: email,
      action: operation.name,
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
