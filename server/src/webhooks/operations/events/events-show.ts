import { showEvent } from '@serai/contract/account/events.ts';
import { MAX_ENDPOINTS } from '@serai/contract/account/webhook-endpoint.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { listDeliveries } from '../../deliveries/delivery-list-store.ts';
import { findEvent } from '../../events/event-list-store.ts';
import { unknownEvent, type WebhookOperationParts } from '../operation-parts.ts';
import { deliveryView, eventView } from '../stored-views.ts';

export function eventsShow({ seal }: WebhookOperationParts): OperatorHandler {
  return operate(showEvent, async ({ db, organisationId }, { eventId }) => {
    const event = await findEvent(db, seal, organisationId, eventId);
    if (event === undefined) throw unknownEvent();
    const { environment } = event;
    const deliveries = await listDeliveries(db, seal, {
      organisationId,
      environment,
      eventId,
      limit: MAX_ENDPOINTS,
    });
    return { event: eventView(event), deliveries: deliveries.map(deliveryView) };
  });
}
