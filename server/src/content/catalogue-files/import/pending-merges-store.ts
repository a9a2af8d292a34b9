/**
 * Stores the merges of an import until every other hotel in the file is written, because their targets are only known
 * then. A merge without a valid target never changes its hotel.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { hotelIdOf } from '../../catalogue/catalogue-hotel.ts';
import type { BrokenMerge } from '../../catalogue/writing/tombstones-store.ts';

export interface PendingMerge {
  hotelId: string;
  line: number;
  /** The successor. Until `resolveTargets` has run, this is the id from the file. */
  target: string;
  /** The whole record as JSON text. Null if the line only removes its hotel. */
  record: string | null;
}

export async function createPendingMerges(tx: Database): Promise<void> {
  await tx.script(`
    CREATE TEMPORARY TABLE pending_merge (
      hotel_id text PRIMARY KEY, line bigint NOT NULL, target text NOT NULL, derived_target text NOT NULL, record text
    ) ON COMMIT DROP;
    CREATE INDEX pending_merge_by_line ON pending_merge (line)`);
}

export async function addPendingMerges(
  tx: Database,
  environment: Environment,
  merges: readonly PendingMerge[],
): Promise<void> {
  await tx`
    INSERT INTO pending_merge (hotel_id, line, target, derived_target, record)
    SELECT * FROM unnest(
      ${merges.map(({ hotelId }) => hotelId)}::text[], ${merges.map(({ line }) => line)}::bigint[],
      ${merges.map(({ target }) => target)}::text[],
      ${merges.map(({ target }) => hotelIdOf(environment, target))}::text[],
      ${merges.map(({ record }) => record)}::text[])`;
}

/** Replaces source ids with hotel ids and leaves unknown targets unchanged. Call it after the last line. */
export async function resolveTargets(tx: Database, environment: Environment): Promise<void> {
  await tx`
    UPDATE pending_merge SET target = coalesce(
      (SELECT imported.hotel_id FROM imported_hotel AS imported WHERE imported.source_id = target),
      (SELECT stored.hotel_id FROM hotel AS stored
        WHERE stored.environment = ${environment} AND stored.source_id = target),
      (SELECT stored.hotel_id FROM hotel AS stored
        WHERE stored.environment = ${environment} AND stored.hotel_id = derived_target),
      target)
    WHERE NOT starts_with(target, 'htl_')`;
}

/** Drops tombstones for hotels that are not in the catalogue. Returns how many it dropped. */
export async function dropUnknownMerges(tx: Database, environment: Environment): Promise<number> {
  const { count } = await tx`
    DELETE FROM pending_merge
    WHERE record IS NULL AND NOT EXISTS (
      SELECT FROM hotel WHERE environment = ${environment} AND hotel.hotel_id = pending_merge.hotel_id)`;
  return count;
}

/**
 * Drops and returns merges whose chain is circular or ends at an unknown hotel. `mergedInto` is the id at which the
 * chain breaks. A staged hotel counts as if it were already written: it exists and is not merged.
 */
export async function removeBrokenMerges(
  tx: Database,
  environment: Environment,
): Promise<(BrokenMerge & { line: number })[]> {
  return tx<(BrokenMerge & { line: number })[]>`
    WITH RECURSIVE chain AS (
      SELECT hotel_id, target FROM pending_merge
      UNION ALL
      SELECT chain.hotel_id, coalesce(pending.target, stored.stated_target)
      FROM chain
      LEFT JOIN pending_merge AS pending ON pending.hotel_id = chain.target
      LEFT JOIN hotel AS stored ON stored.environment = ${environment} AND stored.hotel_id = chain.target
        AND NOT EXISTS (SELECT FROM staged_hotel WHERE staged_hotel.hotel_id = chain.target)
      WHERE coalesce(pending.target, stored.stated_target) IS NOT NULL
    ) CYCLE target SET is_circle USING path, broken AS (
      SELECT hotel_id, target, is_circle FROM chain
      WHERE is_circle OR NOT EXISTS (SELECT FROM pending_merge AS pending WHERE pending.hotel_id = chain.target)
        AND NOT EXISTS (SELECT FROM staged_hotel WHERE staged_hotel.hotel_id = chain.target)
        AND NOT EXISTS (SELECT FROM hotel WHERE environment = ${environment} AND hotel.hotel_id = chain.target)
    ), removed AS (
      DELETE FROM pending_merge USING broken WHERE pending_merge.hotel_id = broken.hotel_id
      RETURNING pending_merge.line, broken.*
    )
    SELECT line, hotel_id AS "hotelId", target AS "mergedInto",
      CASE WHEN is_circle THEN 'CIRCLE' ELSE 'UNKNOWN_TARGET' END AS problem
    FROM removed ORDER BY line`;
}

export interface NewMerge {
  line: number;
  hotelId: string;
  /** The hotel at the end of the chain of merges. */
  into: string;
}

/** The merges of hotels that are still ACTIVE in the catalogue. Call it after `removeBrokenMerges`, so that no chain is circular. */
export async function listNewMerges(tx: Database, environment: Environment): Promise<NewMerge[]> {
  return tx<NewMerge[]>`
    WITH RECURSIVE chain AS (
      SELECT hotel_id, line, target, 1 AS step FROM pending_merge
      WHERE EXISTS (
        SELECT FROM hotel
        WHERE environment = ${environment} AND hotel.hotel_id = pending_merge.hotel_id AND status = 'ACTIVE')
      UNION ALL
      SELECT chain.hotel_id, chain.line, coalesce(pending.target, stored.stated_target), step + 1
      FROM chain
      LEFT JOIN pending_merge AS pending ON pending.hotel_id = chain.target
      LEFT JOIN hotel AS stored ON stored.environment = ${environment} AND stored.hotel_id = chain.target
        AND NOT EXISTS (SELECT FROM staged_hotel WHERE staged_hotel.hotel_id = chain.target)
      WHERE coalesce(pending.target, stored.stated_target) IS NOT NULL
    )
    SELECT DISTINCT ON (line) line, hotel_id AS "hotelId", target AS into FROM chain ORDER BY line, step DESC`;
}

export async function dropMerges(tx: Database, hotelIds: readonly string[]): Promise<void> {
  await tx`DELETE FROM pending_merge WHERE hotel_id = ANY (${hotelIds}::text[])`;
}

const BATCH = 500;
const BATCH_CHARACTERS = 4_000_000;

/** Returns the next batch after a line. Its size is limited to save memory. */
export async function listPendingMerges(tx: Database, afterLine: number): Promise<PendingMerge[]> {
  return tx<PendingMerge[]>`
    SELECT hotel_id AS "hotelId", line, target, record FROM (
      SELECT *, sum(coalesce(length(record), 0)) OVER (ORDER BY line ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM (SELECT * FROM pending_merge WHERE line > ${afterLine} ORDER BY line LIMIT ${BATCH}) AS next
    ) AS sized
    WHERE before IS NULL OR before < ${BATCH_CHARACTERS}
    ORDER BY line`;
}
