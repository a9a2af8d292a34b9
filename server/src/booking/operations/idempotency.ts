/** The `Idempotency-Key` header. Each idempotency key belongs to one operation and one request body. */
import { createHmac } from 'node:crypto';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { RequestContext } from '../../platform/operations/handler.ts';
import { findKeyUse, insertKey, type KeyedRequest } from './idempotency-store.ts';

/**
 * Saves the idempotency key in the transaction that records the request. Throws IDEMPOTENCY_KEY_REUSED if a different
 * request has saved it since the check.
 */
type SaveKey = (tx: Database, bookingId: string) => Promise<void>;

const MAX_KEY = 255;

/**
 * Throws IDEMPOTENCY_KEY_REUSED if another request used the idempotency key. Returns undefined if the request has no
 * idempotency key, or if its key is already saved.
 */
export async function checkIdempotencyKey(
  db: Database,
  context: RequestContext,
  operation: KeyedRequest['operation'],
  fingerprint: Buffer,
): Promise<SaveKey | undefined> {
  const { idempotencyKey: key } = context;
  if (key === undefined) return undefined;
  if (key.length < 1 || key.length > MAX_KEY) {
    throw new ApiError(
      'VALIDATION_ERROR',
      `The Idempotency-Key header must have 1 to ${MAX_KEY} characters.`,
    );
  }
  const keyed: KeyedRequest = { key, operation, fingerprint };
  const use = await findKeyUse(db, context, keyed);
  if (use === 'OTHER') throw keyReused();
  if (use === 'SAME') return undefined;
  return async (tx, bookingId) => {
    if (await insertKey(tx, context, keyed, bookingId)) return;
    // Another request has saved the idempotency key since the check. It may be a duplicate of this request.
    if ((await findKeyUse(tx, context, keyed)) !== 'SAME') throw keyReused();
  };
}

function keyReused(): ApiError {
  return new ApiError(
    'IDEMPOTENCY_KEY_REUSED',
    'This idempotency key has already been used with a different request. Use a new key.',
  );
}

/**
 * Identifies a request body regardless of the order of its fields, so that a replay can be recognised. `settings` are ignored. The
 * hash is keyed, because the names in a request could otherwise be guessed.
 */
export function requestFingerprint(
  key: Buffer,
  operation: string,
  { settings: _, ...body }: { settings?: unknown },
): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([operation, canonical(body)]))
    .digest();
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, canonical(field)]);
}
