/** Stores the answers to requests with an idempotency key, so that a repeated request gets the same answer. */
import type { Database } from '../../platform/database/connect.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { SessionScope } from './session.ts';

export interface KeyedRequest {
  key: string;
  hash: Buffer;
}

export interface StoredAnswer {
  status: number;
  body: string;
}

/**
 * NEW: this request must be carried out. OTHER: the key was used with another request. BUSY: the same request is being
 * carried out, or its outcome was lost recently.
 */
export type Claim = 'NEW' | 'OTHER' | 'BUSY' | StoredAnswer;

/** Longer than the deadline of any request. */
const CLAIM_SECONDS = 180;

const purpose = ({ keyId }: SessionScope, key: string) => `ucp answer ${keyId} ${key}`;

export async function claimRequest(
  db: Database,
  seal: Seal,
  scope: SessionScope,
  { key, hash }: KeyedRequest,
): Promise<Claim> {
  const { organisationId, environment, keyId } = scope;
  const claimedUntil = db`serai_now() + ${CLAIM_SECONDS}::int * interval '1 second'`;
  const { count } = await db`
    INSERT INTO ucp_request (organisation_id, environment, key_id, idempotency_key, request_hash, created_at, claimed_until)
    VALUES (${organisationId}, ${environment}, ${keyId}, ${key}, ${hash}, serai_now(), ${claimedUntil})
    ON CONFLICT (organisation_id, environment, key_id, idempotency_key) DO UPDATE
      SET claimed_until = excluded.claimed_until
      WHERE ucp_request.status IS NULL AND ucp_request.claimed_until <= serai_now()
        AND ucp_request.request_hash = excluded.request_hash`;
  if (count === 1) return 'NEW';
  const [row] = await db<{ request_hash: Buffer; status: number | null; answer: Buffer | null }[]>`
    SELECT request_hash, status, answer FROM ucp_request
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND key_id = ${keyId}
      AND idempotency_key = ${key}`;
  // The claim was dropped since then, because the request failed without an effect.
  if (row === undefined) return 'BUSY';
  if (!row.request_hash.equals(hash)) return 'OTHER';
  if (row.status === null || row.answer === null) return 'BUSY';
  return { status: row.status, body: seal.open(purpose(scope, key), row.answer).toString('utf8') };
}

export async function storeAnswer(
  db: Database,
  seal: Seal,
  scope: SessionScope,
  key: string,
  { status, body, sessionId }: StoredAnswer & { sessionId: string | undefined },
): Promise<void> {
  const { organisationId, environment, keyId } = scope;
  await db`
    UPDATE ucp_request SET status = ${status}, session_id = ${sessionId ?? null},
      answer = ${seal.seal(purpose(scope, key), Buffer.from(body))}
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND key_id = ${keyId}
      AND idempotency_key = ${key} AND status IS NULL`;
}

/** Called if a request failed without an effect, so that the client can send it again. */
export async function dropClaim(
  db: Database,
  { organisationId, environment, keyId }: SessionScope,
  key: string,
): Promise<void> {
  await db`
    DELETE FROM ucp_request
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND key_id = ${keyId}
      AND idempotency_key = ${key} AND status IS NULL`;
}
