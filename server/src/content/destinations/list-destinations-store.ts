/**
 * Lists countries, regions, cities and zones by id, or by change with `updatedSince`, each with its number of hotels in
 * one environment.
 */
import type { DESTINATION_TYPES } from '@serai/contract/content/destinations.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { type ChangeWindow, type ListedRow, listedColumns, withinWindow } from '../change-window-store.ts';
import { type FoundPlace, isShown } from './find-place-store.ts';

export type DestinationType = (typeof DESTINATION_TYPES)[number];

export interface StoredDestination {
  id: number;
  placeId: string;
  status: 'ACTIVE' | 'INACTIVE' | 'MERGED';
  mergedInto: string | null;
  type: DestinationType;
  name: string;
  language: string;
  countryCode: string;
  parent: number | null;
  latitude: number;
  longitude: number;
  timeZone: string | null;
  iataCode: string | null;
  hotelCount: number;
  updatedAt: Date;
}

export interface DestinationFilter extends ChangeWindow {
  environment: Environment;
  types: readonly DestinationType[];
  countryCode?: string | undefined;
  parent?: FoundPlace | undefined;
}

export interface DestinationPosition {
  changeId: number;
  placeId: string;
}

/**
 * Uses the unique index on place ids, or place_by_change with `updatedSince`, unless a country or a parent selects fewer
 * rows.
 */
export async function listDestinations(
  db: Database,
  filter: DestinationFilter,
  after: DestinationPosition | undefined,
  limit: number,
): Promise<(StoredDestination & ListedRow)[]> {
  const { environment, types, countryCode, parent, updatedSince } = filter;
  return [
    ...(await db<(StoredDestination & ListedRow)[]>`
      SELECT place.id, place.place_id AS "placeId", place.status, successor.place_id AS "mergedInto", place.type,
        place.name, place.language, place.country_code AS "countryCode", place.parent_id AS parent, place.latitude,
        place.longitude, place.time_zone AS "timeZone", place.iata_code AS "iataCode",
        coalesce(counted.hotels, 0) AS "hotelCount", change.at AS "updatedAt", ${listedColumns(db, db`place`)}
      FROM place
      JOIN catalogue_change AS change ON change.id = place.change_id
      LEFT JOIN place AS successor ON successor.id = place.merged_into
      LEFT JOIN place_hotel_count AS counted ON counted.environment = ${environment} AND counted.place = place.id
      WHERE place.type = ANY (${types}::text[]) ${isShown(db, environment)}
        ${updatedSince === undefined ? db`AND place.status = 'ACTIVE'` : db``}
        ${countryCode ? db`AND place.country_code = ${countryCode}` : db``}
        ${parent === undefined ? db`` : within(db, parent)}
        ${withinWindow(db, filter, db`place`)}
        ${after === undefined ? db`` : isAfter(db, filter, after)}
      ORDER BY ${updatedSince === undefined ? db`place.place_id` : db`place.change_id, place.place_id`}
      LIMIT ${limit}`),
  ];
}

function isAfter(
  db: Database,
  { updatedSince }: DestinationFilter,
  { changeId, placeId }: DestinationPosition,
): Statement {
  if (updatedSince === undefined) return db`AND place.place_id > ${placeId}`;
  return db`AND (place.change_id, place.place_id) > (${changeId}, ${placeId})`;
}

function within(db: Database, { id, type }: FoundPlace): Statement {
  if (type !== 'ZONE') return db`AND place.parent_id = ${id}`;
  return db`AND place.id IN (SELECT member.place FROM zone_member AS member WHERE member.zone = ${id})`;
}
