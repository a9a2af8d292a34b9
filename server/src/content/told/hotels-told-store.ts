/** Up to which change the hotels of an environment were told. Writers are one at a time, so changes become visible in order. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { HotelsToldRow } from '../../platform/database/generated/tables.ts';

export type ToldMark = Pick<HotelsToldRow, 'change_id' | 'hotel_id'>;

/** The mark, and the newest change that is visible. */
export interface Untold extends ToldMark {
  newest: number;
}

/** Locks the mark until the end of the transaction. Undefined while another has it, and when nothing is new. */
export async function lockMark(tx: Database, environment: Environment): Promise<Untold | undefined> {
  // What was there before anybody was told of anything is no news.
  await tx`
    INSERT INTO hotels_told (environment, change_id)
    SELECT ${environment}, coalesce(max(id), 0) + 1 FROM catalogue_change
    ON CONFLICT DO NOTHING`;
  const [mark] = await tx<Untold[]>`
    SELECT change_id, hotel_id, newest.id AS newest
    FROM hotels_told CROSS JOIN (SELECT max(id) AS id FROM catalogue_change) AS newest
    WHERE environment = ${environment} AND change_id <= newest.id
    FOR UPDATE OF hotels_told SKIP LOCKED`;
  return mark;
}

export interface ChangedHotel extends ToldMark {
  /** Moment of its change. */
  at: Date;
}

/** Behind the mark, in the order of changes. Uses hotel_by_change. */
export async function listUntold(
  tx: Database,
  environment: Environment,
  { change_id, hotel_id, newest }: Untold,
  limit: number,
): Promise<ChangedHotel[]> {
  return await tx<ChangedHotel[]>`
    SELECT hotel.change_id, hotel.hotel_id, change.at
    FROM hotel JOIN catalogue_change AS change ON change.id = hotel.change_id
    WHERE environment = ${environment} AND (change_id, hotel_id) > (${change_id}, ${hotel_id}) AND change_id <= ${newest}
    ORDER BY change_id, hotel_id LIMIT ${limit}`;
}

export async function moveMark(tx: Database, environment: Environment, mark: ToldMark): Promise<void> {
  await tx`
    UPDATE hotels_told SET change_id = ${mark.change_id}, hotel_id = ${mark.hotel_id}
    WHERE environment = ${environment}`;
}
