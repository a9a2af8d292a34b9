/** Records when partners and the operator were notified, so that notifications are not repeated too soon. */
import type { Database } from '../../platform/database/connect.ts';
import type { LedgerScope } from './ledger-store.ts';

/** Returns true at most once an hour. Call it in the transaction that writes the event. */
export async function markExceeded(tx: Database, scope: LedgerScope): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO ledger_alert AS alert (organisation_id, environment, kind, at)
    VALUES (${scope.organisationId}, ${scope.environment}, 'EXCEEDED', serai_now())
    ON CONFLICT (organisation_id, environment, kind) DO UPDATE SET at = excluded.at
    WHERE alert.at <= excluded.at - interval '1 hour'`;
  return count === 1;
}

/** Returns true if neither this percentage nor a lower one has been reported since the balance last recovered. */
export async function markLow(tx: Database, scope: LedgerScope, percent: number): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO ledger_alert AS alert (organisation_id, environment, kind, at, percent)
    VALUES (${scope.organisationId}, ${scope.environment}, 'LOW', serai_now(), ${percent})
    ON CONFLICT (organisation_id, environment, kind) DO UPDATE SET at = excluded.at, percent = excluded.percent
    WHERE alert.percent IS NULL OR alert.percent > excluded.percent`;
  return count === 1;
}

/**
 * Creates at most one notice a day for each environment and pair of currencies, and then closes earlier notices about
 * the pair.
 */
export async function noticeMissingRate(
  db: Database,
  environment: LedgerScope['environment'],
  from: string,
  to: string,
): Promise<void> {
  const subjectId = `${from}-${to}`;
  const text = `There is no exchange rate from ${from} to ${to}, so offers in ${from} cannot be quoted to partners billed in ${to}. Import rates for both currencies.`;
  await db`
    WITH told AS (
      INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at)
      SELECT 'ntc_rate_' || ${environment}::text || '_' || ${subjectId}::text || '_' || to_char(serai_now(), 'YYYYMMDD'), id,
        ${environment}, 'billing.rate_missing', ${subjectId}, ${text}, date_trunc('milliseconds', serai_now())
      FROM organisation WHERE kind = 'OPERATOR'
      ON CONFLICT (notice_id) DO NOTHING RETURNING notice_id
    )
    UPDATE notice SET ended_at = serai_now()
    WHERE subject_id = ${subjectId} AND ended_at IS NULL AND environment = ${environment} AND EXISTS (SELECT FROM told)`;
}
