import { deleteWebhook } from '@serai/contract/account/webhooks.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { deleteEndpoint } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/stored-endpoint-store.ts';
import { lockEndpoint } from './endpoint-lock-store.ts';
import {
  describeEndpoint,
  requireMayChange,
  unknownEndpoint,
  type WebhookOperationParts,
} from './operation-parts.ts';

export function webhooksDelete({ recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(deleteWebhook, async (context, { endpointId }) => {
    const { db, organisationId } = context;
    await inTransaction(db, async tx => {
      await lockEndpoint(tx, organisationId, endpointId);
      const endpoint = await findEndpoint(tx, organisationId, endpointId);
      if (endpoint === undefined) throw unknownEndpoint();
      requireMayChange(context, endpoint.environment);
      await deleteEndpoint(tx, organisationId, endpointId);
      const change = { target: endpointId, before: describeEndpoint(endpoint), after: null };
      await recordAudit(tx, auditOf(context, { action: deleteWebhook.name, ...change }));
    });
    return { endpointId };
  });
}
