import { listSessions as operation } from '@serai/contract/account/session.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { mayManagePeople } from '../members/member-rules.ts';
import { listOpenSessions, type SessionFilter, type SessionPosition } from './session-list-store.ts';

const DEFAULT_LIMIT = 50;

interface SessionListParts {
  clock: Clock;
  /** Signs the cursors. */
  cursorKey: Buffer;
}

export function sessionList({ clock, cursorKey }: SessionListParts): OperatorHandler {
  return operate(operation, async (context, { memberId, everyone = false, page }) => {
    const { db } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const of = narrowing(context, memberId, everyone);
    const { organisationId, session } = context;
    const boundTo = [operation.name, organisationId, JSON.stringify(of)];
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
    throw new ApiError('FORBIDDEN', 'Sessions of others need the role admin.');
  if (memberId !== undefined) return { memberId };
  if (everyone || session === undefined) return 'everyone';
  return session.personId === undefined ? { sessionId: session.id } : { personId: session.personId };
}

function toPosition([createdAt, id]: string[]): SessionPosition {
  return { createdAt, id } as SessionPosition;
}
