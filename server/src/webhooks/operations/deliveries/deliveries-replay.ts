import { replayDeliveries } from '@serai/contract/account/deliveries.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { type Replay, replayDelivery, replayEvent, replaySpan } from '../../deliveries/replay-store.ts';
import { findEndpoint } from '../../endpoints/stored-endpoint-store.ts';
import { unknownEndpoint, type WebhookOperationParts } from '../operation-parts.ts';

type Input = z.output<typeof replayDeliveries.input>;

export function deliveriesReplay(parts: WebhookOperationParts): OperatorHandler {
  return operate(replayDeliveries, (context, input) =>
    input.from === undefined
      ? replayOne(parts, context, input)
      : replayMany(parts, context, input, input.from),
  );
}

function replayOne({ recordAudit }: WebhookOperationParts, context: OperatorContext, input: Input) {
  const { organisationId } = context;
  const { deliveryId, endpointId = '', endpointIds = [endpointId], eventId = '' } = input;
  return inTransaction(context.db, async tx => {
    if (deliveryId !== undefined) {
      const replayed = requireQueued(await replayDelivery(tx, organisationId, deliveryId));
      await recordAudit(tx, auditOf(context, replayEntry(deliveryId, input)));
      return replayed;
    }
    let queued = 0;
    // In one order, so that two who send to the same endpoints do not wait for one another.
    for (const id of [...new Set(endpointIds)].sort()) {
      queued += requireQueued(await replayEvent(tx, organisationId, id, eventId)).queued;
      const { endpointIds: _, ...asked } = input;
      await recordAudit(tx, auditOf(context, replayEntry(id, { ...asked, endpointId: id })));
    }
    return { queued };
  });
}

/** Many rows are queued by many transactions, so the audit tells of it before the first of them. */
async function replayMany(
  { recordAudit }: WebhookOperationParts,
  context: OperatorContext,
  input: Input,
  from: string,
) {
  const { db, organisationId } = context;
  const { endpointId = '', to, statuses } = input;
  const endpoint = await findEndpoint(db, organisationId, endpointId);
  if (endpoint === undefined) throw unknownEndpoint();
  if (endpoint.status !== 'ENABLED') throw notEnabled();
  await inTransaction(db, tx => recordAudit(tx, auditOf(context, replayEntry(endpointId, input))));
  const span = { from: new Date(from), to: to === undefined ? undefined : new Date(to), statuses };
  return requireQueued(await replaySpan(db, organisationId, endpointId, span));
}

function replayEntry(target: string, input: Input) {
  return { action: replayDeliveries.name, target, before: null, after: { ...input } };
}

function requireQueued(replayed: Replay): { queued: number } {
  if (replayed === 'NOT_FOUND') {
    throw new ApiError('NOT_FOUND', 'There is no such delivery, event or endpoint in this organisation.');
  }
  if (replayed === 'NOT_ENABLED') throw notEnabled();
  if (replayed === 'ERASED') {
    throw new ApiError(
      'INVALID_STATE',
      'The guests of this booking were erased, and what the event said with them.',
    );
  }
  return replayed;
}

function notEnabled(): ApiError {
  return new ApiError('INVALID_STATE', 'The endpoint is not enabled. Enable it, then replay.');
}
