/** `Idempotency-Key`, where a request has one: bound to its operation and to what was asked for. */
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { RequestContext } from '../../platform/operations/handler.ts';
import { findKeyUse, type KeyedRequest, keepKey } from './idempotency-store.ts';

export interface IdempotentRequest {
  /** The booking that this very request was about before. */
  bookingId: string | undefined;
  /** In the transaction that makes the request count; undefined where it has no key or the key is kept already. */
  alongside: ((tx: Database, bookingId: string) => Promise<void>) | undefined;
}

/** Throws IDEMPOTENCY_KEY_REUSED. */
export async function checkIdempotencyKey(
  db: Database,
  context: RequestContext,
  operation: KeyedRequest['operation'],
  fingerprint: Buffer,
): Promise<IdempotentRequest> {
  const { idempotencyKey: key } = context;
  if (key === undefined) return { bookingId: undefined, alongside: undefined };
  const keyed: KeyedRequest = { key, operation, fingerprint };
  const use = await findKeyUse(db, context, keyed);
  if (use.kind === 'OTHER') throw keyReused();
  if (use.kind === 'SAME') return { bookingId: use.bookingId, alongside: undefined };
  return {
    bookingId: undefined,
    async alongside(tx, bookingId) {
      if (!(await keepKey(tx, context, keyed, bookingId))) throw keyReused();
    },
  };
}

function keyReused(): ApiError {
  return new ApiError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was sent with another request.');
}
