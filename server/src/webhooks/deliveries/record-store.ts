/** Records the results of attempts in batches. A result has no effect if another worker holds the lease. */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { disableEndpoint } from '../endpoints/endpoint-status-store.ts';

export interface AttemptResult {
  deliveryId: string;
  endpointId: string;
  /** The URL to which the event was sent. */
  url: string;
  attempt: number;
  /** The step at the time of the claim. A different step in the delivery means that it has been replayed since then. */
  step: number;
  slot: number;
  at: Date;
  durationMs: number;
  status: number | null;
  /** Null means success. */
  error: string | null;
  answer: string | null;
  outcome: 'DELIVERED' | 'RETRY' | 'FAILED';
  delayMs: number;
  /** The number of schedule steps that the attempt uses: 0 or 1. */
  steps: number;
  /** Whether the result affects the health of the endpoint. */
  speaks: boolean;
  /** The reason to disable the endpoint if the receiver wants no more events. */
  gone: string | null;
}

/** The minimum interval between two updates of an endpoint's last success. Lists also look at the attempts. */
const SUCCESS_KEPT_MS = 5_000;

export async function recordResults(db: Database, results: readonly AttemptResult[]): Promise<void> {
  if (results.every(({ gone }) => gone === null)) return await record(db, results);
  await inTransaction(db, async tx => {
    const gone = await endpointsGone(tx, results);
    // A 410 from the previous URL does not disable an endpoint that has a new URL. The event is then sent to the new
    // URL.
    await record(
      tx,
      results.map(each =>
        each.gone === null || gone.has(each.endpointId) ? each : { ...each, outcome: 'RETRY' },
      ),
    );
    for (const [endpointId, reason] of [...gone].sort()) await disableEndpoint(tx, endpointId, reason);
  });
}

/**
 * Returns the endpoints that must be disabled because of a 410, with the reason. Locks the deliveries that received it
 * until the end of the transaction.
 */
async function endpointsGone(tx: Database, results: readonly AttemptResult[]): Promise<Map<string, string>> {
  const gone = results.filter(result => result.gone !== null);
  const rows = await tx<{ endpoint_id: string; reason: string }[]>`
    SELECT delivery.endpoint_id, result.reason
    FROM unnest(${gone.map(r => r.deliveryId)}::text[], ${gone.map(r => r.attempt)}::int[], ${gone.map(r => r.url)}::text[],
                ${gone.map(r => r.gone)}::text[]) AS result (delivery_id, attempt, url, reason)
    JOIN webhook_delivery AS delivery
      ON delivery.delivery_id = result.delivery_id AND delivery.attempts = result.attempt AND lease_until IS NOT NULL
    JOIN webhook_endpoint AS endpoint ON endpoint.endpoint_id = delivery.endpoint_id AND endpoint.url = result.url
    ORDER BY delivery.delivery_id FOR UPDATE OF delivery`;
  return new Map(rows.map(row => [row.endpoint_id, row.reason]));
}

/**
 * Uses one statement. If the endpoint was stopped in the meantime, its retries are held instead. Other workers may
 * update the same endpoint rows, so they are locked in a fixed order and only if something changed. Does not wait for
 * the disk, because deliveries whose results are lost in a database crash are sent again.
 */
