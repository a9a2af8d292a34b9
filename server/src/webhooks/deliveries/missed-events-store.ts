import { type AttentionList, MAX_ATTENTION_COUNTED } from '@serai/contract/account/attention.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { WebhookEndpointRow } from '../../platform/database/generated/tables.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { isoTime } from '../../platform/iso-time.ts';

interface MissedEvents
  extends Pick<WebhookEndpointRow, 'endpoint_id' | 'organisation_id' | 'url' | 'status'> {
  environment: Environment;
  missed: number;
  since: Date;
  has_recovered: boolean;
  last_error: string | null;
}

/**
 * Endpoints that miss events about bookings, the oldest first. A paused endpoint misses only events that failed,
 * because someone put the others on hold on purpose. Of each endpoint, at most MAX_ATTENTION_COUNTED failed events and
 * as many events on hold are read with webhook_delivery_missed. `limit` applies to the endpoints. Events about bookings of
 * which staff have informed the partner since then are left out.
 */
export async function listMissedEvents(
  db: Database,
  {
    organisationId,
    environment,
  }: { organisationId: string | undefined; environment: Environment | undefined },
  limit: number,
): Promise<AttentionList['endpoints']> {
  const rows = await db<MissedEvents[]>`
    SELECT endpoint.endpoint_id, endpoint.organisation_id, endpoint.environment, endpoint.url, endpoint.status,
      lost.missed, lost.since, endpoint.status = 'ENABLED' AND endpoint.failing_since IS NULL AS has_recovered,
      -- Not read after a recovery, because it may then be far back among the attempts.
      CASE WHEN endpoint.failing_since IS NOT NULL THEN (
        SELECT error FROM webhook_attempt AS attempt
        WHERE attempt.endpoint_id = endpoint.endpoint_id AND error IS NOT NULL ORDER BY at DESC LIMIT 1
      ) END AS last_error
    FROM webhook_endpoint AS endpoint
    CROSS JOIN LATERAL (
      SELECT least(count(*), ${MAX_ATTENTION_COUNTED})::integer AS missed, min(created_at) AS since FROM (
        (SELECT created_at FROM webhook_delivery AS delivery
         WHERE delivery.endpoint_id = endpoint.endpoint_id AND status = 'FAILED' AND starts_with(type, 'booking.')
           AND ${isUnknownToPartner(db)}
         ORDER BY created_at LIMIT ${MAX_ATTENTION_COUNTED})
        UNION ALL
        (SELECT created_at FROM webhook_delivery AS delivery
         WHERE delivery.endpoint_id = endpoint.endpoint_id AND status = 'HELD' AND endpoint.status = 'DISABLED'
           AND starts_with(type, 'booking.') AND ${isUnknownToPartner(db)}
         ORDER BY created_at LIMIT ${MAX_ATTENTION_COUNTED})
      ) AS missing
    ) AS lost
    WHERE lost.missed > 0
      ${organisationId === undefined ? db`` : db`AND endpoint.organisation_id = ${organisationId}`}
      ${environment === undefined ? db`` : db`AND endpoint.environment = ${environment}`}
    ORDER BY lost.since, endpoint.endpoint_id LIMIT ${limit}`;
  return rows.map(row => ({
    endpointId: row.endpoint_id,
    partnerId: row.organisation_id,
    environment: row.environment,
    url: row.url,
    status: row.status,
    missed: row.missed,
    since: isoTime(row.since.getTime()),
    hasRecovered: row.has_recovered,
    lastError: row.last_error,
  }));
}

/** Reads one event and the notes of its booking for each delivery, with indexes. */
function isUnknownToPartner(db: Database): Statement {
  return db`NOT EXISTS (
    SELECT FROM outbox_event AS event JOIN booking_note AS note ON note.booking_id = event.booking_id
    WHERE event.event_id = delivery.event_id AND note.is_contact AND note.at >= delivery.created_at)`;
}
