/**
 * Deletes expired rows in small batches, so that nothing else has to wait. Each function returns the number of deleted
 * rows. The current time is read once per statement, because comparing with a volatile function would scan the whole
 * index.
 */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';

const BATCH = 1_000;
const KEPT_DAYS = 30;
/** An open transaction may still create a delivery to a deleted endpoint. */
const STRAGGLERS_MINUTES = 10;

/**
 * Deletes the oldest events first, using outbox_event_by_age, together with their deliveries and attempts. An event
 * with a pending delivery is kept. The locks ensure that no delivery of these events is created in the meantime.
 */
export function deleteOldEvents(db: Database): Promise<number> {
  return inTransaction(db, async tx => {
    const old = await tx<{ event_id: string }[]>`
      SELECT event_id FROM outbox_event AS event
      WHERE at < (SELECT serai_now()) - ${KEPT_DAYS}::int * interval '1 day' AND ${isSettled(tx)}
      ORDER BY at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
    const [gone] = await tx<{ events: number }[]>`
      WITH events AS (
        DELETE FROM outbox_event AS event
        WHERE event_id = ANY (${old.map(event => event.event_id)}::text[]) AND ${isSettled(tx)}
        RETURNING event_id
      ), deliveries AS (
        DELETE FROM webhook_delivery WHERE event_id IN (SELECT event_id FROM events) RETURNING delivery_id
      ), attempts AS (
        DELETE FROM webhook_attempt WHERE delivery_id IN (SELECT delivery_id FROM deliveries)
      )
      SELECT count(*)::int AS events FROM events`;
    return gone?.events ?? 0;
  });
}

function isSettled(tx: Database) {
  return tx`NOT EXISTS (SELECT FROM webhook_delivery WHERE event_id = event.event_id AND status = 'PENDING')`;
}

/** Deletes the deliveries of deleted endpoints, using webhook_delivery_by_endpoint. */
export async function deleteLeftBehind(db: Database): Promise<number> {
  const [gone] = await db<{ deliveries: number }[]>`
    WITH batch AS (
      SELECT delivery.delivery_id FROM webhook_deleted AS deleted
      CROSS JOIN LATERAL (
        SELECT delivery_id FROM webhook_delivery WHERE endpoint_id = deleted.endpoint_id
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ) AS delivery
      LIMIT ${BATCH}
    ), deliveries AS (
      DELETE FROM webhook_delivery WHERE delivery_id IN (SELECT delivery_id FROM batch) RETURNING delivery_id
    ), attempts AS (
      DELETE FROM webhook_attempt WHERE delivery_id IN (SELECT delivery_id FROM deliveries)
    )
    SELECT count(*)::int AS deliveries FROM deliveries`;
  const deliveries = gone?.deliveries ?? 0;
  if (deliveries < BATCH) {
    await db`
      DELETE FROM webhook_deleted AS deleted
      WHERE deleted_at < (SELECT serai_now()) - ${STRAGGLERS_MINUTES}::int * interval '1 minute'
        AND NOT EXISTS (SELECT FROM webhook_delivery WHERE endpoint_id = deleted.endpoint_id)`;
  }
  return deliveries;
}

export async function deleteOldNotices(db: Database): Promise<number> {
  const { count } = await db`
    DELETE FROM notice WHERE notice_id IN (
      SELECT notice_id FROM notice WHERE ended_at < (SELECT serai_now()) - ${KEPT_DAYS}::int * interval '1 day'
      ORDER BY ended_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
  return count;
}
