/**
 * Stores the mark up to which hotel changes in an environment have been published. Writers run one at a time, so changes
 * become visible in order.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { HotelsToldRow } from '../../platform/database/generated/tables.ts';

export type PublishedMark = Pick<HotelsToldRow, 'change_id' | 'hotel_id'>;

/** The mark, the newest visible change, and the current database time, by which all events are ordered. */
export interface UnpublishedChanges extends PublishedMark {
  newest: number;
  now: Date;
}

/**
 * Locks the mark until the end of the transaction. Returns undefined if another process holds the lock or nothing is
 * new. Only changes of at least the given age count as new.
 */
export async function lockMark(
  tx: Database,
  environment: Environment,
  ageMs: number,
): Promise<UnpublishedChanges | undefined> {
  // At the first run, the mark starts after the newest change, so earlier changes are not published.
  await tx`
    INSERT INTO hotels_told (environment, change_id)
    SELECT ${environment}, coalesce(max(id), 0) + 1 FROM catalogue_change
    ON CONFLICT DO NOTHING`;
  const [mark] = await tx<UnpublishedChanges[]>`
    SELECT change_id, hotel_id, newest.id AS newest, serai_now() AS now
    FROM hotels_told CROSS JOIN (
      SELECT max(id) AS id FROM catalogue_change
      WHERE at <= clock_timestamp() - ${ageMs} * interval '1 millisecond') AS newest
    WHERE environment = ${environment} AND change_id <= newest.id
    FOR UPDATE OF hotels_told SKIP LOCKED`;
  return mark;
}

export interface ChangedHotel extends PublishedMark {
  at: Date;
}

/**
 * Lists hotels that changed, or whose rooms changed, after the mark, in the order of changes. Uses hotel_by_change and
 * room_by_change.
 */
export async function listUnpublished(
  tx: Database,
  environment: Environment,
  { change_id, hotel_id, newest }: UnpublishedChanges,
  limit: number,
): Promise<ChangedHotel[]> {
  const isUnpublished = () => tx`
    environment = ${environment} AND (change_id, hotel_id) > (${change_id}, ${hotel_id}) AND change_id <= ${newest}
    ORDER BY change_id, hotel_id LIMIT ${limit}`;
  return await tx<ChangedHotel[]>`
    SELECT changed.change_id, changed.hotel_id, change.at
    FROM (
      (SELECT change_id, hotel_id FROM hotel WHERE ${isUnpublished()})
      UNION
      (SELECT DISTINCT change_id, hotel_id FROM room WHERE ${isUnpublished()})
    ) AS changed
    JOIN catalogue_change AS change ON change.id = changed.change_id
    ORDER BY changed.change_id, changed.hotel_id LIMIT ${limit}`;
}

export async function moveMark(tx: Database, environment: Environment, mark: PublishedMark): Promise<void> {
  await tx`
    UPDATE hotels_told SET change_id = ${mark.change_id}, hotel_id = ${mark.hotel_id}
    WHERE environment = ${environment}`;
}
