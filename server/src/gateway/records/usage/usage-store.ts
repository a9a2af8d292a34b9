/** Adds up usage by the minute. */
import type { Database } from '../../platform/database/connect.ts';

export interface UsageRow {
  keyId: string;
  organisationId: string;
  environment: string;
  /** Minutes since 1970. */
  minute: number;
  operation: string;
  statusClass: number;
  requests: number;
  limited: number;
  totalUs: number;
}

/** Answers the id of its transaction. Sorted, so that two nodes never lock the same rows in opposite order. */
export async function addUsage(tx: Database, rows: readonly UsageRow[]): Promise<string> {
  await tx`
    INSERT INTO usage_minute AS u (key_id, minute, operation, status_class, organisation_id, environment, requests,
      limited, total_us)
    SELECT "keyId", to_timestamp(minute::float8 * 60), operation, "statusClass", "organisationId", environment, requests,
      limited, "totalUs"
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS row ("keyId" text, minute bigint, operation text,
      "statusClass" smallint, "organisationId" text, environment text, requests bigint, limited bigint,
      "totalUs" bigint)
    ORDER BY "keyId", minute, operation, "statusClass"
    ON CONFLICT (key_id, minute, operation, status_class) DO UPDATE SET
      requests = u.requests + excluded.requests,
      limited = u.limited + excluded.limited,
      total_us = u.total_us + excluded.total_us`;
  const [row] = await tx<{ id: string }[]>`SELECT pg_current_xact_id()::text AS id`;
  return row?.id as string;
}

/** Whether a transaction was committed. One so old that the database forgot it, was. */
export async function isCommitted(db: Database, transaction: string): Promise<boolean> {
  const [row] = await db<
    { status: string | null }[]
  >`SELECT pg_xact_status(${transaction}::text::xid8) AS status`;
  return row?.status === 'committed' || row?.status === null;
}

const MAX_DELETED = 20_000;

/** By the index of organisation, environment and minute; a part at a time, so that no run is long. */
export async function deleteUsageBefore(db: Database, timeMs: number): Promise<void> {
  await db`
    DELETE FROM usage_minute WHERE ctid = ANY(ARRAY(
      SELECT old.ctid
      FROM organisation o CROSS JOIN (VALUES ('sandbox'), ('production')) AS e (environment)
      CROSS JOIN LATERAL (
        SELECT u.ctid FROM usage_minute u
        WHERE u.organisation_id = o.id AND u.environment = e.environment AND u.minute < ${new Date(timeMs)}
        ORDER BY u.minute LIMIT 1000
      ) old
      LIMIT ${MAX_DELETED}))`;
}

export interface UsageFilter {
  organisationId: string;
  environment: string | undefined;
  keyId: string | undefined;
  from: Date;
  to: Date;
}

export type Bucket = 'minute' | 'hour' | 'day';

/** One sum: of a bucket where `start` is set, else of an operation. */
export interface UsageSum {
  start: Date | null;
  operation: string | null;
  statusClass: number;
  requests: number;
  limited: number;
  totalUs: number;
}

/** Along usage_minute_by_organisation, or the primary key where one key is asked for. */
export async function sumUsage(db: Database, filter: UsageFilter, bucket: Bucket): Promise<UsageSum[]> {
  const { organisationId, environment, keyId, from, to } = filter;
  const environments = environment === undefined ? ['sandbox', 'production'] : [environment];
  const rows = await db<UsageSum[]>`
    SELECT date_trunc(${bucket}, minute, 'UTC') AS start, operation, status_class AS "statusClass",
      sum(requests)::bigint AS requests, sum(limited)::bigint AS limited, sum(total_us)::bigint AS "totalUs"
    FROM usage_minute
    WHERE organisation_id = ${organisationId} AND environment = ANY(${environments}) AND minute >= ${from}
      AND minute < ${to} ${keyId === undefined ? db`` : db`AND key_id = ${keyId}`}
    GROUP BY GROUPING SETS ((1, status_class), (operation, status_class))
    ORDER BY 1, 2, 3`;
  return [...rows];
}
