/** Stores notices to partners and the operator. A notice is open until `ended_at` is set. */

import type { NOTICE_KINDS } from '@serai/contract/account/notices.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import { newReferenceId } from '../../platform/ids/reference-id.ts';

export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface StoredNotice {
  noticeId: string;
  /** Null if the notice concerns the operator. */
  partnerId: string | null;
  environment: Environment | null;
  kind: NoticeKind;
  subjectId: string;
  text: string;
  at: Date;
  endedAt: Date | null;
}

/** Creates a notice about an endpoint for the endpoint's organisation. */
export async function insertNotice(
  tx: Database,
  endpointId: string,
  kind: NoticeKind,
  text: string,
): Promise<void> {
  await tx`
    INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at)
    SELECT ${newReferenceId('ntc')}, organisation_id, environment, ${kind}, endpoint_id, ${text},
           date_trunc('milliseconds', serai_now())
    FROM webhook_endpoint WHERE endpoint_id = ${endpointId}`;
}

/** Uses notice_open. */
export async function endNotices(tx: Database, subjectId: string): Promise<void> {
  await tx`UPDATE notice SET ended_at = serai_now() WHERE subject_id = ${subjectId} AND ended_at IS NULL`;
}

export interface NoticeFilter {
  /** Undefined means all partners and the operator. */
  organisationId: string | undefined;
  openOnly?: boolean | undefined;
  before?: { at: Date; id: string } | undefined;
  limit: number;
}

/** Newest first. Uses notice_by_time. */
export async function listNotices(db: Database, filter: NoticeFilter): Promise<StoredNotice[]> {
  const { organisationId, openOnly = false, before, limit } = filter;
  return await db<StoredNotice[]>`
    SELECT notice_id AS "noticeId",
      (SELECT id FROM organisation WHERE id = organisation_id AND organisation.kind = 'PARTNER') AS "partnerId", environment, kind, subject_id AS "subjectId", text, at, ended_at AS "endedAt"
    FROM notice
    WHERE ${ofPartner(db, organisationId)}
      ${openOnly ? db`AND ended_at IS NULL` : db``}
      ${before === undefined ? db`` : db`AND (at, notice_id) < (${before.at}, ${before.id})`}
    ORDER BY at DESC, notice_id DESC LIMIT ${limit}`;
}
