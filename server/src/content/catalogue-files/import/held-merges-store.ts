/**
 * Merges of an import wait here until every other hotel of the file is written, because their targets are only
 * known then. A merge without a valid target never changes its hotel.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { hotelIdOf } from '../../catalogue/hotel-id.ts';
import type { BrokenMerge } from '../../catalogue/writing/tombstones-store.ts';

export interface HeldMerge {
  hotelId: string;
  line: number;
  /** The successor. Until `resolveTargets`, as given in the line. */
  target: string;
  /** JSON text of the whole record. Null if the line only removes its hotel. */
  record: string | null;
}

export async function createHeldMerges(tx: Database): Promise<void> {
  await tx.script(`
    CREATE TEMPORARY TABLE held_merge (
      hotel_id text PRIMARY KEY, line bigint NOT NULL, target text NOT NULL, hashed_target text NOT NULL, record text
    ) ON COMMIT DROP;
    CREATE INDEX held_merge_by_line ON held_merge (line)`);
}

export async function holdMerges(
  tx: Database,
  environment: Environment,
  merges: readonly HeldMerge[],
): Promise<void> {
  await tx`
    INSERT INTO held_merge (hotel_id, line, target, hashed_target, record)
    SELECT * FROM unnest(
      ${merges.map(({ hotelId }) => hotelId)}::text[], ${merges.map(({ line }) => line)}::bigint[],
      ${merges.map(({ target }) => target)}::text[],
      ${merges.map(({ target }) => hotelIdOf(environment, target))}::text[],
      ${merges.map(({ record }) => record)}::text[])`;
}

/** Runs after the last line. Operator ids become hotel ids, and unknown targets stay as they are. */
export async function resolveTargets(tx: Database, environment: Environment): Promise<void> {
  await tx`
    UPDATE held_merge SET target = coalesce(
      (SELECT noted.hotel_id FROM imported_hotel AS noted WHERE noted.source_id = target),
      (SELECT stored.hotel_id FROM hotel AS stored
        WHERE stored.environment = ${environment} AND stored.source_id = target),
      (SELECT stored.hotel_id FROM hotel AS stored
        WHERE stored.environment = ${environment} AND stored.hotel_id = hashed_target),
      target)
    WHERE NOT starts_with(target, 'htl_')`;
}

/** Drops removals of hotels that the catalogue does not have. Returns their number. */
export async function dropUnknownMerges(tx: Database, environment: Environment): Promise<number> {
  const { count } = await tx`
    DELETE FROM held_merge
    WHERE record IS NULL AND NOT EXISTS (
      SELECT FROM hotel WHERE environment = ${environment} AND hotel.hotel_id = held_merge.hotel_id)`;
  return count;
}

/**
 * Drops and returns merges that lead to no hotel. `mergedInto` is the id at which their chain breaks. A staged
 * hotel counts as it will be written: it exists and is not merged.
 */
export async function takeBrokenMerges(
  tx: Database,
  environment: Environment,
): Promise<(BrokenMerge & { line: number })[]> {
  return tx<(BrokenMerge & { line: number })[]>`
    WITH RECURSIVE way AS (
      SELECT hotel_id, target FROM held_merge
      UNION ALL
      SELECT way.hotel_id, coalesce(held.target, stored.stated_target)
      FROM way
      LEFT JOIN held_merge AS held ON held.hotel_id = way.target
      LEFT JOIN hotel AS stored ON stored.environment = ${environment} AND stored.hotel_id = way.target
        AND NOT EXISTS (SELECT FROM staged_hotel WHERE staged_hotel.hotel_id = way.target)
      WHERE coalesce(held.target, stored.stated_target) IS NOT NULL
    ) CYCLE target SET is_circle USING path, broken AS (
      SELECT hotel_id, target, is_circle FROM way
      WHERE is_circle OR NOT EXISTS (SELECT FROM held_merge AS held WHERE held.hotel_id = way.target)
        AND NOT EXISTS (SELECT FROM staged_hotel WHERE staged_hotel.hotel_id = way.target)
        AND NOT EXISTS (SELECT FROM hotel WHERE environment = ${environment} AND hotel.hotel_id = way.target)
    ), taken AS (
      DELETE FROM held_merge USING broken WHERE held_merge.hotel_id = broken.hotel_id
      RETURNING held_merge.line, broken.*
    )
    SELECT line, hotel_id AS "hotelId", target AS "mergedInto",
      CASE WHEN is_circle THEN 'CIRCLE' ELSE 'UNKNOWN_TARGET' END AS problem
    FROM taken ORDER BY line`;
}

const BATCH = 500;
const BATCH_CHARACTERS = 4_000_000;

/** The next batch after a line, limited by memory. */
export async function listHeldMerges(tx: Database, afterLine: number): Promise<HeldMerge[]> {
  return tx<HeldMerge[]>`
    SELECT hotel_id AS "hotelId", line, target, record FROM (
      SELECT *, sum(coalesce(length(record), 0)) OVER (ORDER BY line ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM (SELECT * FROM held_merge WHERE line > ${afterLine} ORDER BY line LIMIT ${BATCH}) AS next
    ) AS sized
    WHERE before IS NULL OR before < ${BATCH_CHARACTERS}
    ORDER BY line`;
}
