import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';

export interface HotelMerge {
  /** A bigint as text. */
  mergeId: string;
  environment: Environment;
  hotelId: string;
  into: string;
  mergedBy: string;
  mergedAt: Date;
  undoneBy: string | null;
  undoneAt: Date | null;
  moved: { decisionId: string; previousId: string | null; provider: string; supplierId: string }[];
}

export interface MappedHotel {
  provider: string;
  supplierId: string;
  outcome: 'SAME' | 'REVIEW' | 'LATER';
  score: number | null;
  alarm: string | null;
}

/** Hotels of all providers that are mapped to a catalogue hotel, or wait for a decision about it. */
export async function listMappingsOf(
  db: Database,
  environment: Environment,
  hotelId: string,
): Promise<MappedHotel[]> {
  return db<MappedHotel[]>`
    SELECT provider, supplier_id AS "supplierId", outcome, score, alarm FROM provider_hotel
    WHERE environment = ${environment} AND hotel_id = ${hotelId} AND outcome IN ('SAME', 'REVIEW', 'LATER')
    ORDER BY provider, supplier_id LIMIT 10000`;
}

/** Call this after the decisions that move the hotels have been written. Their ids are stored with the merge. */
export async function insertMerge(
  tx: Database,
  merge: Pick<HotelMerge, 'environment' | 'hotelId' | 'into' | 'mergedBy'>,
  moved: readonly MappedHotel[],
): Promise<HotelMerge> {
  const [row] = await tx<{ merge_id: string }[]>`
    INSERT INTO hotel_merge (environment, hotel_id, into_id, merged_by, merged_at, decision_ids)
    SELECT ${merge.environment}, ${merge.hotelId}, ${merge.into}, ${merge.mergedBy}, serai_now(), ARRAY(
      SELECT current.decision_id FROM provider_hotel AS current
      JOIN unnest(${moved.map(({ provider }) => provider)}::text[], ${moved.map(({ supplierId }) => supplierId)}::text[])
        AS given (provider, supplier_id) USING (provider, supplier_id)
      WHERE current.environment = ${merge.environment} ORDER BY current.decision_id)
    RETURNING merge_id::text`;
  const written = row && (await findMerge(tx, merge.environment, row.merge_id));
  if (written === undefined) throw new Error('the merge was not written');
  return written;
}

export async function findMerge(
  db: Database,
  environment: Environment,
  mergeId: string,
): Promise<HotelMerge | undefined> {
  const [row] = await db<HotelMerge[]>`
    SELECT ${columns(db)} FROM hotel_merge
    WHERE environment = ${environment} AND merge_id = ${mergeId}::bigint`;
  return row;
}

/** Returns the id of the merge that made this decision, unless the merge has been undone. */
export async function findMergeOf(
  db: Database,
  environment: Environment,
  decisionId: string,
): Promise<string | undefined> {
  const [row] = await db<{ merge_id: string }[]>`
    SELECT merge_id::text FROM hotel_merge
    WHERE environment = ${environment} AND undone_at IS NULL AND ${decisionId}::bigint = ANY (decision_ids)`;
  return row?.merge_id;
}

export async function markUndone(tx: Database, mergeId: string, undoneBy: string): Promise<void> {
  await tx`
    UPDATE hotel_merge SET undone_by = ${undoneBy}, undone_at = serai_now() WHERE merge_id = ${mergeId}::bigint`;
}

interface MergeFilter {
  environment: Environment;
  hotelId: string | undefined;
  /** The last merge of the previous page. */
  before: string | undefined;
  limit: number;
}

/** Newest first. */
export async function listMerges(
  db: Database,
  { environment, hotelId, before, limit }: MergeFilter,
): Promise<HotelMerge[]> {
  return db<HotelMerge[]>`
    SELECT ${columns(db)} FROM hotel_merge
    WHERE environment = ${environment}
      ${hotelId === undefined ? db`` : db`AND ${hotelId} IN (hotel_id, into_id)`}
      ${before === undefined ? db`` : db`AND merge_id < ${before}::bigint`}
    ORDER BY merge_id DESC LIMIT ${limit}`;
}

function columns(db: Database): Statement {
  return db`merge_id::text AS "mergeId", environment, hotel_id AS "hotelId", into_id AS into, merged_by AS "mergedBy",
    merged_at AS "mergedAt", undone_by AS "undoneBy", undone_at AS "undoneAt",
    coalesce((SELECT json_agg(json_build_object('decisionId', decision_id::text, 'previousId', previous_id::text, 'provider', provider,
        'supplierId', supplier_id) ORDER BY decision_id)
      FROM mapping_decision WHERE decision_id = ANY (decision_ids)), '[]') AS moved`;
}
