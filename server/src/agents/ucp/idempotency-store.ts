/** Stores the answers to requests with an idempotency key, so that a repeated request gets the same answer. */
import type { Database } from '../../platform/database/connect.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { SessionScope } from './session.ts';

export interface KeyedRequest {
  key: string;
  hash: Buffer;
  /** The session that the request completes. Undefined for requests that do not book. */
  completes: string | undefined;
}

export interface StoredAnswer {
  status: number;
  body: string;
}

/** An execution of a request. */
export interface Claimed {
  kind: 'NEW';
  key: string;
  /** Fencing token: only the latest execution may store or drop anything. */
  number: number;
  /** The quote of the session when the key was first used. Undefined if no response had shown it yet. */
  quoteId: string | undefined;
}

/**
 * NEW: this request must be carried out. OTHER: the key was used with another request. BUSY: the same request is being
 * carried out, or its outcome was lost recently.
 */
export type Claim =
  | Claimed
  | { kind: 'OTHER' }
  | { kind: 'BUSY'; quoteId: string | undefined }
  | ({ kind: 'ANSWERED' } & StoredAnswer);

/** Longer than the deadline of any request. */
const CLAIM_SECONDS = 180;

const purpose = ({ keyId }: SessionScope, key: string) => `ucp answer ${keyId} ${key}`;

interface Row {
  request_hash: Buffer;
  quote_id: string | null;
  status: number | null;
  answer: Buffer | null;
}

export async function claimRequest(
  db: Database,
  seal: Seal,
  scope: SessionScope,
  { key, hash, completes }: KeyedRequest,
): Promise<Claim> {
  const { organisationId, environment, keyId } = scope;
  const claimedUntil = db`serai_now() + ${CLAIM_SECONDS}::int * interval '1 second'`;
  const [claimed] = await db<{ claim_number: number; quote_id: string | null }[]>`
    INSERT INTO ucp_request (organisation_id, environment, key_id, idempotency_key, request_hash, created_at,
      claimed_until, claim_number, quote_id)
    VALUES (${organisationId}, ${environment}, ${keyId}, ${key}, ${hash}, serai_now(), ${claimedUntil}, 1,
      (SELECT quoted ->> 'quoteId' FROM ucp_session WHERE session_id = ${completes ?? null}
        AND organisation_id = ${organisationId} AND environment = ${environment} AND key_id = ${keyId}
        AND quoted ->> 'isShown' IS DISTINCT FROM 'false'))
    ON CONFLICT (organisation_id, environment, key_id, idempotency_key) DO UPDATE
      SET claimed_until = excluded.claimed_until, claim_number = ucp_request.claim_number + 1
      WHERE ucp_request.status IS NULL AND ucp_request.claimed_until <= serai_now()
        AND ucp_request.request_hash = excluded.request_hash
    RETURNING claim_number, quote_id`;
  if (claimed !== undefined)
    return { kind: 'NEW', key, number: claimed.claim_number, quoteId: claimed.quote_id ?? undefined };
  const [row] = await db<Row[]>`
    SELECT request_hash, quote_id, status, answer FROM ucp_request
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND key_id = ${keyId}
      AND idempotency_key = ${key}`;
  // The claim was dropped since then, because the request failed without an effect.
  if (row === undefined) return { kind: 'BUSY', quoteId: undefined };
  if (!row.request_hash.equals(hash)) return { kind: 'OTHER' };
  if (row.status === null || row.answer === null) return { kind: 'BUSY', quoteId: row.quote_id ?? undefined };
  const body = seal.open(purpose(scope, key), row.answer).toString('utf8');
  return { kind: 'ANSWERED', status: row.status, body };
}

export async function storeAnswer(
  db: Database,
  seal: Seal,
  scope: SessionScope,
  { key, number }: Claimed,
  { status, body, sessionId }: StoredAnswer & { sessionId: string | undefined },
): Promise<void> {
  const { organisationId, environment, keyId } = scope;
  await db`
    UPDATE ucp_request SET status = ${status}, session_id = ${sessionId ?? null},
      answer = ${seal.seal(purpose(scope, key), Buffer.from(body))}
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND key_id = ${keyId}
      AND idempotency_key = ${key} AND claim_number = ${number} AND status IS NULL`;
}

/**
 * Called if a request failed without an effect, so that the client can send it again. A request that may book keeps its
 * row, because the session may have another price when the request is repeated.
 */
export async function dropClaim(
  db: Database,
  { organisationId, environment, keyId }: SessionScope,
  { key, number, quoteId }: Claimed,
): Promise<void> {
  const claim = db`organisation_id = ${organisationId} AND environment = ${environment} AND key_id = ${keyId}
    AND idempotency_key = ${key} AND claim_number = ${number} AND status IS NULL`;
  if (quoteId === undefined) await db`DELETE FROM ucp_request WHERE ${claim}`;
  else await db`UPDATE ucp_request SET claimed_until = serai_now() WHERE ${claim}`;
}
