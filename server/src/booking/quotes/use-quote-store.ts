/** A quote books once, and only while it lives by the database's clock. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

/** EXPIRED also where there is no such quote of this organisation. */
export async function useQuote(
  tx: Database,
  { organisationId, environment }: { organisationId: string; environment: Environment },
  quoteId: string,
  bookingId: string,
): Promise<'OK' | 'USED' | 'EXPIRED'> {
  const { count } = await tx`
    UPDATE quote SET used_by = ${bookingId}
    WHERE quote_id = ${quoteId} AND organisation_id = ${organisationId} AND environment = ${environment}
      AND used_by IS NULL AND expires_at > serai_now()`;
  if (count === 1) return 'OK';
  const used = await tx`
    SELECT FROM quote
    WHERE quote_id = ${quoteId} AND organisation_id = ${organisationId} AND environment = ${environment}
      AND used_by IS NOT NULL`;
  return used.count === 1 ? 'USED' : 'EXPIRED';
}
