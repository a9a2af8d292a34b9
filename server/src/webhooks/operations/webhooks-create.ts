import { createWebhook } from '@serai/contract/account/webhooks/create.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator-handler.ts';
import { createEndpoint } from '../endpoints/endpoint-store.ts';
import { describeEndpoint, requireTarget, type WebhookOperationParts } from './operation-parts.ts';
import { endpointView } from './stored-views.ts';

export function webhooksCreate({ db, seal, targets, recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(createWebhook, async (context, input) => {
    await requireTarget(input.url, input.environment, targets);
    const { organisationId, actor: createdBy } = context;
    return inTransaction(db, async tx => {
      const { endpoint, secret } = await createEndpoint(tx, seal, { ...input, organisationId, createdBy });
      const change = { target: endpoint.endpointId, before: null, after: describeEndpoint(endpoint) };
      await recordAudit(tx, auditOf(context, { action: createWebhook.name, ...change }));
      return { endpoint: endpointView(endpoint), secret };
    });
  });
}
