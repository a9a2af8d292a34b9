import type { Role } from '@serai/contract/roles.ts';
import type { Database } from '../../platform/database/connect.ts';
import { SESSION_IDLE_MS } from '../session-store.ts';

export interface SessionFilter {
  organisationId: string;
  nowMs: number;
  /**
   * Selects the sessions of one person in any organisation, of one member, or a single session. `everyone` selects all
   * sessions in the organisation.
   */
  of: { personId: string } | { memberId: string } | { sessionId: string } | 'everyone';
}

export interface OpenSessionRow {
  id: string;
  actor: string;
  memberId: string | null;
  name: string | null;
  role: Role;
  address: string | null;
  userAgent: string | null;
  /** RFC 3339 in UTC with microseconds. */
  createdAt: string;
  seenAt: Date;
  expiresAt: Date;
}

export interface SessionPosition {
  createdAt: string;
  id: string;
}

/** Lists sessions, newest first. Uses the index operator_session_by_organisation or operator_session_by_person. */
export function listOpenSessions(
  db: Database,
  { organisationId, nowMs, of }: SessionFilter,
  after: SessionPosition | undefined,
  limit: number,
): PromiseLike<OpenSessionRow[]> {
  const narrowed =
    of === 'everyone'
      ? db`s.organisation_id = ${organisationId}`
      : 'personId' in of
        ? db`s.person_id = ${of.personId}`
        : 'memberId' in of
          ? db`s.organisation_id = ${organisationId} AND m.id = ${of.memberId}`
          : db`s.id = ${of.sessionId}`;
  return db<OpenSessionRow[]>`
    SELECT s.id, coalesce(p.email, s.actor) AS actor, m.id AS "memberId", coalesce(m.name, p.name) AS name,
           coalesce(m.role, s.role) AS role, s.address, s.user_agent AS "userAgent",
           to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt",
           s.seen_at AS "seenAt", s.expires_at AS "expiresAt"
    FROM operator_session s
    LEFT JOIN person p ON p.id = s.person_id
    LEFT JOIN member m ON m.person_id = s.person_id AND m.organisation_id = s.organisation_id
    WHERE ${narrowed}
      AND s.expires_at > ${new Date(nowMs)} AND s.seen_at > ${new Date(nowMs - SESSION_IDLE_MS)}
      AND (s.person_id IS NULL OR m.id IS NOT NULL)
      ${after ? db`AND (s.created_at, s.id) < (${after.createdAt}::text::timestamptz, ${after.id})` : db``}
    ORDER BY s.created_at DESC, s.id DESC
    LIMIT ${limit}`;
}

export interface EndableSession {
  organisationId: string;
  personId: string | null;
  actor: string;
  role: Role | null;
}

export async function findSessionToEnd(tx: Database, id: string): Promise<EndableSession | undefined> {
  const [row] = await tx<EndableSession[]>`
    SELECT s.organisation_id AS "organisationId", s.person_id AS "personId", s.actor,
           coalesce(m.role, s.role) AS role
    FROM operator_session s
    LEFT JOIN member m ON m.person_id = s.person_id AND m.organisation_id = s.organisation_id
    WHERE s.id = ${id} FOR UPDATE OF s`;
  return row;
}
