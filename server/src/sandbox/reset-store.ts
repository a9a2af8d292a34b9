/**
 * Deletes the bookings of one organisation's sandbox, with everything that belongs to them. It calls the only database
 * function that may delete bookings.
 */
import type { ResetCounts } from '@serai/contract/account/sandbox.ts';
import type { Database } from '../platform/database/connect.ts';

export async function emptySandbox(tx: Database, organisationId: string): Promise<ResetCounts> {
  const [row] = await tx<ResetCounts[]>`SELECT * FROM reset_sandbox(${organisationId})`;
  return row as ResetCounts;
}
