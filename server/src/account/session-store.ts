/** Sessions of the dashboard. Only the hashes of their tokens are stored. */
import type { Role } from '@serai/contract/roles.ts';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids/ids.ts';

export const SESSION_IDLE_MS = 30 * 60_000;
export const SESSION_ABSOLUTE_MS = 12 * 3_600_000;
export const CONFIRMED_MS = 10 * 60_000;
/** How long a replaced token still works for requests in flight. It never counts as confirmed. */
const ROTATION_GRACE_MS = 10_000;
const MAX_USER_AGENT = 256;

interface OfPerson {
  personId: string;
  role?: undefined;
}

interface OfLink {
  personId?: undefined;
  role: Role;
}

export type NewSession = (OfPerson | OfLink) & {
  tokenHash: Buffer;
  organisationId: string;
  actor: string;
  nowMs: number;
  address: string | undefined;
  userAgent: string | undefined;
  host: string | undefined;
};

/** A session that has not ended, with the current data of its person and membership. */
export interface LiveSession {
  id: string;
  organisationId: string;
  /** The name in the audit log: the person's email address, or the link's name. */
  actor: string;
  role: Role;
  personId: string | undefined;
  memberId: string | undefined;
  name: string | undefined;
  email: string | undefined;
  hotels: string[] | null;
  hasSecondFactor: boolean;
  requiresSecondFactor: boolean;
  seenAtMs: number;
  endsAtMs: number;
  confirmedUntilMs: number | undefined;
  host: string | undefined;
}

/** Opening a session requires a proof of identity, so a session starts confirmed. */
export async function insertSession(
  tx: Database,
  session: NewSession,
): Promise<{ id: string; endsAtMs: number; confirmedUntilMs: number }> {
  const { tokenHash, organisationId, actor, personId, role, nowMs, address, userAgent, host } = session;
  const now = new Date(nowMs);
  const endsAtMs = nowMs + SESSION_ABSOLUTE_MS;
  const id = newId('ses');
  await tx`
    INSERT INTO operator_session (id, token_hash, organisation_id, actor, role, person_id, created_at, seen_at,
                                  expires_at, confirmed_at, address, user_agent, host)
    VALUES (${id}, ${tokenHash}, ${organisationId}, ${actor}, ${role ?? null}, ${personId ?? null}, ${now}, ${now},
            ${new Date(endsAtMs)}, ${now}, ${address ?? null}, ${userAgent?.slice(0, MAX_USER_AGENT) ?? null},
            ${host ?? null})`;
  return { id, endsAtMs, confirmedUntilMs: nowMs + CONFIRMED_MS };
}

interface LiveSessionRow {
  id: string;
  organisation_id: string;
  actor: string;
  role: Role;
  person_id: string | null;
  member_id: string | null;
  name: string | null;
  email: string | null;
  hotels: string[] | null;
  two_factor_enabled: boolean | null;
  require_second_factor: boolean;
  seen_at: Date;
  expires_at: Date;
  confirmed_at: Date | null;
  host: string | null;
}

/** A person who is no longer a member of the organisation has no session there, even if a row still exists. */
export async function findLiveSession(
  db: Database,
  tokenHash: Buffer,
  nowMs: number,
): Promise<LiveSession | undefined> {
  const [row] = await db<LiveSessionRow[]>`
    SELECT s.id, s.organisation_id, coalesce(p.email, s.actor) AS actor, coalesce(m.role, s.role) AS role,
           s.person_id, m.id AS member_id, p.name, p.email, m.hotels, p.two_factor_enabled, o.require_second_factor,
           s.seen_at, s.expires_at, s.host, CASE WHEN s.token_hash = ${tokenHash} THEN s.confirmed_at END AS confirmed_at
    FROM operator_session s
    JOIN organisation o ON o.id = s.organisation_id
    LEFT JOIN person p ON p.id = s.person_id
    LEFT JOIN member m ON m.person_id = s.person_id AND m.organisation_id = s.organisation_id
    WHERE (s.token_hash = ${tokenHash}
           OR (s.previous_hash = ${tokenHash} AND s.rotated_at > ${new Date(nowMs - ROTATION_GRACE_MS)}))
      AND s.expires_at > ${new Date(nowMs)}
      AND s.seen_at > ${new Date(nowMs - SESSION_IDLE_MS)}
      AND (s.person_id IS NULL OR m.id IS NOT NULL)`;
  return row && toLiveSession(row, nowMs);
}

