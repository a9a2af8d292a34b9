import { MAX_ENDPOINTS } from '@serai/contract/account/webhook-endpoint.ts';
import { createWebhook } from '@serai/contract/account/webhooks.ts';
import { ApiError } from '../../platform/api-error.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { createEndpoint } from '../endpoints/endpoint-store.ts';
import { lockEndpointCount } from './endpoint-lock-store.ts';
import {
  describeEndpoint,
  requireMayChange,
  requireTarget,
  type WebhookOperationParts,
} from './operation-parts.ts';
import { endpointView } from './stored-views.ts';

export function webhooksCreate({ seal, targets, recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(createWebhook, async (context, input) => {
    const { db } = context;
    requireMayChange(context, input.environment);
    await requireTarget(input.url, input.environment, targets);
    const { organisationId, actor: createdBy } = context;
    return inTransaction(db, async tx => {
      if ((await lockEndpointCount(tx, organisationId, input.environment)) >= MAX_ENDPOINTS) throw tooMany();
      const { endpoint, secret } = await createEndpoint(tx, seal, { ...input, organisationId, createdBy });
      const change = { target: endpoint.endpointId, before: null, after: describeEndpoint(endpoint) };
      await recordAudit(tx, auditOf(context, { action: createWebhook.name, ...change }));
      return { endpoint: endpointView(endpoint), secret };
    });
  });
}

function tooMany(): ApiError {
  const message = `There are ${MAX_ENDPOINTS} endpoints in this environment already. Delete one, or let one take more event types.`;
  return new ApiError('INVALID_STATE', message);
}
