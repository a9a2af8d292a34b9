/** Data about people that is read without the library, and the failure counts of their second factors. */
import type { Database } from '../../platform/database/connect.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  hasSecondFactor: boolean;
  createdAt: Date;
  /** Undefined if the password was never changed. */
  passwordChangedAt: Date | undefined;
}

interface PersonRow {
  id: string;
  name: string;
  email: string;
  two_factor_enabled: boolean;
  created_at: Date;
  password_changed_at: Date | null;
}

export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [row] = await db<PersonRow[]>`
    SELECT p.id, p.name, p.email, p.two_factor_enabled, p.created_at,
           CASE WHEN c.updated_at <> c.created_at THEN c.updated_at END AS password_changed_at
    FROM person p LEFT JOIN person_credential c ON c.person_id = p.id AND c.provider_id = 'credential'
    WHERE p.id = ${id}`;
  return (
    row && {
      id: row.id,
      name: row.name,
      email: row.email,
      hasSecondFactor: row.two_factor_enabled,
      createdAt: row.created_at,
      passwordChangedAt: row.password_changed_at ?? undefined,
    }
  );
}

export interface FactorCount {
  /** True for the count of codes from known devices and open sessions, false for the count of all other codes. */
  isKnown: boolean;
  failures: number;
  lockedUntilMs: number;
}

/**
 * Locks the row until the transaction ends, so that the codes of a person are checked one after another, on all nodes.
 */
export async function lockSecondFactor(
  tx: Database,
  personId: string,
  isKnown: boolean,
): Promise<FactorCount | undefined> {
  const [row] = await tx<{ failures: number; locked_until: Date | null }[]>`
    SELECT CASE WHEN ${isKnown} THEN known_failed_count ELSE failed_count END AS failures,
           CASE WHEN ${isKnown} THEN known_locked_until ELSE locked_until END AS locked_until
    FROM person_second_factor
    WHERE person_id = ${personId} AND verified FOR UPDATE`;
  return row && { isKnown, failures: row.failures, lockedUntilMs: row.locked_until?.getTime() ?? 0 };
}

export async function saveFactorCount(tx: Database, personId: string, count: FactorCount): Promise<void> {
  const lockedUntil = count.lockedUntilMs === 0 ? null : new Date(count.lockedUntilMs);
  const columns = count.isKnown
    ? tx`known_failed_count = ${count.failures}, known_locked_until = ${lockedUntil}`
    : tx`failed_count = ${count.failures}, locked_until = ${lockedUntil}`;
  await tx`UPDATE person_second_factor SET ${columns} WHERE person_id = ${personId}`;
}

/** Returns false if the same code was already used within the last `goodForMs`. */
export async function takeCode(
  tx: Database,
  {
    personId,
    codeHash,
    nowMs,
    goodForMs,
  }: { personId: string; codeHash: Buffer; nowMs: number; goodForMs: number },
): Promise<boolean> {
  const old = new Date(nowMs - goodForMs);
  await tx`DELETE FROM person_used_code WHERE person_id = ${personId} AND used_at <= ${old}`;
  const { count } = await tx`
    INSERT INTO person_used_code (person_id, code_hash, used_at)
    VALUES (${personId}, ${codeHash}, ${new Date(nowMs)})
    ON CONFLICT DO NOTHING`;
  return count > 0;
}
