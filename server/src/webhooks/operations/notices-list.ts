import { listNotices } from '@serai/contract/account/notices.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { listNotices as listStored } from '../notices/notice-store.ts';
import { positionOf, positionText } from './list-position.ts';
import type { WebhookOperationParts } from './operation-parts.ts';
import { instantOrNull } from './stored-views.ts';

const DEFAULT_LIMIT = 50;

export function noticesList({ cursorKey }: WebhookOperationParts): OperatorHandler {
  return operate(listNotices, async ({ db, organisationId }, { open, page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listNotices.name, organisationId, open ?? null];
    const found = await listStored(db, {
      organisationId,
      openOnly: open === true,
      before: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, ({ at, noticeId }) =>
      makeCursor(cursorKey, boundTo, positionText(at, noticeId)),
    );
    return {
      notices: paged.shown.map(({ at, endedAt, ...notice }) => ({
        ...notice,
        at: at.toISOString(),
        endedAt: instantOrNull(endedAt),
      })),
      page: paged.page,
    };
  });
}
