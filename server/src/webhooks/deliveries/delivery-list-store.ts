import type { EventType } from '@serai/contract/events.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../../platform/database/generated/tables.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { eventBody } from '../../platform/events/outbox-store.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { ListPosition } from '../endpoints/stored-endpoint-store.ts';

export interface StoredDelivery {
  deliveryId: string;
  partnerId: string;
  eventId: string;
  eventType: EventType;
  endpointId: string;
  environment: Environment;
  bookingId: string | null;
  clientReference: string | null;
  status: WebhookDeliveryRow['status'];
  createdAt: Date;
  deliveredAt: Date | null;
  nextAttemptAt: Date | null;
  /** Oldest first. */
  attempts: StoredAttempt[];
  /** The event as it was sent, if requested. */
  payload?: Record<string, unknown>;
}

export interface StoredAttempt {
  number: number;
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  answer: string | null;
}

export interface DeliveryFilter {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  environment?: Environment | undefined;
  endpointId?: string | undefined;
  eventId?: string | undefined;
  eventType?: EventType | undefined;
  bookingId?: string | undefined;
  status?: WebhookDeliveryRow['status'] | undefined;
  withPayload?: boolean | undefined;
  before?: ListPosition | undefined;
  limit: number;
}

/**
 * Newest first. Reads the newest deliveries of each endpoint with webhook_delivery_by_endpoint (or the index of missed
 * deliveries), so that no index by organisation has to be updated for every attempt. The deliveries of an event or
 * booking are found by their IDs, which are derived from it, so the plan does not depend on statistics.
 */
export async function listDeliveries(
  db: Database,
  seal: Seal,
  filter: DeliveryFilter,
): Promise<StoredDelivery[]> {
  const { organisationId, environment, endpointId, limit } = filter;
  return await read(
    db,
    seal,
    db`
      SELECT newest.* FROM webhook_endpoint AS endpoint
      CROSS JOIN LATERAL (
        SELECT * FROM webhook_delivery AS delivery
        WHERE delivery.endpoint_id = endpoint.endpoint_id ${conditions(db, filter)}
        ORDER BY delivery.created_at DESC, delivery.delivery_id DESC LIMIT ${limit}
      ) AS newest
      WHERE ${organisationId === undefined ? db`true` : db`endpoint.organisation_id = ${organisationId}`}
        ${environment === undefined ? db`` : db`AND endpoint.environment = ${environment}`}
        ${endpointId === undefined ? db`` : db`AND endpoint.endpoint_id = ${endpointId}`}
      ORDER BY newest.created_at DESC, newest.delivery_id DESC LIMIT ${limit}`,
    filter.withPayload,
  );
}

export async function findDelivery(
  db: Database,
  seal: Seal,
  organisationId: string,
  deliveryId: string,
): Promise<StoredDelivery | undefined> {
  const [found] = await read(
    db,
    seal,
    db`
      SELECT delivery.* FROM webhook_delivery AS delivery JOIN webhook_endpoint USING (endpoint_id)
      WHERE delivery_id = ${deliveryId} AND delivery.organisation_id = ${organisationId}`,
  );
  return found;
}

function conditions(db: Database, filter: DeliveryFilter): Statement {
  const { from, to, eventId, eventType, bookingId, status, before } = filter;
  const parts: Statement[] = [];
  if (from !== undefined) parts.push(db`AND created_at >= ${from}`);
  if (to !== undefined) parts.push(db`AND created_at < ${to}`);
  if (before !== undefined) parts.push(db`AND (created_at, delivery_id) < (${before.at}, ${before.id})`);
  if (eventId !== undefined) {
    parts.push(db`AND delivery.delivery_id = webhook_delivery_id(${eventId}, endpoint.endpoint_id)`);
  }
  if (eventType !== undefined) parts.push(db`AND type = ${eventType}`);
  if (bookingId !== undefined) {
    parts.push(db`
      AND delivery.delivery_id = ANY (ARRAY (
        SELECT webhook_delivery_id(event_id, endpoint.endpoint_id) FROM outbox_event WHERE booking_id = ${bookingId}))`);
  }
  if (status !== undefined) parts.push(hasStatus(db, status));
  return parts.reduce((all, part) => db`${all} ${part}`, db``);
}

/** A literal instead of a parameter, because the planner uses a partial index only if it knows the status. */
function hasStatus(db: Database, status: WebhookDeliveryRow['status']): Statement {
  if (status === 'FAILED') return db`AND status = 'FAILED'`;
  if (status === 'HELD') return db`AND status = 'HELD'`;
  if (status === 'PENDING') return db`AND due_endpoint_id = delivery.endpoint_id`;
  return db`AND status = 'DELIVERED'`;
}

type Row = WebhookDeliveryRow & {
  booking_id: string | null;
  client_reference: string | null;
  at: Date;
  data: Buffer | null;
};

async function read(
  db: Database,
  seal: Seal,
  deliveries: Statement,
  withPayload = false,
): Promise<StoredDelivery[]> {
  const rows = await db<Row[]>`
    SELECT delivery.*, event.booking_id, booking.client_reference, event.at,
      ${withPayload ? db`event.data` : db`NULL AS data`}
    FROM (${deliveries}) AS delivery JOIN outbox_event AS event USING (event_id)
      LEFT JOIN booking ON booking.booking_id = event.booking_id
    ORDER BY delivery.created_at DESC, delivery.delivery_id DESC`;
  const attempts = await attemptsOf(db, rows);
  return rows.map(row => ({
    deliveryId: row.delivery_id,
    partnerId: row.organisation_id,
    eventId: row.event_id,
    eventType: row.type as EventType,
    endpointId: row.endpoint_id,
    environment: row.environment,
    bookingId: row.booking_id,
    clientReference: row.client_reference,
    status: row.status,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    nextAttemptAt: row.next_attempt_at,
    attempts: attempts.get(row.delivery_id) ?? [],
    ...(withPayload && { payload: JSON.parse(eventBody(seal, row).toString('utf8')) }),
  }));
}

async function attemptsOf(db: Database, deliveries: readonly Row[]): Promise<Map<string, StoredAttempt[]>> {
  const rows = await db<WebhookAttemptRow[]>`
    SELECT * FROM webhook_attempt
    WHERE delivery_id = ANY (${deliveries.map(delivery => delivery.delivery_id)}::text[])
    ORDER BY delivery_id, number`;
  const attempts = new Map<string, StoredAttempt[]>();
  for (const { delivery_id, number, at, duration_ms: durationMs, status, error, answer } of rows) {
    const attempt = { number, at, durationMs, status, error, answer };
    const before = attempts.get(delivery_id);
    if (before === undefined) attempts.set(delivery_id, [attempt]);
    else before.push(attempt);
  }
  return attempts;
}