async function record(db: Database, results: readonly AttemptResult[]): Promise<void> {
  const column = <T>(read: (result: AttemptResult) => T) => results.map(read);
  await db`
    WITH result AS MATERIALIZED (
      SELECT *, set_config('synchronous_commit', 'off', true) FROM unnest(
        ${column(r => r.deliveryId)}::text[], ${column(r => r.endpointId)}::text[], ${column(r => r.attempt)}::int[],
        ${column(r => r.step)}::int[], ${column(r => r.slot)}::int[], ${column(r => r.at)}::timestamptz[],
        ${column(r => r.durationMs)}::float8[], ${column(r => r.status)}::int[], ${column(r => r.error)}::text[],
        ${column(r => r.answer)}::text[], ${column(r => r.outcome)}::text[], ${column(r => r.delayMs)}::float8[],
        ${column(r => r.steps)}::int[], ${column(r => r.speaks)}::boolean[]
      ) AS result (delivery_id, endpoint_id, attempt, step, slot, at, duration_ms, status, error, answer, outcome,
                   delay_ms, steps, speaks)
    ), freed AS (
      UPDATE webhook_slot AS slot SET until = '-infinity', delivery_id = NULL, attempt = NULL
      FROM result
      WHERE slot.endpoint_id = result.endpoint_id AND slot.slot = result.slot
        AND slot.delivery_id = result.delivery_id AND slot.attempt = result.attempt
    ), next AS MATERIALIZED (
      SELECT delivery.delivery_id, replayed.now AS was_replayed,
             CASE WHEN result.outcome = 'DELIVERED' THEN 'DELIVERED'
                  WHEN result.outcome = 'FAILED' AND NOT replayed.now THEN 'FAILED'
                  WHEN endpoint.status = 'ENABLED' OR delivery.forced THEN 'PENDING'
                  ELSE 'HELD' END AS status
      FROM result
      JOIN webhook_delivery AS delivery ON delivery.delivery_id = result.delivery_id
        AND delivery.attempts = result.attempt AND delivery.lease_until IS NOT NULL
      JOIN webhook_endpoint AS endpoint ON endpoint.endpoint_id = delivery.endpoint_id
      CROSS JOIN LATERAL (SELECT delivery.step <> result.step AS now) AS replayed
      ORDER BY delivery.delivery_id FOR UPDATE OF delivery
    ), changed AS (
      UPDATE webhook_delivery AS delivery
      SET status = next.status, lease_until = NULL,
          step = CASE WHEN next.was_replayed THEN 0 ELSE delivery.step + result.steps END,
          next_attempt_at = CASE
            WHEN next.status <> 'PENDING' THEN NULL
            WHEN next.was_replayed THEN serai_now()
            ELSE serai_now() + result.delay_ms * interval '1 millisecond' END,
          delivered_at = CASE WHEN next.status = 'DELIVERED' THEN serai_now() END
      FROM next JOIN result USING (delivery_id)
      WHERE delivery.delivery_id = next.delivery_id
      RETURNING result.delivery_id, result.endpoint_id, result.attempt, result.at, result.duration_ms, result.status,
        result.error, result.answer, result.speaks
    ), kept AS (
      INSERT INTO webhook_attempt (delivery_id, number, endpoint_id, at, duration_ms, status, error, answer)
      SELECT delivery_id, attempt, endpoint_id, at, duration_ms, status, error, answer FROM changed
    ), spoken AS (
      SELECT endpoint_id, max(at) FILTER (WHERE error IS NULL) AS succeeded_at,
             min(at) FILTER (WHERE error IS NOT NULL) AS failed_from, max(at) FILTER (WHERE error IS NOT NULL) AS failed_at
      FROM changed WHERE speaks GROUP BY endpoint_id
    ), news AS MATERIALIZED (
      SELECT spoken.*, endpoint.told_stage > 0 AND endpoint.status = 'ENABLED' AND succeeded_at IS NOT NULL AS was_told
      FROM webhook_endpoint AS endpoint JOIN spoken USING (endpoint_id)
      WHERE failed_at IS NOT NULL OR endpoint.failing_since IS NOT NULL OR endpoint.last_success_at IS NULL
        OR endpoint.last_success_at < succeeded_at - ${SUCCESS_KEPT_MS}::float8 * interval '1 millisecond'
      ORDER BY endpoint.endpoint_id FOR NO KEY UPDATE OF endpoint
    ), told AS (
      UPDATE notice SET ended_at = serai_now()
      WHERE ended_at IS NULL AND subject_id IN (SELECT endpoint_id FROM news WHERE was_told)
    )
    UPDATE webhook_endpoint AS endpoint
    SET last_success_at = greatest(endpoint.last_success_at, news.succeeded_at),
        last_failure_at = greatest(endpoint.last_failure_at, news.failed_at),
        failing_since = CASE
          WHEN news.succeeded_at IS NULL THEN coalesce(endpoint.failing_since, news.failed_from)
          WHEN news.failed_at > news.succeeded_at THEN news.failed_at END,
        told_stage = CASE WHEN news.was_told THEN 0 ELSE endpoint.told_stage END
    FROM news WHERE endpoint.endpoint_id = news.endpoint_id`;
}
