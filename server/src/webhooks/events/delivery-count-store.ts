import type { Database } from '../../platform/database/connect.ts';
import type { WebhookDeliveryRow } from '../../platform/database/generated/tables.ts';

export interface DeliveryCounts {
  delivered: number;
  pending: number;
  failed: number;
  held: number;
}

export const NO_DELIVERIES: DeliveryCounts = { delivered: 0, pending: 0, failed: 0, held: 0 };

const FIELD_OF = { DELIVERED: 'delivered', PENDING: 'pending', FAILED: 'failed', HELD: 'held' } as const;

/** Counts the deliveries of each event to existing endpoints, one event at a time with the index on event and endpoint. */
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
