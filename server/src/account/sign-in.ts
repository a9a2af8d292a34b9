/**
 * One-time links, invitations, and the sessions that links and people open. Tokens exist in plain text only in the link
 * and in the cookie.
 */
import { isStaffRole, type Role } from '@serai/contract/roles.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { randomBase62 } from '../platform/ids/ids.ts';
import { hashToken } from './access/hash-token.ts';
import { recordAudit } from './audit-store.ts';
import { type Member, touchMember } from './people/member-store.ts';
import { deleteEndedSessions, deleteSession, insertSession } from './session-store.ts';
import { deleteExpiredLinks, findLink, insertLink, takeLink } from './sign-in-link-store.ts';

const LINK_VALID_MS = 24 * 3_600_000;
const INVITATION_VALID_MS = 7 * 24 * 3_600_000;
/** 256 bits in base62. */
const TOKEN_LENGTH = 43;

export interface SignInLink {
  /** The name under which the audit log records the use of the link. */
  actor: string;
  token: string;
  role: Role;
  expiresAtMs: number;
}

export function createSignInLink(
  db: Database,
  organisationId: string,
  role: Role,
  clock: Clock = systemClock,
): Promise<SignInLink> {
  return createLink(db, { organisationId, role, validMs: LINK_VALID_MS }, clock);
}

/** Creates an invitation for a member, who must know their password or choose one. */
export function createInvitation(db: Database, member: Member, clock: Clock): Promise<SignInLink> {
  const { id: memberId, organisationId, role } = member;
  return createLink(db, { organisationId, role, memberId, validMs: INVITATION_VALID_MS }, clock);
}

interface LinkFields {
  organisationId: string;
  role: Role;
  memberId?: string;
  validMs: number;
}

async function createLink(db: Database, fields: LinkFields, clock: Clock): Promise<SignInLink> {
  const { validMs, ...link } = fields;
  const token = newToken();
  const tokenHash = hashToken(token);
  const nowMs = clock.nowMs();
  const expiresAtMs = nowMs + validMs;
  await deleteExpiredLinks(db, nowMs);
  await insertLink(db, { tokenHash, ...link, nowMs, expiresAtMs });
  return { actor: actorOf(tokenHash), token, role: link.role, expiresAtMs };
}

/**
 * The token is in the fragment, which browsers do not send. It therefore appears in no log, and a link preview cannot
 * use it.
 */
export function signInUrl(dashboardUrl: string, token: string): string {
  return `${dashboardUrl}/sign-in#${token}`;
}

export interface SignedIn {
  /** The value of the cookie. */
  token: string;
  tokenHash: Buffer;
}

export interface Visitor {
  address: string | undefined;
  userAgent?: string | undefined;
  host?: string | undefined;
  requestId: string;
  /** The previous session of the browser, which the new one replaces. */
  session?: { id: string } | undefined;
}

/** Returns undefined if the link is unknown, used, expired or an invitation. */
export function signIn(
  db: Database,
  clock: Clock,
  { token: linkToken, ...visitor }: Visitor & { token: string },
): Promise<SignedIn | undefined> {
  return inTransaction(db, async tx => {
    const nowMs = clock.nowMs();
    const linkHash = hashToken(linkToken);
    const found = await findLink(tx, linkHash, nowMs);
    const link = found?.memberId === undefined ? await takeLink(tx, linkHash, nowMs) : undefined;
    if (link === undefined) return undefined;
    const actor = actorOf(linkHash);
    const { organisationId, role } = link;
    const signedIn = await openSession(tx, visitor, { organisationId, actor, role, nowMs });
    await recordAudit(tx, {
      organisationId,
      actor,
      staff: isStaffRole(role),
      action: 'session/sign-in',
      target: actor,
      before: null,
      after: { role },
      address: visitor.address,
      requestId: visitor.requestId,
    });
    return signedIn;
  });
}

export async function openPersonSession(
  tx: Database,
  visitor: Visitor,
  { member, personId, email, nowMs }: { member: Member; personId: string; email: string; nowMs: number },
): Promise<SignedIn> {
  await touchMember(tx, member.id, nowMs);
  return openSession(tx, visitor, { organisationId: member.organisationId, actor: email, personId, nowMs });
}

type SessionOwner = { organisationId: string; actor: string; nowMs: number } & (
  | { personId: string; role?: undefined }
  | { role: Role; personId?: undefined }
);

async function openSession(tx: Database, visitor: Visitor, owner: SessionOwner): Promise<SignedIn> {
  const { address, userAgent, host, session } = visitor;
  await deleteEndedSessions(tx, owner.nowMs);
  if (session !== undefined) await deleteSession(tx, session.id);
  const token = newToken();
  const tokenHash = hashToken(token);
  await insertSession(tx, { ...owner, tokenHash, address, userAgent, host });
  return { token, tokenHash };
}

export function newToken(): string {
  return randomBase62(TOKEN_LENGTH);
}

/** Connects the actions of a session to its link without revealing the link. */
function actorOf(linkHash: Buffer): string {
  return `link-${linkHash.toString('hex', 0, 4)}`;
}
