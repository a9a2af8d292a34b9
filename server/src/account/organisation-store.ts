/** Organisations: what keys, bookings and people belong to. */
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';

/** What an operator may change. */
export interface OrganisationAttributes {
  name: string;
  defaultNationality: string;
  defaultCurrency: string;
  defaultLanguage: string;
}

export interface Organisation extends OrganisationAttributes {
  id: string;
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
  const [row] = await db<Organisation[]>`SELECT ${columns(db)} FROM organisation WHERE id = ${id}`;
  if (row === undefined) throw new Error(`There is no organisation ${id}`);
  return row;
}

/** Held for a change until the transaction ends. */
export async function findOrganisationForChange(tx: Database, id: string): Promise<Organisation | undefined> {
  const [row] = await tx<Organisation[]>`
    SELECT ${columns(tx)} FROM organisation WHERE id = ${id} FOR UPDATE`;
  return row;
}

export async function updateOrganisation(
  tx: Database,
  id: string,
  { name, defaultNationality, defaultCurrency, defaultLanguage }: OrganisationAttributes,
): Promise<void> {
  await tx`
    UPDATE organisation SET name = ${name}, default_nationality = ${defaultNationality},
      default_currency = ${defaultCurrency}, default_language = ${defaultLanguage}
    WHERE id = ${id}`;
}

function columns(db: Database): Statement {
  return db`id, name, created_at AS "createdAt", default_nationality AS "defaultNationality",
    default_currency AS "defaultCurrency", default_language AS "defaultLanguage"`;
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
    SELECT ${columns(db)}
    FROM organisation
    WHERE true
      ${onlyId === undefined ? db`` : db`AND id = ${onlyId}`}
      ${after ? db`AND (name, id) > (${after.name}, ${after.id})` : db``}
    ORDER BY name, id
    LIMIT ${limit}`;
}
