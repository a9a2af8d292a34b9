/** Reads the usage of one partner, or of all partners for staff. */

import type { Database } from '../../../platform/database/connect.ts';
import { ofPartner } from '../../../platform/database/of-partner.ts';
import type { Statement } from '../../../platform/database/statement.ts';

export interface UsageFilter {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  environment: string | undefined;
  keyId: string | undefined;
  from: Date;
  to: Date;
}

export type Bucket = 'minute' | 'hour' | 'day';

/** The sum for a bucket if `start` is set, otherwise for an operation. */
export interface UsageSum {
  start: Date | null;
  operation: string | null;
  statusClass: number;
  requests: number;
  limited: number;
  totalUs: number;
  /** Requests by latency band, without rate-limited requests. Bands without a count in any row are null. */
  latency: (number | null)[];
}

/**
 * Adds up each band by its index, because unnesting the arrays takes seven times as long. There are at most 32 bands.
 */
export async function sumUsage(db: Database, filter: UsageFilter, bucket: Bucket): Promise<UsageSum[]> {
  const rows = await db<UsageSum[]>`
    SELECT date_trunc(${bucket}, at, 'UTC') AS start, operation, status_class AS "statusClass",
      sum(requests)::bigint AS requests, sum(limited)::bigint AS limited, sum(total_us)::bigint AS "totalUs",
      ARRAY[
        sum(latency[1]), sum(latency[2]), sum(latency[3]), sum(latency[4]), sum(latency[5]),
        sum(latency[6]), sum(latency[7]), sum(latency[8]), sum(latency[9]), sum(latency[10]),
        sum(latency[11]), sum(latency[12]), sum(latency[13]), sum(latency[14]), sum(latency[15]),
        sum(latency[16]), sum(latency[17]), sum(latency[18]), sum(latency[19]), sum(latency[20]),
        sum(latency[21]), sum(latency[22]), sum(latency[23]), sum(latency[24]), sum(latency[25]),
        sum(latency[26]), sum(latency[27]), sum(latency[28]), sum(latency[29]), sum(latency[30]),
        sum(latency[31]), sum(latency[32])
      ] AS latency
    FROM (${pieces(db, filter, bucket)}) AS used
    GROUP BY GROUPING SETS ((1, status_class), (operation, status_class))
    ORDER BY 1, 2, 3`;
  return [...rows];
}

const HOUR_MS = 3_600_000;

/**
 * Reads whole hours from the hourly table, and the rest at both ends from the table by minute. This is exact, and fast
 * for any period.
 */
function pieces(db: Database, filter: UsageFilter, bucket: Bucket): Statement {
  const [fromMs, toMs] = [filter.from.getTime(), filter.to.getTime()];
  const firstMs = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  const lastMs = Math.floor(toMs / HOUR_MS) * HOUR_MS;
  if (bucket === 'minute' || firstMs >= lastMs) return piece(db, filter, 'minute', fromMs, toMs);
  const ends = [
    [fromMs, firstMs],
    [lastMs, toMs],
  ] as const;
  return ends
    .filter(([startMs, endMs]) => startMs < endMs)
    .map(([startMs, endMs]) => piece(db, filter, 'minute', startMs, endMs))
    .reduce((a, b) => db`${a} UNION ALL ${b}`, piece(db, filter, 'hour', firstMs, lastMs));
}

/** Uses the index on organisation, environment and time, or the primary key if a key is given. */
function piece(
  db: Database,
  { organisationId, environment, keyId }: UsageFilter,
  width: 'minute' | 'hour',
  fromMs: number,
  toMs: number,
): Statement {
  const environments = environment === undefined ? ['sandbox', 'production'] : [environment];
  const [table, time] = width === 'hour' ? [db`usage_hour`, db`hour`] : [db`usage_minute`, db`minute`];
  return db`
    SELECT ${time} AS at, key_id, operation, status_class, requests, limited, total_us, latency FROM ${table}
    WHERE ${ofPartner(db, organisationId)} AND environment = ANY(${environments})
      AND ${time} >= ${new Date(fromMs)} AND ${time} < ${new Date(toMs)}
      ${keyId === undefined ? db`` : db`AND key_id = ${keyId}`}`;
}

export interface HourOfKey {
  keyId: string;
  hour: Date;
  requests: number;
}

const MAX_HOURS = 50_000;

/** Uses the index usage_hour_by_organisation. */
export async function sumHours(
  db: Database,
  organisationId: string | undefined,
  environment: string,
  from: Date,
): Promise<HourOfKey[]> {
  const rows = await db<HourOfKey[]>`
    SELECT key_id AS "keyId", hour, sum(requests)::bigint AS requests FROM usage_hour
    WHERE ${ofPartner(db, organisationId)} AND environment = ${environment} AND hour >= ${from}
    GROUP BY key_id, hour ORDER BY key_id, hour LIMIT ${MAX_HOURS}`;
  return [...rows];
}

export interface Successes {
  keyId: string;
  operation: string;
  requests: number;
  /** Start of the first hour or minute that has any. */
  first: Date;
}

/** Counts 2xx responses of the given operations by key. */
export async function sumSuccesses(
  db: Database,
  filter: UsageFilter,
  operations: readonly string[],
): Promise<Successes[]> {
  const rows = await db<Successes[]>`
    SELECT key_id AS "keyId", operation, sum(requests)::bigint AS requests, min(at) AS first
    FROM (${pieces(db, filter, 'hour')}) AS used
    WHERE status_class = 2 AND operation = ANY(${operations}::text[])
    GROUP BY key_id, operation ORDER BY key_id, operation LIMIT ${MAX_HOURS}`;
  return [...rows];
}
