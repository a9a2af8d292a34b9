/** Replays deliveries. The event keeps its ID, and the schedule restarts. */
import type { Database } from '../../platform/database/connect.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../platform/database/generated/tables.ts';
import type { Statement } from '../../platform/database/statement.ts';

export type Replay = { queued: number } | 'NOT_FOUND' | 'NOT_ENABLED' | 'ERASED';

type Status = WebhookDeliveryRow['status'];

export const MISSED: readonly Status[] = ['FAILED', 'HELD'];

export async function replayDelivery(
  tx: Database,
  organisationId: string,
  deliveryId: string,
): Promise<Replay> {
  const [found] = await tx<{ endpoint_id: string; is_erased: boolean }[]>`
    SELECT endpoint_id, event.data IS NULL AS is_erased
    FROM webhook_delivery AS delivery JOIN outbox_event AS event USING (event_id)
    WHERE delivery_id = ${deliveryId} AND delivery.organisation_id = ${organisationId}`;
  const endpoint = found && (await lockEndpoint(tx, organisationId, found.endpoint_id));
  if (endpoint === undefined) return 'NOT_FOUND';
  if (found?.is_erased) return 'ERASED';
  if (endpoint.status !== 'ENABLED') return 'NOT_ENABLED';
  return { queued: await queue(tx, tx`delivery_id = ${deliveryId}`) };
}

/** Also works if the event had no delivery to the endpoint, for example because the endpoint did not exist yet. */
export async function replayEvent(
  tx: Database,
  organisationId: string,
  endpointId: string,
  eventId: string,
): Promise<Replay> {
  const endpoint = await lockEndpoint(tx, organisationId, endpointId);
  if (endpoint === undefined) return 'NOT_FOUND';
  const [event] = await tx<{ is_erased: boolean }[]>`
    SELECT data IS NULL AS is_erased FROM outbox_event
    WHERE event_id = ${eventId} AND organisation_id = ${organisationId} AND environment = ${endpoint.environment}
      AND (type <> 'webhook.ping' OR EXISTS (
        SELECT FROM webhook_delivery AS sent WHERE sent.event_id = ${eventId} AND sent.endpoint_id = ${endpointId}))
    FOR KEY SHARE`;
  if (event === undefined) return 'NOT_FOUND';
  if (event.is_erased) return 'ERASED';
  if (endpoint.status !== 'ENABLED') return 'NOT_ENABLED';
  const made = await tx`
    INSERT INTO webhook_delivery
      (delivery_id, event_id, endpoint_id, organisation_id, environment, type, status, created_at, next_attempt_at)
    SELECT webhook_delivery_id(event_id, ${endpointId}), event_id, ${endpointId}, organisation_id, environment, type,
           'PENDING', now.at, now.at
    FROM outbox_event CROSS JOIN (SELECT date_trunc('milliseconds', serai_now()) AS at) AS now
    WHERE event_id = ${eventId}
    ON CONFLICT (event_id, endpoint_id) DO NOTHING`;
  if (made.count === 1) return { queued: 1 };
  return { queued: await queue(tx, tx`event_id = ${eventId} AND endpoint_id = ${endpointId}`) };
}

export interface ReplaySpan {
  /** Creation times of the deliveries. The start is inclusive and the end exclusive. */
  from: Date;
  to?: Date | undefined;
  statuses?: readonly Status[] | undefined;
}

const BATCH = 5_000;

/**
 * Replays the missed deliveries of a period, or those with the given statuses. Each batch is committed separately, so
 * `db` must not be a transaction. Skips deliveries that are created while it runs or that another run has already
 * queued.
 */
export async function replaySpan(
  db: Database,
  organisationId: string,
  endpointId: string,
  { from, to, statuses = MISSED }: ReplaySpan,
): Promise<Replay> {
  const endpoint = await lockEndpoint(db, organisationId, endpointId);
  if (endpoint === undefined) return 'NOT_FOUND';
  if (endpoint.status !== 'ENABLED') return 'NOT_ENABLED';
  const end = to !== undefined && to < endpoint.now ? to : endpoint.now;
  let queued = 0;
  let last = { created_at: from, delivery_id: '' };
  for (;;) {
    const rows = await db<{ created_at: Date; delivery_id: string }[]>`
      SELECT created_at, delivery_id FROM webhook_delivery
      WHERE endpoint_id = ${endpointId} AND status = ANY (${statuses}::text[])
        AND (created_at, delivery_id) > (${last.created_at}, ${last.delivery_id})
        AND (${to === undefined ? db`created_at <= ${end}` : db`created_at < ${to} AND created_at <= ${end}`})
      ORDER BY created_at, delivery_id LIMIT ${BATCH}`;
    if (rows.length > 0) {
      const ids = rows.map(row => row.delivery_id);
      queued += await queue(
        db,
        db`delivery_id = ANY (${ids}::text[]) AND status = ANY (${statuses}::text[])
          AND EXISTS (SELECT FROM webhook_endpoint WHERE endpoint_id = ${endpointId} AND status = 'ENABLED')`,
      );
    }
    if (rows.length < BATCH) return { queued };
    last = rows.at(-1) as (typeof rows)[number];
  }
}

type LockedEndpoint = Pick<WebhookEndpointRow, 'status' | 'environment'> & { now: Date };

/** The endpoint cannot be stopped during the transaction, so nothing is queued that would never be sent. */
async function lockEndpoint(
  tx: Database,
  organisationId: string,
  endpointId: string,
): Promise<LockedEndpoint | undefined> {
  const [endpoint] = await tx<LockedEndpoint[]>`
    SELECT status, environment, serai_now() AS now FROM webhook_endpoint
    WHERE endpoint_id = ${endpointId} AND organisation_id = ${organisationId} FOR SHARE`;
  return endpoint;
}

/** A delivery that is currently being sent continues. If that attempt fails, the delivery is retried immediately. */
async function queue(db: Database, which: Statement): Promise<number> {
  const { count } = await db`
    UPDATE webhook_delivery
    SET status = 'PENDING', next_attempt_at = serai_now(), delivered_at = NULL,
        step = CASE WHEN lease_until > serai_now() THEN -1 ELSE 0 END
    WHERE ${which}`;
  return count;
}
