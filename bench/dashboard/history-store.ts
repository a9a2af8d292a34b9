/** Creates a history for a newly started service by copying its records to previous days. */
import type { OpenDatabase } from '../../server/src/platform/database/connect.ts';

const DAYS = 7;

/** Adds the given number of rows to the request log, as copies of the recorded requests. */
export async function repeatRequests(db: OpenDatabase, rows: number): Promise<void> {
  await db`
    SELECT ensure_request_log_day(day::date)
    FROM generate_series(now() - make_interval(days => ${DAYS}), now(), '1 day') AS day`;
  await db`
    INSERT INTO request_log
    SELECT 'log_' || lpad(n::text, 20, '0'), date_trunc('milliseconds', now() - ${DAYS} * interval '1 day' * power(random(), 1.5)), request_id, organisation_id, environment,
           key_id, secret_id, address, operation, path, status, code, reason, bytes_in, bytes_out,
           (total_us * (0.5 + random()))::integer, (backend_us * (0.5 + random()))::integer, provider_us,
           remaining_minute, remaining_hour, remaining_day, client_version, user_agent, idempotency_key, booking_id, resent,
           request_body, response_body
    FROM (SELECT *, row_number() OVER () AS place FROM request_log) AS row
    JOIN generate_series(1, ${rows}::integer) AS n ON row.place = 1 + n % (SELECT count(*) FROM request_log)`;
}

/**
 * Copies the recorded usage to each minute of the past day and to each hour of the past week. The amount of usage rises
 * and falls over a day.
 */
export async function repeatUsage(db: OpenDatabase): Promise<void> {
  await db`
    INSERT INTO usage_minute
    SELECT key_id, minute - n * interval '1 minute', operation, status_class, organisation_id, environment,
           greatest(1, (requests * tide)::bigint), (limited * tide)::bigint, (total_us * tide)::bigint, latency
    FROM usage_minute, generate_series(30, 1440) AS n,
         LATERAL (SELECT random() * (1.2 + sin(n / 229.0)) AS tide) AS sea
    WHERE minute > now() - interval '20 minutes'
    ON CONFLICT DO NOTHING`;
  await db`
    INSERT INTO usage_hour
    SELECT key_id, hour - n * interval '1 hour', operation, status_class, organisation_id, environment,
           greatest(1, (requests * tide)::bigint), (limited * tide)::bigint, (total_us * tide)::bigint, latency
    FROM usage_hour, generate_series(1, ${DAYS} * 24) AS n,
         LATERAL (SELECT random() * (1.2 + sin(n / 3.8)) AS tide) AS sea
    WHERE hour > now() - interval '2 hours'
    ON CONFLICT DO NOTHING`;
}

export async function learn(db: OpenDatabase): Promise<void> {
  await db.script('VACUUM ANALYZE');
}
