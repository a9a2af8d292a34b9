/** Stores booking sessions. A session belongs to one key. A change names the version that it is based on. */
import type { Database } from '../../platform/database/connect.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { StoredPlatform } from './negotiate.ts';
import type { Quoted, Session, SessionPeople, SessionScope } from './session.ts';

interface Row {
  session_id: string;
  version: number;
  attempt: number;
  state: Session['state'];
  ended_because: Session['endedBecause'];
  expires_at: Date;
  is_expired: boolean;
  is_over: boolean;
  is_idle: boolean;
  quoted: Quoted;
  people: Buffer;
}

/** Longer than a booking request takes. */
const BOOKING_SECONDS = 180;

const purpose = (sessionId: string) => `ucp session ${sessionId}`;

export class Sessions {
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  async insert(
    db: Database,
    { organisationId, environment, keyId }: SessionScope,
    { sessionId, quoted, people }: Pick<Session, 'sessionId' | 'quoted' | 'people'>,
  ): Promise<Session> {
    const [row] = await db<Row[]>`
      INSERT INTO ucp_session (session_id, organisation_id, environment, key_id, created_at, updated_at, expires_at,
        state, version, attempt, quoted, people)
      VALUES (${sessionId}, ${organisationId}, ${environment}, ${keyId}, serai_now(), serai_now(),
        ${new Date(quoted.expiresAt)}, 'QUOTED', 1, 1, ${db.json(quoted as never)}::json,
        ${this.#sealed(sessionId, people)})
      RETURNING ${columns(db)}`;
    return this.#toSession(row as Row);
  }

  async find(db: Database, scope: SessionScope, sessionId: string): Promise<Session | undefined> {
    const { organisationId, environment, keyId } = scope;
    const [row] = await db<Row[]>`
      SELECT ${columns(db)} FROM ucp_session
      WHERE session_id = ${sessionId} AND organisation_id = ${organisationId} AND environment = ${environment}
        AND key_id = ${keyId}`;
    return row && this.#toSession(row);
  }

  /** Returns undefined if the session has changed since it was read. */
  async change(
    db: Database,
    { organisationId, environment, keyId }: SessionScope,
    { sessionId, version, ...before }: Session,
    set: Partial<Pick<Session, 'state' | 'endedBecause' | 'attempt' | 'expiresAt' | 'quoted' | 'people'>>,
  ): Promise<Session | undefined> {
    const { state, endedBecause, attempt, expiresAt, quoted, people } = { ...before, ...set };
    const [row] = await db<Row[]>`
      UPDATE ucp_session SET version = version + 1, updated_at = serai_now(), state = ${state},
        ended_because = ${endedBecause}, attempt = ${attempt}, expires_at = ${expiresAt},
        quoted = ${db.json(quoted as never)}::json, people = ${this.#sealed(sessionId, people)}
      WHERE session_id = ${sessionId} AND organisation_id = ${organisationId} AND environment = ${environment}
        AND key_id = ${keyId} AND version = ${version}
      RETURNING ${columns(db)}`;
    return row && this.#toSession(row);
  }

  #sealed(sessionId: string, people: SessionPeople): Buffer {
    return this.#seal.seal(purpose(sessionId), Buffer.from(JSON.stringify(people)));
  }

  #toSession(row: Row): Session {
    return {
      sessionId: row.session_id,
      version: row.version,
      attempt: row.attempt,
      state: row.state,
      endedBecause: row.ended_because,
      expiresAt: row.expires_at,
      isExpired: row.is_expired,
      isOver: row.is_over,
      isIdle: row.is_idle,
      quoted: row.quoted,
      people: JSON.parse(this.#seal.open(purpose(row.session_id), row.people).toString('utf8')),
    };
  }
}

function columns(db: Database) {
  const bookingStart = db`serai_now() - ${BOOKING_SECONDS}::int * interval '1 second'`;
  return db`session_id, version, attempt, state, ended_because, expires_at, quoted, people,
    expires_at <= serai_now() AS is_expired, expires_at <= ${bookingStart} AS is_over,
    updated_at <= ${bookingStart} AS is_idle`;
}

/** What the operator entered about the platform of a key. */
export async function findPlatform(
  db: Database,
  { organisationId, keyId }: SessionScope,
): Promise<StoredPlatform | undefined> {
  const [row] = await db<{ ucp: StoredPlatform | null }[]>`
    SELECT ucp FROM api_key WHERE id = ${keyId} AND organisation_id = ${organisationId}`;
  return row?.ucp ?? undefined;
}

const SESSION_DAYS = 30;
const REQUEST_DAYS = 7;
const BATCH_SIZE = 1_000;

/** Deletes sessions and answers whose retention has ended. Returns whether there may be more. */
export async function deleteOldSessions(db: Database): Promise<boolean> {
  const sessions = await db`
    DELETE FROM ucp_session WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM ucp_session WHERE expires_at < (SELECT serai_now()) - ${SESSION_DAYS}::int * interval '1 day'
      ORDER BY expires_at LIMIT ${BATCH_SIZE}))`;
  const requests = await db`
    DELETE FROM ucp_request WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM ucp_request WHERE created_at < (SELECT serai_now()) - ${REQUEST_DAYS}::int * interval '1 day'
      ORDER BY created_at LIMIT ${BATCH_SIZE}))`;
  return sessions.count === BATCH_SIZE || requests.count === BATCH_SIZE;
}
