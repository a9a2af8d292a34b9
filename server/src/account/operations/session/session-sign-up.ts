import { signUp as operation } from '@serai/contract/account/session.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { hashToken } from '../../access/hash-token.ts';
import { recordAudit } from '../../audit-store.ts';
import { checkNewPassword } from '../../people/check-new-password.ts';
import { isTaken } from '../../people/is-taken.ts';
import { joinOrganisation, linkRefused } from '../../people/join-organisation.ts';
import type { ProofParts } from '../../people/prove-person.ts';
import { takeLinkSession } from '../../session-store.ts';
import { openPersonSession } from '../../sign-in.ts';
import { findLink, type Link, takeLink } from '../../sign-in-link-store.ts';
import { giveCookie, giveDeviceCookie } from './give-cookie.ts';
import { sessionView } from './session-view.ts';

export function sessionSignUp(parts: ProofParts): OperatorHandler {
  const { people, clock } = parts;
  return operate(operation, async (context, { token, name, email: typed, password }) => {
    const { db } = context;
    const email = typed.toLowerCase();
    const way = { tokenHash: token === undefined ? undefined : hashToken(token), session: context.session };
    // Before the slow hash, which nobody without a link may ask for.
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
        action: operation.name,
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

/** The token of a link, or the session that one opened. */
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
    'There is an account with this email address. Sign in with it instead: session/sign-in takes the token too.',
  );
}
