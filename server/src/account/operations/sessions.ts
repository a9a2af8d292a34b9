import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import {
  confirmSession as confirmSessionOperation,
  endSession as endSessionOperation,
  listSessions as listSessionsOperation,
  showSession,
  signOut,
  switchSession,
} from '@serai/contract/account/session.ts';
import { isStaffRole } from '@serai/contract/roles.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  type OperatorSession,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { clearedSessionCookie } from '../access/session-cookie.ts';
import { recordAudit } from '../audit-store.ts';
import { findMember, type Member } from '../people/member-store.ts';
import { type ProofParts, proveAgain } from '../people/prove-person.ts';
import { sessionPerson } from '../people/session-person.ts';
import { deleteSession } from '../session-store.ts';
import { mayManagePeople } from './members.ts';
import { replaceToken } from './session-cookies.ts';
import {
  type EndableSession,
  findSessionToEnd,
  listOpenSessions,
  type SessionFilter,
  type SessionPosition,
} from './session-list-store.ts';
import { operatorTokenView, sessionView } from './session-view.ts';

interface SessionShowParts {
  clock: Clock;
  interfaceUrl: string;
}

export function sessionShow(parts: SessionShowParts): OperatorHandler {
  return operate(showSession, async context => ({
    session: await (context.session === undefined
      ? operatorTokenView(context)
      : sessionView({ ...parts, db: context.db }, context.session.tokenHash)),
    interfaceUrl: parts.interfaceUrl,
    clientAddress: context.address ?? null,
  }));
}

const DEFAULT_LIMIT = 50;

interface SessionListParts {
  clock: Clock;
  cursorKey: Buffer;
}

