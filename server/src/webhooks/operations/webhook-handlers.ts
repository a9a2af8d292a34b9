/** Every operation of the webhooks area, for the operator listener. */
import type { OperatorHandler } from '../../platform/operations/operator/operator-handler.ts';
import { deliveriesList } from './deliveries/deliveries-list.ts';
import { deliveriesReplay } from './deliveries/deliveries-replay.ts';
import { eventsList } from './events/events-list.ts';
import { eventsShow } from './events/events-show.ts';
import { noticesList } from './notices-list.ts';
import type { WebhookOperationParts } from './operation-parts.ts';
import { webhooksCreate } from './webhooks-create.ts';
import { webhooksDelete } from './webhooks-delete.ts';
import { webhooksList } from './webhooks-list.ts';
import { webhooksPing } from './webhooks-ping.ts';
import { webhooksRotateSecret } from './webhooks-rotate-secret.ts';
import { webhooksShow } from './webhooks-show.ts';
import { webhooksUpdate } from './webhooks-update.ts';

export function webhookHandlers(parts: WebhookOperationParts): OperatorHandler[] {
  return [
    webhooksCreate(parts),
    webhooksList(parts),
    webhooksShow(),
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
