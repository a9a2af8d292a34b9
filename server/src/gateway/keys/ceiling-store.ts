/** How many keys an organisation may have and what limits it may give them. The operator sets these with the organisation. */
import type { Database } from '../../platform/database/connect.ts';
import type { Limits } from '../limits/windows.ts';

export interface KeyCeilings {
  limits: Limits;
  keys: number;
}

interface CeilingRow {
  ceiling_minute: number;
  ceiling_hour: number;
  ceiling_day: number;
  ceiling_keys: number;
}

/** Held until the transaction ends, so that of several who create keys at once none is beyond the ceiling. */
export async function lockCeilings(tx: Database, organisationId: string): Promise<KeyCeilings> {
  const [row] = await tx<CeilingRow[]>`
    SELECT ceiling_minute, ceiling_hour, ceiling_day, ceiling_keys
    FROM organisation WHERE id = ${organisationId} FOR NO KEY UPDATE`;
  if (row === undefined) throw new Error(`There is no organisation ${organisationId}`);
  const limits = { perMinute: row.ceiling_minute, perHour: row.ceiling_hour, perDay: row.ceiling_day };
  return { limits, keys: row.ceiling_keys };
}

/** Keys of both environments that are not revoked. A statement after the lock sees what its holder before us created. */
export async function countKeys(tx: Database, organisationId: string): Promise<number> {
  const [row] = await tx<{ keys: number }[]>`
    SELECT count(*)::int AS keys FROM api_key
    WHERE organisation_id = ${organisationId} AND status <> 'REVOKED'`;
  return row?.keys ?? 0;
}
