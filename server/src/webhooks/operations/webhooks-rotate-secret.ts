import { rotateWebhookSecret } from '@serai/contract/account/webhooks.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { rotateSecret } from '../endpoints/secret-store.ts';
import { requireMayChange, unknownEndpoint, type WebhookOperationParts } from './operation-parts.ts';
import { endpointView } from './stored-views.ts';

export function webhooksRotateSecret({ seal, recordAudit }: WebhookOperationParts): OperatorHandler {
  return operate(rotateWebhookSecret, async (context, { endpointId, overlapSeconds }) => {
    const { db } = context;
    return inTransaction(db, async tx => {
      const rotated = await rotateSecret(tx, seal, context.organisationId, endpointId, overlapSeconds);
      if (rotated === undefined) throw unknownEndpoint();
      // With the secret anyone can tell the receiver of bookings that never were. A refusal undoes the rotation.
      requireMayChange(context, rotated.endpoint.environment);
      const change = { target: endpointId, before: null, after: { overlapSeconds } };
      await recordAudit(tx, auditOf(context, { action: rotateWebhookSecret.name, ...change }));
      return { endpoint: endpointView(rotated.endpoint), secret: rotated.secret };
    });
  });
}
