/** Organisations. They own keys, bookings and memberships. */
import type { organisationCeilings } from '@serai/contract/account/organisations.ts';
import type { Role } from '@serai/contract/operator-operation.ts';
import type { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';

export type Ceilings = z.output<ReturnType<typeof organisationCeilings>>;

/** The fields that an operator may change. */
export interface OrganisationAttributes {
  name: string;
  defaultNationality: string;
  defaultCurrency: string;
  defaultLanguage: string;
  requireSecondFactor: boolean;
  maxKeyLifetimeDays: number | null;
  guestDays: number | null;
  ceilings: Ceilings;
}

export interface Organisation extends OrganisationAttributes {
  id: string;
  createdAt: Date;
}

/** An arbitrary fixed number that identifies the lock. */
const FIRST_ORGANISATION_LOCK = 7_353_242;

/** Makes processes that start concurrently wait until this transaction has ended. */
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

export async function findOrganisation(db: Database, id: string): Promise<Organisation | undefined> {
  const [row] = await db<Organisation[]>`SELECT ${columns(db)} FROM organisation WHERE id = ${id}`;
  return row;
}

export async function getOrganisation(db: Database, id: string): Promise<Organisation> {
  const found = await findOrganisation(db, id);
  if (found === undefined) throw new Error(`Organisation ${id} does not exist`);
  return found;
}

/** Locks the row until the transaction ends. */
export async function findOrganisationForChange(tx: Database, id: string): Promise<Organisation | undefined> {
  const [row] = await tx<Organisation[]>`
    SELECT ${columns(tx)} FROM organisation WHERE id = ${id} FOR UPDATE`;
  return row;
}

export async function updateOrganisation(
  tx: Database,
  id: string,
  attributes: OrganisationAttributes,
): Promise<void> {
  const { name, defaultNationality, defaultCurrency, defaultLanguage, ceilings } = attributes;
  await tx`
    UPDATE organisation SET name = ${name}, default_nationality = ${defaultNationality},
      default_currency = ${defaultCurrency}, default_language = ${defaultLanguage},
      require_second_factor = ${attributes.requireSecondFactor},
      max_key_lifetime_days = ${attributes.maxKeyLifetimeDays}, guest_days = ${attributes.guestDays},
      ceiling_minute = ${ceilings.perMinute}, ceiling_hour = ${ceilings.perHour},
      ceiling_day = ${ceilings.perDay}, ceiling_keys = ${ceilings.keys}
    WHERE id = ${id}`;
}

function columns(db: Database): Statement {
  return db`id, name, created_at AS "createdAt", default_nationality AS "defaultNationality",
    default_currency AS "defaultCurrency", default_language AS "defaultLanguage",
    require_second_factor AS "requireSecondFactor", max_key_lifetime_days AS "maxKeyLifetimeDays",
    guest_days AS "guestDays",
    json_build_object('perMinute', ceiling_minute, 'perHour', ceiling_hour, 'perDay', ceiling_day,
      'keys', ceiling_keys) AS ceilings`;
}

export interface OrganisationPosition {
  name: string;
  id: string;
}

export type WhoseOrganisations = { personId: string } | { organisationId: string } | 'everybody';

/** Sorted by name. The role is the given person's role, or null if no person is given. */
export function listOrganisations(
  db: Database,
  whose: WhoseOrganisations,
  after: OrganisationPosition | undefined,
  limit: number,
): PromiseLike<(Organisation & { role: Role | null })[]> {
  const personId = whose !== 'everybody' && 'personId' in whose ? whose.personId : null;
  const onlyId = whose !== 'everybody' && 'organisationId' in whose ? whose.organisationId : undefined;
  return db<(Organisation & { role: Role | null })[]>`
    SELECT ${columns(db)}, own.role
    FROM organisation
    LEFT JOIN (SELECT organisation_id, role FROM member WHERE person_id = ${personId}) own
      ON own.organisation_id = organisation.id
    WHERE true
      ${personId === null ? db`` : db`AND own.role IS NOT NULL`}
      ${onlyId === undefined ? db`` : db`AND id = ${onlyId}`}
      ${after ? db`AND (name, id) > (${after.name}, ${after.id})` : db``}
    ORDER BY name, id
    LIMIT ${limit}`;
}
