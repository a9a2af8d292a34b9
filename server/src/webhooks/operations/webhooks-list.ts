import { listWebhooks } from '@serai/contract/account/webhooks.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { listEndpoints } from '../endpoints/stored-endpoint-store.ts';
import { positionOf, positionText } from './list-position.ts';
import type { WebhookOperationParts } from './operation-parts.ts';
import { endpointView } from './stored-views.ts';

const DEFAULT_LIMIT = 50;

export function webhooksList({ cursorKey }: WebhookOperationParts): OperatorHandler {
  return operate(listWebhooks, async ({ db, organisationId }, { environment, page }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listWebhooks.name, organisationId, environment ?? null];
    const found = await listEndpoints(db, {
      organisationId,
      environment,
      before: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, ({ createdAt, endpointId }) =>
      makeCursor(cursorKey, boundTo, positionText(createdAt, endpointId)),
    );
    return { endpoints: paged.shown.map(endpointView), page: paged.page };
  });
}
