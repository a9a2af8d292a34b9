import type { OperatorHandler } from '../../platform/operations/operator/operator-handler.ts';
import { deliveriesList, deliveriesReplay } from './deliveries.ts';
import { eventsList, eventsShow, noticesList } from './events.ts';
import type { WebhookOperationParts } from './operation-parts.ts';
import {
  webhooksCreate,
  webhooksDelete,
  webhooksList,
  webhooksPing,
  webhooksRotateSecret,
  webhooksShow,
  webhooksUpdate,
} from './webhooks.ts';

export function webhookHandlers(parts: WebhookOperationParts): OperatorHandler[] {
  return [
    webhooksCreate(parts),
    webhooksList(parts),
    webhooksShow(parts),
    webhooksUpdate(parts),
    webhooksDelete(parts),
    webhooksPing(parts),
    webhooksRotateSecret(parts),
    deliveriesList(parts),
    deliveriesReplay(parts),
    eventsList(parts),
    eventsShow(parts),
    noticesList(parts),
  ];
}
