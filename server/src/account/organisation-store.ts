/** Organisations: what keys, bookings and people belong to. */
import type { Database } from '../platform/database/connect.ts';

export interface Organisation {
  id: string;
  name: string;
  createdAt: Date;
}

/** Any fixed number; held until the end of the transaction. */
const FIRST_ORGANISATION_LOCK = 7_353_242;

/** Makes others that start at the same moment wait until this transaction is over. */
export async function lockFirstOrganisation(tx: Database): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${FIRST_ORGANISATION_LOCK})`;
}

export async function findFirstOrganisation(db: Database): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`SELECT id FROM organisation ORDER BY created_at, id LIMIT 1`;
  return row?.id;
}

export async function insertOrganisation(tx: Database, id: string, name: string): Promise<void> {
  await tx`INSERT INTO organisation (id, name) VALUES (${id}, ${name})`;
}

export async function getOrganisation(db: Database, id: string): Promise<Organisation> {
  const [row] = await db<Organisation[]>`
    SELECT id, name, created_at AS "createdAt" FROM organisation WHERE id = ${id}`;
  if (row === undefined) throw new Error(`There is no organisation ${id}`);
  return row;
}

export interface OrganisationPosition {
  name: string;
  id: string;
}

/** By name. `onlyId` narrows it to the one a session belongs to. */
export function listOrganisations(
  db: Database,
  onlyId: string | undefined,
  after: OrganisationPosition | undefined,
  limit: number,
): PromiseLike<Organisation[]> {
  return db<Organisation[]>`
    SELECT id, name, created_at AS "createdAt"
    FROM organisation
    WHERE true
      ${onlyId === undefined ? db`` : db`AND id = ${onlyId}`}
      ${after ? db`AND (name, id) > (${after.name}, ${after.id})` : db``}
    ORDER BY name, id
    LIMIT ${limit}`;
}
