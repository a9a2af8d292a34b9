import type { Database } from '../../../platform/database/connect.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import { addLatencies, type LatencyCounts } from './latency-bands.ts';

const MINUTES_PER_HOUR = 60;

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
  /** Does not include rate-limited requests. */
  latency: LatencyCounts;
}

/** Returns the ID of the caller's transaction. */
export async function addUsage(tx: Database, rows: readonly UsageRow[]): Promise<string> {
  await addRows(tx, { table: tx`usage_minute`, time: tx`minute` }, rows);
  await addRows(tx, { table: tx`usage_hour`, time: tx`hour` }, byHour(rows));
  const [row] = await tx<{ id: string }[]>`SELECT pg_current_xact_id()::text AS id`;
  return row?.id as string;
}

/** Sorted, so that two nodes never lock the same rows in opposite orders. */
async function addRows(
  tx: Database,
  { table, time }: { table: Statement; time: Statement },
  rows: readonly UsageRow[],
): Promise<void> {
  await tx`
    INSERT INTO ${table} AS u (key_id, ${time}, operation, status_class, organisation_id, environment, requests, limited,
      total_us, latency)
    SELECT "keyId", to_timestamp(minute::float8 * 60), operation, "statusClass", "organisationId", environment, requests,
      limited, "totalUs", latency
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS row ("keyId" text, minute bigint, operation text,
      "statusClass" smallint, "organisationId" text, environment text, requests bigint, limited bigint,
      "totalUs" bigint, latency integer[])
    ORDER BY "keyId", minute, operation, "statusClass"
    ON CONFLICT (key_id, ${time}, operation, status_class) DO UPDATE SET
      requests = u.requests + excluded.requests,
      limited = u.limited + excluded.limited,
      total_us = u.total_us + excluded.total_us,
      latency = add_counts(u.latency, excluded.latency)`;
}

/** A statement must not change the same row twice, so the minutes of an hour are added up first. */
function byHour(rows: readonly UsageRow[]): UsageRow[] {
  const hours = new Map<string, UsageRow>();
  for (const row of rows) {
    const minute = row.minute - (row.minute % MINUTES_PER_HOUR);
    const place = `${row.keyId} ${minute} ${row.operation} ${row.statusClass}`;
    const known = hours.get(place);
    if (known === undefined) hours.set(place, { ...row, minute, latency: [...row.latency] });
    else addCounts(known, row);
  }
  return [...hours.values()];
}

export function addCounts(
  to: UsageRow,
  { requests, limited, totalUs, latency }: Omit<UsageRow, 'minute'>,
): void {
  to.requests += requests;
  to.limited += limited;
  to.totalUs += totalUs;
  addLatencies(to.latency, latency);
}

/**
 * Returns whether a transaction was committed. A transaction that is too old for PostgreSQL to know its status is
 * assumed to be committed.
 */
export async function isCommitted(db: Database, transaction: string): Promise<boolean> {
  const [row] = await db<
    { status: string | null }[]
  >`SELECT pg_xact_status(${transaction}::text::xid8) AS status`;
  return row?.status === 'committed' || row?.status === null;
}

const MAX_DELETED = 20_000;

export async function deleteUsageBefore(db: Database, timeMs: number): Promise<void> {
  await deleteBefore(db, { table: db`usage_minute`, time: db`minute` }, timeMs);
  await deleteBefore(db, { table: db`usage_hour`, time: db`hour` }, timeMs);
}

/**
 * Uses the index on organisation, environment and time. Deletes a limited number of rows, so that no run takes long.
 */
async function deleteBefore(
  db: Database,
  { table, time }: { table: Statement; time: Statement },
  timeMs: number,
): Promise<void> {
  await db`
    DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT old.ctid
      FROM organisation o CROSS JOIN (VALUES ('sandbox'), ('production')) AS e (environment)
      CROSS JOIN LATERAL (
        SELECT u.ctid FROM ${table} u
        WHERE u.organisation_id = o.id AND u.environment = e.environment AND u.${time} < ${new Date(timeMs)}
        ORDER BY u.${time} LIMIT 1000
      ) old
      LIMIT ${MAX_DELETED}))`;
}