function toLiveSession(row: LiveSessionRow, nowMs: number): LiveSession {
  const confirmedUntilMs = row.confirmed_at === null ? 0 : row.confirmed_at.getTime() + CONFIRMED_MS;
  return {
    id: row.id,
    organisationId: row.organisation_id,
    actor: row.actor,
    role: row.role,
    personId: row.person_id ?? undefined,
    memberId: row.member_id ?? undefined,
    name: row.name ?? undefined,
    email: row.email ?? undefined,
    hotels: row.hotels,
    hasSecondFactor: row.two_factor_enabled ?? false,
    requiresSecondFactor: row.require_second_factor,
    seenAtMs: row.seen_at.getTime(),
    endsAtMs: row.expires_at.getTime(),
    confirmedUntilMs: confirmedUntilMs > nowMs ? confirmedUntilMs : undefined,
    host: row.host ?? undefined,
  };
}

export async function touchSession(db: Database, id: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await db`UPDATE operator_session SET seen_at = ${now} WHERE id = ${id} AND seen_at < ${now}`;
}

interface Rotation {
  askedHash: Buffer;
  newHash: Buffer;
  nowMs: number;
  /**
   * Whether the rotation confirms the session. If not, only the current token may be replaced, so that an older token
   * cannot become confirmed.
   */
  confirmed: boolean;
  /** Invalidates the replaced token immediately, even for requests in flight. */
  atOnce?: boolean;
  /** The organisation in which the session acts from now on. Default: unchanged. */
  organisationId?: string;
}

/**
 * Replaces the token of the session. Returns false if the session has ended or, unless `confirmed` is set, if its token
 * has changed since the request was sent.
 */
export async function rotateSession(tx: Database, id: string, rotation: Rotation): Promise<boolean> {
  const { askedHash, newHash, nowMs, confirmed, atOnce = false, organisationId } = rotation;
  const now = new Date(nowMs);
  const { count } = await tx`
    UPDATE operator_session
    SET previous_hash = ${atOnce ? tx`NULL` : tx`token_hash`}, token_hash = ${newHash}, rotated_at = ${now}, seen_at = ${now},
        confirmed_at = ${confirmed ? tx`${now}` : tx`confirmed_at`},
        organisation_id = ${organisationId === undefined ? tx`organisation_id` : tx`${organisationId}`}
    WHERE id = ${id} ${confirmed ? tx`` : tx`AND token_hash = ${askedHash}`}`;
  return count > 0;
}

/**
 * Ends a session that was opened by a one-time link and returns the link's organisation and role. Returns undefined for
 * any other session.
 */
export async function takeLinkSession(
  tx: Database,
  id: string,
): Promise<{ organisationId: string; role: Role } | undefined> {
  const [row] = await tx<{ organisation_id: string; role: Role }[]>`
    DELETE FROM operator_session WHERE id = ${id} AND person_id IS NULL RETURNING organisation_id, role`;
  return row && { organisationId: row.organisation_id, role: row.role };
}

export async function deleteSession(db: Database, id: string): Promise<boolean> {
  const { count } = await db`DELETE FROM operator_session WHERE id = ${id}`;
  return count > 0;
}

/** Deletes a person's sessions, optionally only in one organisation or all but one. Returns the number deleted. */
export async function deleteSessionsOf(
  tx: Database,
  personId: string,
  { organisationId, exceptId }: { organisationId?: string; exceptId?: string } = {},
): Promise<number> {
  const { count } = await tx`
    DELETE FROM operator_session
    WHERE person_id = ${personId}
      ${organisationId === undefined ? tx`` : tx`AND organisation_id = ${organisationId}`}
      ${exceptId === undefined ? tx`` : tx`AND id <> ${exceptId}`}`;
  return count;
}

export async function deleteEndedSessions(db: Database, nowMs: number): Promise<void> {
  await db`
    DELETE FROM operator_session
    WHERE expires_at <= ${new Date(nowMs)} OR seen_at <= ${new Date(nowMs - SESSION_IDLE_MS)}`;
}
