/** Claims due deliveries, so that no other worker sends them at the same time. */

import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { SLOTS } from '../endpoints/endpoint-store.ts';

/** Longer than any attempt, so a lease expires only if its worker has died or stalled. */
export const LEASE_MS = 60_000;

export interface ClaimedDelivery {
  delivery_id: string;
  event_id: string;
  endpoint_id: string;
  environment: Environment;
  /** The number of this attempt. A result counts only if no later attempt has begun. */
  attempt: number;
  step: number;
  slot: number;
  /** The database's clock when the delivery was claimed. */
  claimed_at: Date;
  url: string;
  /** Encrypted secrets, with the current secret first. */
  secrets: Buffer[];
  type: string;
  at: Date;
  /** Null if the guests' data was erased. */
  data: Buffer | null;
  scenario: string | null;
}

export interface ClaimOptions {
  limit: number;
  /** The claim begins after this endpoint, so that each endpoint gets its turn. '' begins with the first endpoint. */
  after: string;
  /** Whether to claim for failing endpoints or for all others. */
  failing: boolean;
}

/** A failing endpoint gets only two slots, because its attempts may be slow and would occupy more. */
const SLOTS_WHILE_FAILING = 2;

/**
 * Endpoints are found by a loose index scan of webhook_delivery_due, and only as many as needed. For each endpoint,
 * only as many due deliveries are read as it has free slots, so a long backlog costs nothing. A slot is locked with
 * each delivery, so the limit per endpoint is exact across all workers. The claim does not wait for locks. It does not
 * wait for the disk either, because a claim that is lost in a database crash is simply made again. The rows are ordered
 * by endpoint, so the last row shows where the next claim begins.
 */
export async function claimDeliveries(db: Database, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { limit, after, failing } = options;
  const room = failing ? SLOTS_WHILE_FAILING : SLOTS;
  return await db<ClaimedDelivery[]>`
    WITH RECURSIVE turn AS (
      (SELECT due_endpoint_id AS endpoint_id, next_attempt_at FROM webhook_delivery
       WHERE due_endpoint_id > ${after}
       ORDER BY due_endpoint_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT next.endpoint_id, next.next_attempt_at
      FROM turn CROSS JOIN LATERAL (
        SELECT due_endpoint_id AS endpoint_id, next_attempt_at FROM webhook_delivery
        WHERE due_endpoint_id > turn.endpoint_id
        ORDER BY due_endpoint_id, next_attempt_at LIMIT 1
      ) AS next
    ), picked AS MATERIALIZED (
      SELECT turn.endpoint_id, due.delivery_id, due.next_attempt_at, due.lost_attempt
      FROM turn
      CROSS JOIN LATERAL (
        SELECT status FROM webhook_endpoint
        WHERE endpoint_id = turn.endpoint_id AND (failing_since IS NOT NULL) = ${failing}
        OFFSET 0
      ) AS endpoint
      CROSS JOIN LATERAL (
        SELECT delivery_id, next_attempt_at, CASE WHEN lease_until IS NOT NULL THEN attempts END AS lost_attempt
        FROM webhook_delivery
        WHERE due_endpoint_id = turn.endpoint_id AND next_attempt_at <= (SELECT serai_now())
          AND (lease_until IS NULL OR lease_until <= (SELECT serai_now())) AND (forced OR endpoint.status = 'ENABLED')
        ORDER BY next_attempt_at
        LIMIT (SELECT count(*) FROM webhook_slot AS slot WHERE slot.endpoint_id = turn.endpoint_id
                 AND slot.slot <= ${room} AND slot.until <= (SELECT serai_now()))
        FOR UPDATE SKIP LOCKED
      ) AS due
      WHERE turn.next_attempt_at <= (SELECT serai_now())
      LIMIT ${limit}
    ), placed AS (
      SELECT *, row_number() OVER (PARTITION BY endpoint_id ORDER BY next_attempt_at, delivery_id) AS place FROM picked
    ), held AS MATERIALIZED (
      SELECT wanted.endpoint_id, free.slot, row_number() OVER (PARTITION BY wanted.endpoint_id ORDER BY free.slot) AS place
      FROM (SELECT endpoint_id, count(*) AS wanted FROM picked GROUP BY endpoint_id) AS wanted
      CROSS JOIN LATERAL (
        SELECT slot FROM webhook_slot
        WHERE endpoint_id = wanted.endpoint_id AND slot <= ${room} AND until <= (SELECT serai_now())
        ORDER BY slot LIMIT wanted.wanted FOR UPDATE SKIP LOCKED
      ) AS free
    ), pair AS MATERIALIZED (
      SELECT placed.*, held.slot FROM placed JOIN held USING (endpoint_id, place)
    ), lost AS (
      INSERT INTO webhook_attempt (delivery_id, number, endpoint_id, at, duration_ms, error)
      SELECT delivery_id, lost_attempt, endpoint_id, (SELECT serai_now()), 0,
             'The worker was lost while sending. The event may have arrived.'
      FROM pair WHERE lost_attempt IS NOT NULL
      ON CONFLICT DO NOTHING
    ), moment AS MATERIALIZED (
      SELECT serai_now() AS at, serai_now() + ${LEASE_MS}::float8 * interval '1 millisecond' AS until,
             set_config('synchronous_commit', 'off', true)
    ), taken AS (
      UPDATE webhook_delivery SET attempts = attempts + 1, lease_until = moment.until, step = greatest(step, 0)
      FROM pair, moment WHERE webhook_delivery.delivery_id = pair.delivery_id
      RETURNING webhook_delivery.*, pair.slot, moment.at AS claimed_at
    ), filled AS (
      UPDATE webhook_slot SET until = taken.lease_until, delivery_id = taken.delivery_id, attempt = taken.attempts
      FROM taken WHERE webhook_slot.endpoint_id = taken.endpoint_id AND webhook_slot.slot = taken.slot
    )
    SELECT taken.delivery_id, taken.event_id, taken.endpoint_id, taken.environment, taken.attempts AS attempt, taken.step,
           taken.slot, taken.claimed_at, endpoint.url,
           event.type, event.at, event.data, event.scenario,
           ARRAY (SELECT sealed FROM webhook_secret AS secret
                  WHERE secret.endpoint_id = taken.endpoint_id
                    AND (valid_until IS NULL OR valid_until > (SELECT serai_now()))
                  ORDER BY number DESC LIMIT 2) AS secrets
    FROM taken JOIN webhook_endpoint AS endpoint USING (endpoint_id) JOIN outbox_event AS event USING (event_id)
    ORDER BY taken.endpoint_id`;
}
