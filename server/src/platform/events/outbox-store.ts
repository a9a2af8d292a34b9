/**
 * The outbox. Events are written in the same transaction as the change that causes them, and delivered later. Their
 * data is encrypted, because it may contain personal data.
 */
import type { EventType } from '@serai/contract/events.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../database/connect.ts';
import type { OutboxEventRow } from '../database/generated/tables.ts';
import { newReferenceId } from '../ids/reference-id.ts';
import { isoTime } from '../iso-time.ts';
import type { Seal } from '../secrets/seal.ts';

const PURPOSE = 'outbox event';

export interface NewEvent {
  organisationId: string;
  environment: Environment;
  type: EventType;
  at: Date;
  bookingId?: string;
  version?: number;
  data: unknown;
  /** The test scenario for the event's deliveries. */
  scenario?: string | undefined;
}

/**
 * Inserts the event and its deliveries, one to each endpoint that subscribes to the type. A delivery is due
 * immediately, or held while its endpoint is not enabled. Takes no exclusive lock on shared rows and sends no
 * notification, so that commits do not wait for each other.
 */
export async function appendEvent(tx: Database, seal: Seal, event: NewEvent): Promise<string> {
  const { organisationId, environment, type } = event;
  const eventId = newReferenceId('evt');
  await tx`
    WITH event AS (${insertion(tx, seal, eventId, event)})
    INSERT INTO webhook_delivery
      (delivery_id, event_id, endpoint_id, organisation_id, environment, type, status, created_at, next_attempt_at)
    SELECT webhook_delivery_id(${eventId}, endpoint_id), ${eventId}, endpoint_id, organisation_id, environment, ${type},
           CASE WHEN status = 'ENABLED' THEN 'PENDING' ELSE 'HELD' END,
           now.at, CASE WHEN status = 'ENABLED' THEN now.at END
    FROM webhook_endpoint CROSS JOIN (SELECT date_trunc('milliseconds', serai_now()) AS at) AS now
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND ${type} = ANY (event_types)`;
  return eventId;
}

/** Appends an event for one endpoint, regardless of its status. Returns the id of the delivery. */
export async function appendEventFor(
  tx: Database,
  seal: Seal,
  endpointId: string,
  event: NewEvent,
): Promise<string> {
  const eventId = newReferenceId('evt');
  const [made] = await tx<{ delivery_id: string }[]>`
    WITH event AS (${insertion(tx, seal, eventId, event)})
    INSERT INTO webhook_delivery (delivery_id, event_id, endpoint_id, organisation_id, environment, type, status, forced,
                                  created_at, next_attempt_at)
    SELECT webhook_delivery_id(${eventId}, ${endpointId}), ${eventId}, ${endpointId}, ${event.organisationId},
           ${event.environment}, ${event.type}, 'PENDING', true, now.at, now.at
    FROM (SELECT date_trunc('milliseconds', serai_now()) AS at) AS now
    RETURNING delivery_id`;
  return (made as { delivery_id: string }).delivery_id;
}

function insertion(tx: Database, seal: Seal, eventId: string, event: NewEvent) {
  const { organisationId, environment, type, at, data } = event;
  const { bookingId = null, version = null, scenario = null } = event;
  return tx`
    INSERT INTO outbox_event (event_id, organisation_id, environment, type, at, booking_id, version, data, scenario)
    VALUES (${eventId}, ${organisationId}, ${environment}, ${type}, ${at}, ${bookingId}, ${version},
            ${seal.seal(PURPOSE, Buffer.from(JSON.stringify(data)))}, ${scenario})`;
}

/**
 * Erases the data in a booking's events, in the transaction that erases its guests. The events themselves remain,
 * without `data`. Stored responses from receivers are erased too, because they may repeat the data. Deliveries in
 * progress lose their lease, so a later response is not stored.
 */
export async function eraseEvents(tx: Database, bookingIds: readonly string[]): Promise<void> {
  await tx`
    WITH events AS (
      UPDATE outbox_event SET data = NULL WHERE booking_id = ANY (${bookingIds}::text[]) RETURNING event_id
    ), let_go AS (
      UPDATE webhook_delivery SET lease_until = NULL
      WHERE lease_until IS NOT NULL AND event_id = ANY (ARRAY (SELECT event_id FROM events))
    )
    UPDATE webhook_attempt SET answer = NULL
    WHERE answer IS NOT NULL AND delivery_id = ANY (ARRAY (
      SELECT delivery_id FROM webhook_delivery WHERE event_id = ANY (ARRAY (SELECT event_id FROM events))))`;
}

export function openEventData(seal: Seal, sealed: Buffer): unknown {
  return JSON.parse(seal.open(PURPOSE, sealed).toString('utf8'));
}

/**
 * The complete event as it is signed and sent, with the same bytes for every attempt. Once its data has been erased, it
 * must not be sent.
 */
export function eventBody(
  seal: Seal,
  event: Pick<OutboxEventRow, 'event_id' | 'type' | 'at' | 'environment' | 'data'>,
): Buffer {
  const head = JSON.stringify({
    id: event.event_id,
    type: event.type,
    timestamp: isoTime(event.at.getTime()),
    environment: event.environment,
  });
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"data":`),
    event.data === null ? Buffer.from('null') : seal.open(PURPOSE, event.data),
    Buffer.from('}'),
  ]);
}

/**
 * Lists organisations with an endpoint that subscribes to the event type. Includes endpoints that are not enabled,
 * whose events are held.
 */
export async function listSubscribers(
  db: Database,
  environment: Environment,
  type: EventType,
): Promise<string[]> {
  const rows = await db<{ organisation_id: string }[]>`
    SELECT DISTINCT organisation_id FROM webhook_endpoint
    WHERE environment = ${environment} AND ${type} = ANY (event_types) ORDER BY organisation_id`;
  return rows.map(row => row.organisation_id);
}