export function sessionList({ clock, cursorKey }: SessionListParts): OperatorHandler {
  return operate(listSessionsOperation, async (context, { memberId, everyone = false, page }) => {
    const { db } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const of = narrowing(context, memberId, everyone);
    const { organisationId, session } = context;
    const boundTo = [listSessionsOperation.name, organisationId, JSON.stringify(of)];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const filter = { organisationId, nowMs: clock.nowMs(), of };
    const found = await listOpenSessions(db, filter, after, limit + 1);
    const paged = pageOf(found, limit, ({ createdAt, id }) =>
      makeCursor(cursorKey, boundTo, [createdAt, id]),
    );
    return {
      sessions: paged.shown.map(({ id, createdAt, seenAt, expiresAt, ...shown }) => ({
        sessionId: id,
        ...shown,
        current: id === session?.id,
        createdAt: new Date(createdAt).toISOString(),
        lastSeenAt: seenAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
      page: paged.page,
    };
  });
}

function narrowing(
  { session, role }: OperatorContext,
  memberId: string | undefined,
  everyone: boolean,
): SessionFilter['of'] {
  const isForeign = everyone || (memberId !== undefined && memberId !== session?.memberId);
  if (isForeign && !mayManagePeople(role))
    throw new ApiError('FORBIDDEN', 'Your role does not allow you to list the sessions of other people.');
  if (memberId !== undefined) return { memberId };
  if (everyone || session === undefined) return 'everyone';
  return session.personId === undefined ? { sessionId: session.id } : { personId: session.personId };
}

function toPosition([createdAt, id]: string[]): SessionPosition {
  return { createdAt, id } as SessionPosition;
}

export function sessionConfirm(parts: ProofParts): OperatorHandler {
  return operate(confirmSessionOperation, async (context, { password, code }) => {
    if (context.session === undefined) return { session: await operatorTokenView(context) };
    refuseLink(context);
    const { person, session } = await sessionPerson(parts, context);
    if (code !== undefined && !person.hasSecondFactor)
      throw new ApiError('FORBIDDEN', 'You have no second factor. Confirm with your password.');
    await proveAgain(
      parts,
      { ...context, action: confirmSessionOperation.name },
      { person, session, password, code },
    );
    const tokenHash = await inTransaction(context.db, async tx => {
      const by = password === undefined ? 'code' : 'password';
      await recordAudit(
        tx,
        auditOf(context, {
          action: confirmSessionOperation.name,
          target: session.id,
          before: null,
          after: { by },
        }),
      );
      return replaceToken(tx, context, { session, nowMs: parts.clock.nowMs(), confirmed: true });
    });
    return { session: await sessionView({ ...parts, db: context.db }, tokenHash) };
  });
}

interface SwitchParts {
  clock: Clock;
}

/** The role may change with the membership, so the session gets a new cookie. */
export function sessionSwitch({ clock }: SwitchParts): OperatorHandler {
  return operate(switchSession, async (context, { memberId }) => {
    const { db, session } = context;
    const member = await findMember(db, memberId);
    if (session?.personId === undefined || member?.personId !== session.personId)
      throw new ApiError('NOT_FOUND', 'You do not have this membership. session/show lists yours.');
    if (member.organisationId === context.organisationId)
      return { session: await sessionView({ db, clock }, session.tokenHash) };
    const tokenHash = await inTransaction(db, tx =>
      enterCompany(tx, context, { action: switchSession.name, session, member, nowMs: clock.nowMs() }),
    );
    return { session: await sessionView({ db, clock }, tokenHash) };
  });
}

interface Entering {
  action: AuditAction;
  session: OperatorSession;
  member: Member;
  nowMs: number;
}

/**
 * Moves a session to another company of the person and records the move in the audit log of that company. The entry
 * does not name the person's other companies, because partners must not learn about each other. Returns the hash of the
 * new token.
 */
export async function enterCompany(
  tx: Database,
  context: OperatorContext,
  { action, session, member: { organisationId, role }, nowMs }: Entering,
): Promise<Buffer> {
  const entry = auditOf(context, { action, target: session.id, before: null, after: { role } });
  await recordAudit(tx, { ...entry, organisationId, staff: isStaffRole(role) });
  return replaceToken(tx, context, { session, nowMs, confirmed: false, organisationId });
}

function refuseLink({ session }: OperatorContext): void {
  if (session?.personId !== undefined) return;
  throw new ApiError(
    'FORBIDDEN',
    'A session from a one-time link has no password. Create an account with session/sign-up, or open a new link.',
  );
}

export function sessionEnd(): OperatorHandler {
  return operate(endSessionOperation, async (context, { sessionId }) => {
    const { db } = context;
    await inTransaction(db, async tx => {
      const found = await findSessionToEnd(tx, sessionId);
      if (found === undefined || !isReachable(context, sessionId, found)) {
        throw new ApiError('NOT_FOUND', 'This session does not exist.');
      }
      if (found.role === 'owner' && context.role !== 'owner' && !isOwn(context, sessionId, found))
        throw new ApiError('FORBIDDEN', 'Only an owner may end sessions of owners.');
      await deleteSession(tx, sessionId);
      const change = { before: { actor: found.actor }, after: null };
      await recordAudit(
        tx,
        auditOf(context, { action: endSessionOperation.name, target: sessionId, ...change }),
      );
    });
    if (sessionId === context.session?.id) {
      context.cookies.push(clearedSessionCookie(context.secure ?? false));
    }
    return { sessionId };
  });
}

function isOwn({ session }: OperatorContext, sessionId: string, found: EndableSession): boolean {
  if (session === undefined) return false;
  return sessionId === session.id || (found.personId !== null && found.personId === session.personId);
}

/** The existence of sessions that a caller may not end is not revealed. */
function isReachable(context: OperatorContext, sessionId: string, found: EndableSession): boolean {
  if (isOwn(context, sessionId, found)) return true;
  return mayManagePeople(context.role) && found.organisationId === context.organisationId;
}

export function sessionSignOut(): OperatorHandler {
  return operate(signOut, async context => {
    const { db, session, cookies, secure = false } = context;
    if (session === undefined) return { signedOut: false };
    cookies.push(clearedSessionCookie(secure));
    const signedOut = await inTransaction(db, async tx => {
      if (!(await deleteSession(tx, session.id))) return false;
      const change = { target: session.id, before: null, after: null };
      await recordAudit(tx, auditOf(context, { action: signOut.name, ...change }));
      return true;
    });
    return { signedOut };
  });
}
