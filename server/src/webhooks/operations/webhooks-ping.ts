import { pingWebhook } from '@serai/contract/account/webhooks.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { findDelivery } from '../deliveries/delivery-list-store.ts';
import { pingEndpoint } from '../deliveries/ping-store.ts';
import { unknownEndpoint, type WebhookOperationParts } from './operation-parts.ts';
import { deliveryView } from './stored-views.ts';

export function webhooksPing({ seal, recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(pingWebhook, async (context, { endpointId }) => {
    const { db, organisationId } = context;
    return inTransaction(db, async tx => {
      const deliveryId = await pingEndpoint(tx, seal, organisationId, endpointId);
      const delivery = deliveryId && (await findDelivery(tx, seal, organisationId, deliveryId));
      if (!delivery) throw unknownEndpoint();
      const change = { target: endpointId, before: null, after: { deliveryId } };
      await recordAudit(tx, auditOf(context, { action: pingWebhook.name, ...change }));
      return { delivery: deliveryView(delivery) };
    });
  });
}
