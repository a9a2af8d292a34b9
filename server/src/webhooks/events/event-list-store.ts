/** Events as they were sent, for staff, partner users and clients that cannot receive webhooks. */

import type { EventType } from '@serai/contract/events.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { OutboxEventRow, WebhookDeliveryRow } from '../../platform/database/generated/tables.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { eventBody } from '../../platform/events/outbox-store.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { ListPosition } from '../endpoints/stored-endpoint-store.ts';

export interface StoredEvent {
  eventId: string;
  partnerId: string;
  type: EventType;
  at: Date;
  environment: Environment;
  bookingId: string | null;
  version: number | null;
  actor: unknown;
  payload: Record<string, unknown>;
  deliveries?: DeliveryCounts;
}

export interface EventFilter {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  environment?: Environment | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  type?: EventType | undefined;
  bookingId?: string | undefined;
  /** Lists events older than this event, newest first. */
  before?: ListPosition | undefined;
  /** Lists events newer than this event, oldest first. */
  after?: ListPosition | undefined;
  withDeliveries?: boolean;
  limit: number;
}

/** Uses outbox_event_by_organisation in each environment, or the index on bookings. */
export async function listEvents(db: Database, seal: Seal, filter: EventFilter): Promise<StoredEvent[]> {
  const { organisationId, environment, after, limit } = filter;
  const order = () => (after === undefined ? db`at DESC, event_id DESC` : db`at, event_id`);
  const rows = await db<OutboxEventRow[]>`
    SELECT event.* FROM unnest(${environment ? [environment] : ENVIRONMENTS}::text[]) AS environment (name)
    CROSS JOIN LATERAL (
      SELECT * FROM outbox_event
      WHERE ${ofPartner(db, organisationId)} AND environment = environment.name ${conditions(db, filter)}
      ORDER BY ${order()} LIMIT ${limit}
    ) AS event
    ORDER BY ${order()} LIMIT ${limit}`;
  const counts = filter.withDeliveries ? await countDeliveries(db, rows) : undefined;
  return rows.map(row => ({
    ...stored(seal, row),
    ...(counts && { deliveries: counts.get(row.event_id) ?? NO_DELIVERIES }),
  }));
}

export async function findEvent(
  db: Database,
  seal: Seal,
  organisationId: string,
  eventId: string,
): Promise<StoredEvent | undefined> {
  const [row] = await db<OutboxEventRow[]>`
    SELECT * FROM outbox_event WHERE event_id = ${eventId} AND organisation_id = ${organisationId}`;
  return row && stored(seal, row);
}

function stored(seal: Seal, row: OutboxEventRow): StoredEvent {
  const payload = JSON.parse(eventBody(seal, row).toString('utf8'));
  return {
    eventId: row.event_id,
    partnerId: row.organisation_id,
    type: row.type as EventType,
    at: row.at,
    environment: row.environment,
    bookingId: row.booking_id,
    version: row.version,
    actor: payload.data?.actor ?? null,
    payload,
  };
}

function conditions(db: Database, filter: EventFilter): Statement {
  const { from, to, type, bookingId, before, after } = filter;
  const parts: Statement[] = [];
  if (from !== undefined) parts.push(db`AND at >= ${from}`);
  if (to !== undefined) parts.push(db`AND at < ${to}`);
  if (before !== undefined) parts.push(db`AND (at, event_id) < (${before.at}, ${before.id})`);
  if (after !== undefined) parts.push(db`AND (at, event_id) > (${after.at}, ${after.id})`);
  if (type !== undefined) parts.push(db`AND type = ${type}`);
  if (bookingId !== undefined) parts.push(db`AND booking_id = ${bookingId}`);
  return parts.reduce((all, part) => db`${all} ${part}`, db``);
}

export async function findEventPosition(
  db: Database,
  organisationId: string | undefined,
  eventId: string,
): Promise<ListPosition | undefined> {
  const [position] = await db<ListPosition[]>`
    SELECT at, event_id AS id FROM outbox_event
    WHERE event_id = ${eventId} AND ${ofPartner(db, organisationId)}`;
  return position;
}

export interface DeliveryCounts {
  delivered: number;
  pending: number;
  failed: number;
  held: number;
}

export const NO_DELIVERIES: DeliveryCounts = { delivered: 0, pending: 0, failed: 0, held: 0 };

const FIELD_OF = { DELIVERED: 'delivered', PENDING: 'pending', FAILED: 'failed', HELD: 'held' } as const;

/**
 * Counts the deliveries of each event to existing endpoints, one event at a time, using the index on event and
 * endpoint.
 */
export async function countDeliveries(
  db: Database,
  events: readonly { event_id: string }[],
): Promise<Map<string, DeliveryCounts>> {
  const rows = await db<(Pick<WebhookDeliveryRow, 'event_id' | 'status'> & { deliveries: number })[]>`
    SELECT event.event_id, counted.status, counted.deliveries
    FROM unnest(${events.map(event => event.event_id)}::text[]) AS event (event_id)
    CROSS JOIN LATERAL (
      SELECT delivery.status, count(*)::int AS deliveries FROM webhook_delivery AS delivery
      WHERE delivery.event_id = event.event_id
        AND EXISTS (SELECT FROM webhook_endpoint WHERE endpoint_id = delivery.endpoint_id)
      GROUP BY delivery.status
    ) AS counted
    ORDER BY event.event_id, counted.status`;
  const counts = new Map<string, DeliveryCounts>();
  for (const { event_id: eventId, status, deliveries } of rows) {
    counts.set(eventId, { ...(counts.get(eventId) ?? NO_DELIVERIES), [FIELD_OF[status]]: deliveries });
  }
  return counts;
}
