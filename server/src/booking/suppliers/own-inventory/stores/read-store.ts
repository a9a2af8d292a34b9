/** Reads own inventory for searches: versions first, and nights only if their version changed. */

import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { RateRow } from '../cache/rate-block.ts';

export interface PriceVersions {
  documentVersion: number;
  ratesVersion: number;
}

export interface PropertyVersions extends PriceVersions {
  hotelId: string;
  roomsVersion: number;
  /** Time on the database clock. */
  now: Date;
}

/** Returns the versions of the hotels that have own inventory. Uses the primary key. */
export async function readVersions(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<PropertyVersions[]> {
  return db<PropertyVersions[]>`
    SELECT hotel_id AS "hotelId", document_version AS "documentVersion", rates_version AS "ratesVersion",
      rooms_version AS "roomsVersion", (SELECT serai_now()) AS now
    FROM inventory_property WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[])`;
}

export async function readDocuments(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<{ hotelId: string; document: InventoryDocument }[]> {
  return db<{ hotelId: string; document: InventoryDocument }[]>`
    SELECT hotel_id AS "hotelId", document FROM inventory_property
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[])`;
}

/** A half-open range of nights. */
export interface Nights {
  from: string;
  to: string;
}

/** Undefined means all codes. */
export interface NamedCodes {
  roomCodes?: readonly string[] | undefined;
  planCodes?: readonly string[] | undefined;
}

export async function readRates(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
  { from, to }: Nights,
  { roomCodes, planCodes }: NamedCodes = {},
): Promise<(RateRow & { hotelId: string })[]> {
  return db<(RateRow & { hotelId: string })[]>`
    SELECT hotel_id AS "hotelId", night, plan_code AS "planCode", room_code AS "roomCode", amount,
      by_adults AS "byAdults", extra_adult AS "extraAdult", children, stop_sell AS "stopSell",
      closed_to_arrival AS "closedToArrival", closed_to_departure AS "closedToDeparture",
      min_stay_arrival AS "minStayArrival", min_stay_through AS "minStayThrough", max_stay AS "maxStay",
      min_advance AS "minAdvance", max_advance AS "maxAdvance"
    FROM inventory_rate
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND night >= ${from} AND night < ${to}
      ${roomCodes === undefined ? db`` : db`AND room_code = ANY (${roomCodes}::text[])`}
      ${planCodes === undefined ? db`` : db`AND plan_code = ANY (${planCodes}::text[])`}`;
}

export interface UnsoldRooms {
  hotelId: string;
  night: string;
  roomCode: string;
  unsold: number;
}

/** Held rooms count as unsold. */
export async function readUnsold(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
  { from, to }: Nights,
): Promise<UnsoldRooms[]> {
  return db<UnsoldRooms[]>`
    SELECT hotel_id AS "hotelId", night, room_code AS "roomCode", total - sold AS unsold FROM inventory_allotment
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND night >= ${from} AND night < ${to}`;
}

export interface OpenHold {
  quoteId: string;
  hotelId: string;
  checkIn: string;
  checkOut: string;
  roomCodes: string[];
  expiresAt: Date;
}

export async function readHolds(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<OpenHold[]> {
  return db<OpenHold[]>`
    SELECT quote_id AS "quoteId", hotel_id AS "hotelId", check_in AS "checkIn", check_out AS "checkOut",
      room_codes AS "roomCodes", expires_at AS "expiresAt"
    FROM inventory_hold
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND expires_at > serai_now()`;
}
