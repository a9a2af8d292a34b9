/** One-time links and the sessions they open. Clear tokens exist in the link and in the cookie, nowhere else. */
import type { Role } from '@serai/contract/operator-operation.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { randomBase62 } from '../platform/ids/ids.ts';
import { hashToken } from './access/hash-token.ts';
import { recordAudit } from './audit-store.ts';
import { deleteEndedSessions, insertSession } from './session-store.ts';
import { deleteExpiredLinks, insertLink, takeLink } from './sign-in-link-store.ts';

const LINK_VALID_MS = 24 * 3_600_000;
/** 256 bits in base62. */
const TOKEN_LENGTH = 43;

export interface SignInLink {
  /** What the audit calls whoever signs in with it. */
  actor: string;
  token: string;
  role: Role;
  expiresAtMs: number;
}

export async function createSignInLink(
  db: Database,
  organisationId: string,
  role: Role,
  clock: Clock = systemClock,
): Promise<SignInLink> {
  const token = randomBase62(TOKEN_LENGTH);
  const tokenHash = hashToken(token);
  const nowMs = clock.nowMs();
  const expiresAtMs = nowMs + LINK_VALID_MS;
  await deleteExpiredLinks(db, nowMs);
  await insertLink(db, { tokenHash, organisationId, role, nowMs, expiresAtMs });
  return { actor: actorOf(tokenHash), token, role, expiresAtMs };
}

/** The token stands in the fragment, which no browser sends: it reaches no log, and a preview cannot use it up. */
export function signInUrl(dashboardUrl: string, token: string): string {
  return `${dashboardUrl}/sign-in#${token}`;
}

export interface SignedIn {
  token: string;
  tokenHash: Buffer;
  organisationId: string;
  actor: string;
  role: Role;
  endsAtMs: number;
}

export interface SignInAttempt {
  token: string;
  address: string | undefined;
  requestId: string;
}

/** Undefined when the link is unknown, used or expired. */
export function signIn(db: Database, clock: Clock, attempt: SignInAttempt): Promise<SignedIn | undefined> {
  return inTransaction(db, async tx => {
    const nowMs = clock.nowMs();
    const linkHash = hashToken(attempt.token);
    const link = await takeLink(tx, linkHash, nowMs);
    if (link === undefined) return undefined;

    const token = randomBase62(TOKEN_LENGTH);
    const tokenHash = hashToken(token);
    const actor = actorOf(linkHash);
    const { organisationId, role } = link;
    await deleteEndedSessions(tx, nowMs);
    const endsAtMs = await insertSession(tx, { tokenHash, organisationId, actor, role, nowMs });
    await recordAudit(tx, {
      organisationId,
      actor,
      action: 'session/sign-in',
      target: actor,
      before: null,
      after: { role },
      address: attempt.address,
      requestId: attempt.requestId,
    });
    return { token, tokenHash, organisationId, actor, role, endsAtMs };
  });
}

/** Ties what a session did to the link that opened it, without giving the link away. */
function actorOf(linkHash: Buffer): string {
  return `link-${linkHash.toString('hex', 0, 4)}`;
}
