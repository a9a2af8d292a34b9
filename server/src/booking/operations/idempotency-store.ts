/** Idempotency keys. Each belongs to one operation and one request of a partner and environment. */
import type { Database } from '../../platform/database/connect.ts';
import type { BookingScope } from '../bookings/booking.ts';

export interface KeyedRequest {
  key: string;
  operation: 'booking' | 'cancel';
  fingerprint: Buffer;
}

/** NEW: unused. SAME: used by the same request. OTHER: used by a different request. */
export type KeyUse = 'NEW' | 'SAME' | 'OTHER';

export async function findKeyUse(
  db: Database,
  { organisationId, environment }: BookingScope,
  { key, operation, fingerprint }: KeyedRequest,
): Promise<KeyUse> {
  const [row] = await db<{ operation: string; fingerprint: Buffer }[]>`
    SELECT operation, fingerprint
    FROM idempotency_key
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND key = ${key}`;
  if (row === undefined) return 'NEW';
  return row.operation === operation && row.fingerprint.equals(fingerprint) ? 'SAME' : 'OTHER';
}

/** Returns false if the idempotency key is already in use. */
export async function insertKey(
  tx: Database,
  { organisationId, environment }: BookingScope,
  { key, operation, fingerprint }: KeyedRequest,
  bookingId: string,
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO idempotency_key (organisation_id, environment, key, operation, fingerprint, booking_id, created_at)
    VALUES (${organisationId}, ${environment}, ${key}, ${operation}, ${fingerprint}, ${bookingId}, serai_now())
    ON CONFLICT DO NOTHING`;
  return count === 1;
}
