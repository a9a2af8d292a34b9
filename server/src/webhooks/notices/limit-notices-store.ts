/**
 * Notices about the rate limits of keys, and about the call budgets and price alarms of providers. A notice ends when
 * the next one about the same subject is created, or after an hour. A notice about price alarms ends after a day.
 */
import { createHash } from 'node:crypto';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database, DatabasePool } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { NoticeKind } from './notice-store.ts';

export interface LimitNotice {
  kind: Extract<NoticeKind, `limit.${string}`>;
  keyId: string;
  organisationId: string;
  environment: Environment;
  text: string;
  /** Identifies the occasion, so that only one notice is created even if several nodes detect it. */
  occasion: string;
}

const OPEN_MINUTES = 60;
const PRICE_ALARMS_OPEN_HOURS = 24;

export async function insertLimitNotices(
  pool: Pick<DatabasePool, 'forPartner'>,
  notices: readonly LimitNotice[],
): Promise<void> {
  for (const { keyId, ...notice } of notices) {
    await inTransaction(pool.forPartner(notice), tx => insertOnce(tx, { ...notice, subjectId: keyId }));
  }
}

interface Occasion extends Omit<LimitNotice, 'kind' | 'keyId'> {
  kind: NoticeKind;
  subjectId: string;
}

/**
 * Inserts the notice and ends earlier notices about the same subject. The price alarms and the call budget of a provider
 * are different conditions, so a notice about one does not end a notice about the other. Does nothing if there is already a notice for
 * this occasion.
 */
export async function insertOnce(tx: Database, notice: Occasion): Promise<void> {
  const { kind, subjectId, organisationId, environment, text, occasion } = notice;
  const noticeId = `ntc_${createHash('sha256').update(occasion).digest('base64url').slice(0, 22)}`;
  const told = await tx`
    INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at)
    VALUES (${noticeId}, ${organisationId}, ${environment}, ${kind}, ${subjectId}, ${text},
      date_trunc('milliseconds', serai_now()))
    ON CONFLICT (notice_id) DO NOTHING RETURNING notice_id`;
  if (told.length === 0) return;
  await tx`
    UPDATE notice SET ended_at = serai_now()
    WHERE subject_id = ${subjectId} AND ended_at IS NULL AND notice_id <> ${noticeId}
      AND (kind = 'provider.price_alarms') = (${kind}::text = 'provider.price_alarms')`;
}

/**
 * Ends notices that nothing else ends: about key limits and call budgets after an hour, and about price alarms after a
 * day. The index notice_open is small, because
 * it contains only open notices.
 */
export async function endLimitNotices(db: Database): Promise<void> {
  await db`
    UPDATE notice SET ended_at = serai_now()
    WHERE ended_at IS NULL AND (
      kind IN ('limit.near', 'limit.reached', 'provider.budget_near', 'provider.budget_reached')
        AND at < serai_now() - ${OPEN_MINUTES}::float8 * interval '1 minute'
      OR kind = 'provider.price_alarms' AND at < serai_now() - ${PRICE_ALARMS_OPEN_HOURS}::float8 * interval '1 hour')`;
}
