import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { ProviderScope } from '../supplied-hotel.ts';

export interface QueuedHotel {
  provider: string;
  supplierId: string;
  name: string;
  city: string | null;
  countryCode: string | null;
  hotelId: string | null;
  score: number | null;
  doubt: string | null;
  alarm: string | null;
  demand: number;
  decisionId: string;
  decidedAt: Date;
}

export interface QueueFilter {
  environment: Environment;
  provider: string | undefined;
  /** The best candidate. */
  hotelId: string | undefined;
  order: 'DEMAND' | 'SCORE';
  isPostponed: boolean;
  /** The last hotel of the previous page. */
  after: { demand: number; score: number; decisionId: string } | undefined;
  limit: number;
}

/**
 * Among hotels with the same demand, those that an alarm took off sale come first, because they had been on sale. The
 * whole queue is sorted, but the decisions and the content, which are large, are read only for the hotels of the page.
 */
export async function listQueue(db: Database, filter: QueueFilter): Promise<QueuedHotel[]> {
  const { environment, provider, hotelId, order, isPostponed, after, limit } = filter;
  const demand = order === 'DEMAND' ? db`coalesce(searches, 0)` : db`0::bigint`;
  const score = db`CASE WHEN current.alarm IS NULL THEN coalesce(current.score, 0) ELSE 1000 END`;
  return db<QueuedHotel[]>`
    WITH queued AS MATERIALIZED (
      SELECT current.provider, current.supplier_id, current.hotel_id, current.score, current.alarm,
        coalesce(searches, 0) AS demand, ${demand} AS by_demand, ${score}::float8 AS by_score,
        current.decision_id AS by_id
      FROM provider_hotel AS current
      JOIN supplier_hotel AS listed USING (provider, environment, supplier_id)
      LEFT JOIN mapping_demand ON mapping_demand.environment = current.environment
        AND mapping_demand.hotel_id = current.hotel_id
      WHERE current.environment = ${environment} AND current.outcome = ${isPostponed ? 'LATER' : 'REVIEW'}
        AND listed.gone_at IS NULL
        ${provider === undefined ? db`` : db`AND current.provider = ${provider}`}
        ${hotelId === undefined ? db`` : db`AND current.hotel_id = ${hotelId}`}
    ), page AS MATERIALIZED (
      SELECT * FROM queued
      ${
        after === undefined
          ? db``
          : db`WHERE (-by_demand, -by_score, by_id)
            > (${-after.demand}::bigint, ${-after.score}::float8, ${after.decisionId}::bigint)`
      }
      ORDER BY -by_demand, -by_score, by_id LIMIT ${limit}
    )
    SELECT page.provider, page.supplier_id AS "supplierId", supplier_hotel.name,
      supplier_hotel.content #>> '{address,city}' AS city, supplier_hotel.country_code AS "countryCode",
      page.hotel_id AS "hotelId", page.score, decision.doubt, page.alarm, page.demand,
      page.by_id::text AS "decisionId", decision.decided_at AS "decidedAt"
    FROM page
    JOIN supplier_hotel ON supplier_hotel.provider = page.provider AND supplier_hotel.environment = ${environment}
      AND supplier_hotel.supplier_id = page.supplier_id
    JOIN mapping_decision AS decision ON decision.decision_id = page.by_id
    ORDER BY -by_demand, -by_score, by_id`;
}

export interface ProviderFigures {
  provider: string;
  hotels: number;
  gone: number;
  mapped: number;
  review: number;
  alarms: number;
  different: number;
  undecided: number;
  manual: number;
}

export async function readFigures(db: Database, environment: Environment): Promise<ProviderFigures[]> {
  return db<ProviderFigures[]>`
    SELECT provider, count(*) FILTER (WHERE gone_at IS NULL)::integer AS hotels,
      count(*) FILTER (WHERE gone_at IS NOT NULL)::integer AS gone,
      count(*) FILTER (WHERE outcome = 'SAME' AND gone_at IS NULL)::integer AS mapped,
      count(*) FILTER (WHERE outcome IN ('REVIEW', 'LATER') AND gone_at IS NULL)::integer AS review,
      count(alarm) FILTER (WHERE gone_at IS NULL)::integer AS alarms,
      count(*) FILTER (WHERE outcome = 'DIFFERENT' AND gone_at IS NULL)::integer AS different,
      count(*) FILTER (WHERE outcome IS NULL AND gone_at IS NULL)::integer AS undecided,
      count(*) FILTER (WHERE is_manual)::integer AS manual
    FROM supplier_hotel LEFT JOIN provider_hotel USING (provider, environment, supplier_id)
    WHERE environment = ${environment}
    GROUP BY provider ORDER BY provider LIMIT 1000`;
}

/** Returns the planned decisions that are based on a decision that is still in force. Requires the lock. */
export async function keepUnchanged<Planned extends { supplierId: string; basedOn: string | null }>(
  tx: Database,
  { provider, environment }: ProviderScope,
  planned: readonly Planned[],
): Promise<Planned[]> {
  const rows = await tx<{ supplierId: string; decisionId: string }[]>`
    SELECT supplier_id AS "supplierId", decision_id::text AS "decisionId" FROM provider_hotel
    WHERE provider = ${provider} AND environment = ${environment}
      AND supplier_id = ANY (${planned.map(({ supplierId }) => supplierId)}::text[])`;
  const current = new Map(rows.map(({ supplierId, decisionId }) => [supplierId, decisionId]));
  return planned.filter(({ supplierId, basedOn }) => (current.get(supplierId) ?? null) === basedOn);
}

/** Adds to the number of searches in which a provider was not asked for a catalogue hotel, because it is not mapped. */
export async function addDemand(
  db: Database,
  environment: Environment,
  searches: ReadonlyMap<string, number>,
): Promise<void> {
  await db`
    INSERT INTO mapping_demand AS counted (environment, hotel_id, searches)
    SELECT ${environment}, hotel_id, searches
    FROM unnest(${[...searches.keys()]}::text[], ${[...searches.values()]}::bigint[]) AS given (hotel_id, searches)
    ORDER BY hotel_id
    ON CONFLICT (environment, hotel_id) DO UPDATE SET searches = counted.searches + excluded.searches`;
}
