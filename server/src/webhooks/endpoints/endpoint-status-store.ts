/** Controls whether an endpoint receives events. Deliveries to a stopped endpoint are held until they are replayed. */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { endNotices, insertNotice } from '../notices/notice-store.ts';

/**
 * Also works for an endpoint that was disabled automatically. Its owner has then noticed the problem, so the notice is
 * closed.
 */
export async function pauseEndpoint(tx: Database, endpointId: string, reason: string): Promise<void> {
  const paused = await stop(tx, endpointId, 'PAUSED', reason);
  if (paused) await endNotices(tx, endpointId);
}

/** Restarts the five days after which a failing endpoint is disabled. Held deliveries stay held. */
export async function enableEndpoint(tx: Database, endpointId: string): Promise<void> {
  const { count } = await tx`
    UPDATE webhook_endpoint
    SET status = 'ENABLED', status_reason = NULL, clock_from = serai_now(), failing_since = NULL, told_stage = 0,
        status_since = CASE WHEN status = 'ENABLED' THEN status_since ELSE serai_now() END
    WHERE endpoint_id = ${endpointId}`;
  if (count === 1) await endNotices(tx, endpointId);
}

/**
 * Disables an endpoint automatically and creates a notice. A paused endpoint is disabled too, because it would not work
 * after it is enabled again.
 */
export async function disableEndpoint(tx: Database, endpointId: string, reason: string): Promise<void> {
  const disabled = await stop(tx, endpointId, 'DISABLED', reason);
  if (!disabled) return;
  await endNotices(tx, endpointId);
  await insertNotice(tx, endpointId, 'webhook.disabled', `Webhook endpoint disabled: ${reason}`);
}

async function stop(
  tx: Database,
  endpointId: string,
  status: 'PAUSED' | 'DISABLED',
  reason: string,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE webhook_endpoint
    SET status = ${status}, status_reason = ${reason}, status_since = serai_now(), updated_at = serai_now()
    WHERE endpoint_id = ${endpointId} AND status <> ${status}`;
  if (count === 0) return false;
  await holdWaiting(tx, endpointId);
  return true;
}

const HOLD_BATCH = 10_000;

/** Deliveries that are being sent keep the result of their attempt. Uses webhook_delivery_due. */
async function holdWaiting(tx: Database, endpointId: string): Promise<number> {
  const { count } = await tx`
    UPDATE webhook_delivery SET status = 'HELD', next_attempt_at = NULL, lease_until = NULL
    WHERE delivery_id IN (
      SELECT delivery_id FROM webhook_delivery
      WHERE due_endpoint_id = ${endpointId} AND NOT forced
        AND (lease_until IS NULL OR lease_until <= (SELECT serai_now()))
      LIMIT ${HOLD_BATCH} FOR UPDATE SKIP LOCKED
    ) AND status = 'PENDING'`;
  return count;
}

/**
 * Holds the remaining deliveries to stopped endpoints. These are deliveries beyond the first batch, and deliveries of
 * events whose transactions read the endpoint before it was stopped. Locks the endpoint, so that later events are not
 * held after it is enabled.
 */
export async function holdStragglers(db: Database): Promise<void> {
  const stopped = await db<{ endpoint_id: string }[]>`
    SELECT endpoint_id FROM webhook_endpoint AS endpoint
    WHERE status <> 'ENABLED' AND EXISTS (
      SELECT FROM webhook_delivery AS delivery
      WHERE delivery.due_endpoint_id = endpoint.endpoint_id AND NOT delivery.forced
        AND (lease_until IS NULL OR lease_until <= (SELECT serai_now()))
    )
    ORDER BY endpoint_id LIMIT 1000`;
  for (const { endpoint_id } of stopped) {
    while ((await holdWhileStopped(db, endpoint_id)) === HOLD_BATCH);
  }
}

function holdWhileStopped(db: Database, endpointId: string): Promise<number> {
  return inTransaction(db, async tx => {
    const { count } = await tx`
      SELECT FROM webhook_endpoint WHERE endpoint_id = ${endpointId} AND status <> 'ENABLED' FOR SHARE`;
    return count === 0 ? 0 : await holdWaiting(tx, endpointId);
  });
}

/**
 * Releases events that occurred while their endpoint was being enabled and were held because their transactions still
 * read it as stopped. Uses webhook_delivery_missed.
 */
export async function releaseStragglers(db: Database): Promise<void> {
  await db`
    UPDATE webhook_delivery AS delivery SET status = 'PENDING', next_attempt_at = serai_now()
    FROM webhook_endpoint AS endpoint
    WHERE endpoint.status = 'ENABLED' AND endpoint.status_since > (SELECT serai_now()) - interval '10 minutes'
      AND delivery.endpoint_id = endpoint.endpoint_id AND delivery.status = 'HELD'
      AND delivery.created_at >= date_trunc('milliseconds', endpoint.status_since)`;
}
