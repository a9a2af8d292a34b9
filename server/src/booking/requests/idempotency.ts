/** `Idempotency-Key`, where a request has one: bound to its operation and to what was asked for. */
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { RequestContext } from '../../platform/operations/handler.ts';
import { findKeyUse, type KeyedRequest, keepKey } from './idempotency-store.ts';

/** Keeps the key, in the transaction that makes the request count. Throws IDEMPOTENCY_KEY_REUSED. */
type KeepKey = (tx: Database, bookingId: string) => Promise<void>;

const MAX_KEY = 255;

/** Throws IDEMPOTENCY_KEY_REUSED. Undefined where the request has no key, or the key is kept already. */
export async function checkIdempotencyKey(
  db: Database,
  context: RequestContext,
  operation: KeyedRequest['operation'],
  fingerprint: Buffer,
): Promise<KeepKey | undefined> {
  const { idempotencyKey: key } = context;
  if (key === undefined) return undefined;
  if (key.length < 1 || key.length > MAX_KEY) {
    throw new ApiError('VALIDATION_ERROR', `The header Idempotency-Key takes 1 to ${MAX_KEY} characters.`);
  }
  const keyed: KeyedRequest = { key, operation, fingerprint };
  const use = await findKeyUse(db, context, keyed);
  if (use === 'OTHER') throw keyReused();
  if (use === 'SAME') return undefined;
  return async (tx, bookingId) => {
    if (await keepKey(tx, context, keyed, bookingId)) return;
    // Taken in the meantime, perhaps by the same request.
    if ((await findKeyUse(tx, context, keyed)) !== 'SAME') throw keyReused();
  };
}

function keyReused(): ApiError {
  return new ApiError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was sent with another request.');
}
