import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import { CLASSES, type CountedCalls, type SlotMinutes } from './call-statistics.ts';

/** A single statement with a fixed row order, so that concurrent processes cannot deadlock. */
export async function writeCalls(db: Database, slots: readonly CountedCalls[]): Promise<void> {
  await db`
    INSERT INTO provider_calls AS kept
      (slot_minutes, environment, start, code, operation, calls, errors, timeouts, max_ms, durations)
    SELECT "slotMinutes", environment, to_timestamp("startMinute"::float8 * 60), code, operation, calls, errors, timeouts,
           "maxMs", durations
    FROM json_to_recordset(${JSON.stringify(slots)}::text::json) AS slot ("slotMinutes" smallint, environment text,
      "startMinute" bigint, code text, operation text, calls bigint, errors bigint, timeouts bigint, "maxMs" float8,
      durations bigint[])
    ORDER BY "slotMinutes", environment, "startMinute", code, operation
    ON CONFLICT (slot_minutes, environment, start, code, operation) DO UPDATE SET
      calls = kept.calls + excluded.calls,
      errors = kept.errors + excluded.errors,
      timeouts = kept.timeouts + excluded.timeouts,
      max_ms = greatest(kept.max_ms, excluded.max_ms),
      durations = ARRAY (
        SELECT one + other FROM unnest(kept.durations, excluded.durations) WITH ORDINALITY AS pair (one, other, place)
        ORDER BY place)`;
}

export interface CallsPeriod {
  environment: Environment;
  from: Date;
  to: Date;
  slotMinutes: SlotMinutes;
  bucketSeconds: number;
}

export interface CallsSum {
  code: string;
  operation: string;
  start: Date;
  calls: number;
  errors: number;
  timeouts: number;
  maxMs: number;
  durations: number[];
}

/**
 * Reads along the primary key. A period has a few thousand rows at most. Casting to `int` makes the sums several
 * times faster. Totals are added up by the caller, because computing them here would read the rows three times.
 */
export async function sumCalls(db: Database, period: CallsPeriod): Promise<CallsSum[]> {
  const { environment, from, to, slotMinutes, bucketSeconds } = period;
  const rows = await db<CallsSum[]>`
    SELECT code, operation, bucket AS start, sum(calls::int) AS calls, sum(errors::int) AS errors,
           sum(timeouts::int) AS timeouts, max(max_ms) AS "maxMs", json_build_array(${sums(db)}) AS durations
    FROM (
      SELECT *, date_bin(${bucketSeconds}::float8 * interval '1 second', start, ${from}) AS bucket
      FROM provider_calls
      WHERE slot_minutes = ${slotMinutes}::smallint AND environment = ${environment}
        AND start >= ${from} AND start < ${to}
    ) AS slot
    GROUP BY code, operation, bucket
    ORDER BY code, bucket, operation`;
  return [...rows];
}

function sums(db: Database): Statement {
  const each = Array.from({ length: CLASSES }, (_, i) => db`sum(durations[${i + 1}::int]::int)`);
  return each.reduce((all, part) => db`${all}, ${part}`);
}
