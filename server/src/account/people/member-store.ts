/** Memberships of people in the operator or in partners, with roles. A membership without a person is an invitation. */
import type { Role } from '@serai/contract/roles.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';

export interface Member {
  id: string;
  organisationId: string;
  personId: string | null;
  email: string;
  /** The name that the organisation gave the member, otherwise the person's own name. */
  name: string | null;
  role: Role;
  /** Hotels that a revenue manager may change. Null means all. */
  hotels: string[] | null;
  hasSecondFactor: boolean;
  createdAt: Date;
  lastSignInAt: Date | null;
}

export interface NewMember {
  id: string;
  organisationId: string;
  personId?: string;
  email: string;
  name?: string | undefined;
  role: Role;
  hotels?: string[] | null;
  nowMs: number;
}

export async function insertMember(tx: Database, member: NewMember): Promise<void> {
  const { id, organisationId, personId, email, name, role, hotels, nowMs } = member;
  await tx`
    INSERT INTO member (id, organisation_id, person_id, email, name, role, hotels, created_at)
    VALUES (${id}, ${organisationId}, ${personId ?? null}, ${email}, ${name ?? null}, ${role}, ${hotels ?? null},
      ${new Date(nowMs)})`;
}

export async function findMember(db: Database, id: string): Promise<Member | undefined> {
  const [row] = await db<Member[]>`${selection(db)} WHERE m.id = ${id}`;
  return row;
}

/** Finds only members of this organisation and locks the row until the transaction ends. */
export async function findMemberForChange(
  tx: Database,
  organisationId: string,
  id: string,
): Promise<Member | undefined> {
  const [row] = await tx<Member[]>`
    ${selection(tx)} WHERE m.id = ${id} AND m.organisation_id = ${organisationId} FOR UPDATE OF m`;
  return row;
}

export async function findMemberByEmail(
  tx: Database,
  organisationId: string,
  email: string,
): Promise<Member | undefined> {
  const [row] = await tx<Member[]>`
    ${selection(tx)} WHERE m.organisation_id = ${organisationId} AND m.email = ${email} FOR UPDATE OF m`;
  return row;
}

export async function findMembership(
  db: Database,
  personId: string,
  organisationId: string,
): Promise<Member | undefined> {
  const [row] = await db<Member[]>`
    ${selection(db)} WHERE m.person_id = ${personId} AND m.organisation_id = ${organisationId}`;
  return row;
}

/** Returns the person's membership in the organisation that they signed in to last. */
export async function findLastMembership(db: Database, personId: string): Promise<Member | undefined> {
  const [row] = await db<Member[]>`
    ${selection(db)} WHERE m.person_id = ${personId}
    ORDER BY m.last_sign_in_at DESC NULLS LAST, m.created_at, m.id LIMIT 1`;
  return row;
}

/** Memberships of a person with the name of each company, the operator first. */
export function listMemberships(
  db: Database,
  personId: string,
): PromiseLike<{ memberId: string; name: string; partnerId: string | null; role: Role }[]> {
  return db`
    SELECT m.id AS "memberId", o.name, CASE WHEN o.kind = 'PARTNER' THEN o.id END AS "partnerId", m.role
    FROM member m JOIN organisation o ON o.id = m.organisation_id
    WHERE m.person_id = ${personId}
    ORDER BY o.kind, o.name, o.id`;
}

export interface MemberFilter {
  organisationId: string;
  role: Role | undefined;
}

/** Lists members by email address, using the unique index on organisation and address. */
export function listMembers(
  db: Database,
  { organisationId, role }: MemberFilter,
  afterEmail: string | undefined,
  limit: number,
): PromiseLike<Member[]> {
  return db<Member[]>`
    ${selection(db)}
    WHERE m.organisation_id = ${organisationId}
      ${role === undefined ? db`` : db`AND m.role = ${role}`}
      ${afterEmail === undefined ? db`` : db`AND m.email > ${afterEmail}`}
    ORDER BY m.email
    LIMIT ${limit}`;
}

/**
 * Clears the name that the organisation gave, so that a person who accepts an invitation appears under their own name.
 */
export async function acceptMembership(
  tx: Database,
  id: string,
  { personId, role }: { personId: string; role: Role },
): Promise<void> {
  await tx`UPDATE member SET person_id = ${personId}, role = ${role}, name = NULL WHERE id = ${id}`;
}

/**
 * If the name is omitted, the stored name is kept. Do not pass the person's own name: it would be stored as a name that
 * the organisation gave.
 */
export async function updateMember(
  tx: Database,
  id: string,
  { name, role, hotels }: { name: string | undefined; role: Role; hotels: string[] | null },
): Promise<void> {
  await tx`
    UPDATE member SET name = coalesce(${name ?? null}, name), role = ${role}, hotels = ${hotels} WHERE id = ${id}`;
}

export async function touchMember(tx: Database, id: string, nowMs: number): Promise<void> {
  await tx`UPDATE member SET last_sign_in_at = ${new Date(nowMs)} WHERE id = ${id}`;
}

/**
 * Updates the email address in every membership of a person, because lists are sorted by it. Returns false if one of
 * the organisations already has another member with this address.
 */
export async function moveMemberships(tx: Database, personId: string, email: string): Promise<boolean> {
  const [taken] = await tx`
    SELECT 1 FROM member own JOIN member other USING (organisation_id)
    WHERE own.person_id = ${personId} AND other.email = ${email} AND other.person_id IS DISTINCT FROM ${personId}`;
  if (taken !== undefined) return false;
  await tx`UPDATE member SET email = ${email} WHERE person_id = ${personId}`;
  return true;
}

export async function deleteMember(tx: Database, id: string): Promise<void> {
  await tx`DELETE FROM member WHERE id = ${id}`;
}

export async function countMemberships(tx: Database, personId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM member WHERE person_id = ${personId}`;
  return row?.count ?? 0;
}

export async function hasOtherOwner(tx: Database, { id, organisationId }: Member): Promise<boolean> {
  const [row] = await tx`
    SELECT 1 FROM member
    WHERE organisation_id = ${organisationId} AND role = 'owner' AND person_id IS NOT NULL AND id <> ${id}
    LIMIT 1`;
  return row !== undefined;
}

function selection(db: Database): Statement {
  return db`
    SELECT m.id, m.organisation_id AS "organisationId", m.person_id AS "personId", m.email,
           coalesce(m.name, p.name) AS name, m.role, m.hotels, coalesce(p.two_factor_enabled, false) AS "hasSecondFactor",
           m.created_at AS "createdAt", m.last_sign_in_at AS "lastSignInAt"
    FROM member m LEFT JOIN person p ON p.id = m.person_id`;
}
