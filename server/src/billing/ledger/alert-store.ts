/** What partners were told about their balance, so that they are told once. */
import type { Database } from '../../platform/database/connect.ts';
import type { LedgerScope } from './ledger-store.ts';

/** True at most once an hour. Written in the transaction of the event. */
export async function markExceeded(tx: Database, scope: LedgerScope): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO ledger_alert AS alert (organisation_id, environment, exceeded_at)
    VALUES (${scope.organisationId}, ${scope.environment}, serai_now())
    ON CONFLICT (organisation_id, environment) DO UPDATE SET exceeded_at = excluded.exceeded_at
    WHERE alert.exceeded_at IS NULL OR alert.exceeded_at <= excluded.exceeded_at - interval '1 hour'`;
  return count === 1;
}

/** True if the partner was not told about this percentage or a lower one since the balance fell. */
export async function markLow(tx: Database, scope: LedgerScope, percent: number): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO ledger_alert AS alert (organisation_id, environment, told_percent)
    VALUES (${scope.organisationId}, ${scope.environment}, ${percent})
    ON CONFLICT (organisation_id, environment) DO UPDATE SET told_percent = excluded.told_percent
    WHERE alert.told_percent IS NULL OR alert.told_percent > excluded.told_percent`;
  return count === 1;
}

/** At most one notice a day for two currencies. Earlier ones end. */
export async function noticeMissingRate(
  db: Database,
  environment: LedgerScope['environment'],
  from: string,
  to: string,
): Promise<void> {
  const subjectId = `${from}-${to}`;
  const text = `There is no exchange rate from ${from} to ${to}, so offers in ${from} cannot be quoted to partners that are billed in ${to}. Import rates that contain both.`;
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
