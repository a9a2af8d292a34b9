import type { Database } from '../../platform/database/connect.ts';

export interface DeliveryBacklog {
  /** Deliveries that are due and not being sent, counted up to `limit`. */
  queued: number;
  lagSeconds: number;
}

/**
 * Reads the due deliveries of each enabled endpoint with webhook_delivery_due. Deliveries to paused and disabled
 * endpoints do not count.
 */
export async function readBacklog(db: Database, limit: number): Promise<DeliveryBacklog> {
  const [row] = await db<DeliveryBacklog[]>`
    SELECT count(*)::int AS queued,
      greatest(0, coalesce(extract(epoch FROM (SELECT serai_now()) - min(next_attempt_at)), 0))::float8 AS "lagSeconds"
    FROM (
      SELECT due.next_attempt_at FROM webhook_endpoint CROSS JOIN LATERAL (
        SELECT next_attempt_at, lease_until FROM webhook_delivery
        WHERE due_endpoint_id = webhook_endpoint.endpoint_id AND next_attempt_at <= (SELECT serai_now())
        ORDER BY next_attempt_at LIMIT ${limit}
      ) AS due
      WHERE webhook_endpoint.status = 'ENABLED' AND coalesce(due.lease_until <= (SELECT serai_now()), true)
      LIMIT ${limit}
    ) AS waiting`;
  return row ?? { queued: 0, lagSeconds: 0 };
}
