import { listDeliveries } from '@serai/contract/account/deliveries.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { listDeliveries as listStored } from '../../deliveries/delivery-list-store.ts';
import { positionOf, positionText, spanOf } from '../list-position.ts';
import type { WebhookOperationParts } from '../operation-parts.ts';
import { deliveryView } from '../stored-views.ts';

const DEFAULT_LIMIT = 50;

export function deliveriesList({ seal, cursorKey }: WebhookOperationParts): OperatorHandler {
  return operate(listDeliveries, async ({ db, organisationId }, { page, include, ...filters }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listDeliveries.name, organisationId, Object.entries(filters).sort()];
    const found = await listStored(db, seal, {
      ...filters,
      ...spanOf(filters),
      organisationId,
      withPayload: include?.includes('payload'),
      before: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, ({ createdAt, deliveryId }) =>
      makeCursor(cursorKey, boundTo, positionText(createdAt, deliveryId)),
    );
    return { deliveries: paged.shown.map(deliveryView), page: paged.page };
  });
}
